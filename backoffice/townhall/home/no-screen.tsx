import { Link } from '@tanstack/react-router'
import { usePerson } from '../../kit/person.ts'
import { Icon } from '../../kit/ui/icon.tsx'
import { Page } from '../layout.tsx'
import css from './home.module.css'
import { t } from './texts.ts'

/** Shown at an address of the office to a person who may not enter it. */
export const Elsewhere = () => (
  <Page title={t.elsewhere.title} about={t.elsewhere.next}>
    <p className={css.next}>
      <Link to="/espace">{t.elsewhere.home}</Link>
    </p>
  </Page>
)

/** Shown to a person without any acteur: how to join or claim one. */
export function OfNothing() {
  const email = usePerson()?.email ?? ''
  return (
    <Page title={t.nobody.title} about={t.nobody.about}>
      <ul className={`stack gap-14 ${css.ways}`}>
        <li className="flex gap-14 card">
          <Icon name="people" />
          <div>
            <h2>{t.nobody.invited.title}</h2>
            <p>{t.nobody.invited.text(email)}</p>
          </div>
        </li>
        <li className="flex gap-14 card">
          <Icon name="key" />
          <div>
            <h2>{t.nobody.claim.title}</h2>
            <p>{t.nobody.claim.text}</p>
            <p className={css.next}>
              <Link to="/espace/demandes">{t.nobody.claim.ask}</Link>
            </p>
          </div>
        </li>
      </ul>
    </Page>
  )
}
