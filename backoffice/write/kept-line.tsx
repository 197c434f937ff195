import { Button } from '../ui/button.tsx'
import { moment, time } from '../words/format.ts'
import type { Kept } from './keeping.ts'
import { t } from './texts.ts'
import css from './write.module.css'

/** “Brouillon gardé à 10 h 42”; of two devices that went on with it, both are offered. */
export function KeptLine({
  kept,
  onTake,
}: {
  readonly kept: Kept
  readonly onTake: (theirs: boolean) => void
}) {
  return (
    <div role="status" className={css.kept}>
      {kept.kind === 'kept' && t.kept.at(time(kept.at))}
      {kept.kind === 'keeping' && t.kept.keeping}
      {kept.kind === 'here' && t.kept.here}
      {kept.kind === 'full' && t.kept.full}
      {kept.kind === 'other' && (
        <>
          <p>{t.kept.other(moment(new Date(kept.draft.updated_at), new Date()))}</p>
          <Button onClick={() => onTake(true)}>{t.kept.take}</Button>{' '}
          <Button onClick={() => onTake(false)}>{t.kept.mine}</Button>
        </>
      )}
    </div>
  )
}
