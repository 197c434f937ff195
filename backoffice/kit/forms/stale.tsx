import { Button } from '../ui/button.tsx'
import { Acts, Dialog } from '../ui/dialog.tsx'
import css from './stale.module.css'
import { t } from './stale-texts.ts'

/** Version conflict (412): the saved values beside the person's own, to choose from. */
export function Stale({
  theirs,
  mine,
  onKeep,
  onInsist,
}: {
  readonly theirs: readonly string[]
  readonly mine: readonly string[]
  onKeep(): void
  onInsist(): void
}) {
  return (
    <Dialog title={t.title} about={t.about} onClose={onKeep} onSubmit={onKeep}>
      <div className={css.both}>
        <Lines title={t.theirs} lines={theirs} />
        <Lines title={t.mine} lines={mine} />
      </div>
      <Acts>
        <Button onClick={onInsist}>{t.insist}</Button>
        <Button look="primary" type="submit" data-first="">
          {t.keep}
        </Button>
      </Acts>
    </Dialog>
  )
}

const Lines = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) => (
  <section>
    <h3>{title}</h3>
    {lines.length === 0 ? (
      <p className={css.soft}>{t.nothing}</p>
    ) : (
      <ul>
        {lines.map(line => (
          <li key={line} dir="auto">
            {line}
          </li>
        ))}
      </ul>
    )}
  </section>
)
