import { Button } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { common } from '../../kit/words/texts.ts'
import type { Going, useFiles } from './files.ts'
import css from './sending.module.css'
import { t } from './texts.ts'

/** Running and failed uploads. */
export const OnTheWay = ({
  files,
}: {
  readonly files: Pick<ReturnType<typeof useFiles>, 'going' | 'again' | 'drop'>
}) => (
  <ul className={css.going} aria-live="polite">
    {files.going.map(one => (
      <One key={one.key} one={one} again={() => files.again(one)} drop={() => files.drop(one)} />
    ))}
  </ul>
)

function One({
  one: { file, share, failure, again: mayHelp },
  again,
  drop,
}: {
  readonly one: Going
  readonly again: () => void
  readonly drop: () => void
}) {
  return (
    <li>
      <span className={`anywhere fits ${css.name}`}>{file.name}</span>
      {failure ? (
        <p className={`bad second medium ${css.failure}`}>
          <Icon name="warn" small /> {failure}
        </p>
      ) : (
        <progress aria-label={t.files.sending(file.name)} value={share < 1 ? share : undefined} />
      )}
      <span className="row gap-4 middle">
        {failure && mayHelp && <Button onClick={again}>{common.retry}</Button>}
        <Button look="quiet" onClick={drop}>
          {failure ? t.files.drop : t.files.stop}
        </Button>
      </span>
    </li>
  )
}
