import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { moment, time } from '../../kit/words/format.ts'
import type { Kept } from './keeping.ts'
import { t } from './texts.ts'
import css from './write.module.css'

/** “Brouillon gardé à 10 h 42”; offers both versions after a conflict between two devices. */
export function KeptLine({
  kept,
  onTake,
}: {
  readonly kept: Kept
  readonly onTake: (theirs: boolean) => void
}) {
  return (
    <div role="status" className={`soft second last ${css.kept}`}>
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

/** Input of an earlier visit: dropped if it edits a publication, else put aside as a draft. */
export function Recovered({
  isLeft,
  onDrop,
  onPutAside,
}: {
  /** It is what another device wrote, after the author gave up their own input. */
  readonly isLeft: boolean
  readonly onDrop: (() => Promise<void>) | undefined
  readonly onPutAside: (() => void) | undefined
}) {
  const { act, outcome } = useActs()
  return (
    <Note tone="info">
      <p role={isLeft ? 'status' : undefined}>{isLeft ? t.kept.left : t.kept.recovered}</p>
      {onDrop && (
        <Button look="link" onClick={() => void act(onDrop)}>
          {t.kept.drop}
        </Button>
      )}
      {onPutAside && (
        <Button look="link" onClick={onPutAside}>
          {t.kept.fresh}
        </Button>
      )}
      {outcome}
    </Note>
  )
}
