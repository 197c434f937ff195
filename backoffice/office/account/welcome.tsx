import { Link } from '@tanstack/react-router'
import css from '../../kit/account/account.module.css'
import { useAccount } from '../../kit/account/session.ts'
import { t } from '../../kit/account/texts.ts'
import { usePerson } from '../../kit/person.ts'
import { Section } from '../../kit/ui/section.tsx'

/** A person without a name is here for the first time, often with a password set by a colleague. */
export function Welcome() {
  const person = usePerson()
  const account = useAccount()
  if (!person || person.nom !== null) return null
  return (
    <Section title={t.welcome}>
      <ol className={`stack gap-8 ${css.steps}`}>
        <li>
          <Link to="/compte">{t.welcomeName}</Link>
        </li>
        {account.data?.user.email !== null && (
          <li>
            <Link to="/compte">{t.welcomePassword}</Link>
          </li>
        )}
        {account.data?.user.twoFactorEnabled === false && (
          <li>
            <Link to="/compte">{t.welcomeFactor}</Link>
          </li>
        )}
      </ol>
    </Section>
  )
}
