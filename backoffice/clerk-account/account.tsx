import { Link } from '@tanstack/react-router'
import { Page } from '../clerk/page.tsx'
import { t } from '../clerk/texts.ts'
import { usePerson } from '../shell/person.ts'

export function Account() {
  const person = usePerson()
  return (
    <Page title={t.me} about={person?.email}>
      <p>
        <Link to="/compte">{person?.nom ?? person?.email}</Link>
      </p>
    </Page>
  )
}
