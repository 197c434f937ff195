import { createPortal } from 'react-dom'
import { Button } from '../ui/button.tsx'
import { Acts, Dialog } from '../ui/dialog.tsx'
import { texts } from '../words/language.ts'
import css from './version-conflict.module.css'

/** Version conflict (412): the saved values beside the person's own, to choose from. */
export function VersionConflict({
  theirs,
  mine,
  onKeep,
  onInsist,
}: {
  readonly theirs: readonly string[]
  /** Absent for a switch: the button that was pressed says it. */
  readonly mine?: readonly string[]
  onKeep(): void
  onInsist(): void
}) {
  // In the body: it is shown from within the form, and a form must not stand in another one.
  return createPortal(
    <Dialog title={t.title} about={t.about} onClose={onKeep} onSubmit={onKeep}>
      <div className={css.both}>
        <Lines title={t.theirs} lines={theirs} />
        {mine && <Lines title={t.mine} lines={mine} />}
      </div>
      <Acts>
        <Button onClick={onInsist}>{t.insist}</Button>
        <Button look="primary" type="submit" data-first="">
          {t.keep}
        </Button>
      </Acts>
    </Dialog>,
    document.body,
  )
}

const Lines = ({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) => (
  <section>
    <h3>{title}</h3>
    {lines.length === 0 ? (
      <p className="soft">{t.nothing}</p>
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

const t = texts({
  fr: {
    title: 'Quelqu’un a enregistré cette partie avant vous',
    about: 'Rien n’est perdu. Voyez ce qui a changé, puis choisissez.',
    theirs: 'Ce qui est enregistré maintenant',
    mine: 'Ce que vous vouliez',
    nothing: 'Rien d’autre.',
    keep: 'Garder ce qui est enregistré',
    insist: 'Enregistrer quand même',
  },
  en: {
    title: 'Somebody has saved this part before you',
    about: 'Nothing is lost. See what has changed, then choose.',
    theirs: 'What is saved now',
    mine: 'What you wanted',
    nothing: 'Nothing else.',
    keep: 'Keep what is saved',
    insist: 'Save all the same',
  },
})
