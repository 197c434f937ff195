import { Devices } from '../../kit/account/devices.tsx'
import { Display } from '../../kit/account/display.tsx'
import { Name } from '../../kit/account/name.tsx'
import { Passkeys } from '../../kit/account/passkeys.tsx'
import { Password } from '../../kit/account/password.tsx'
import { SecondFactor } from '../../kit/account/second-factor.tsx'
import { usePerson } from '../../kit/person.ts'
import { Section } from '../../kit/ui/section.tsx'
import { nouns } from '../../kit/words/texts.ts'
import { Page } from '../layout.tsx'
import { Address } from './address.tsx'
import { Close } from './close.tsx'
import { Confirm } from './confirm.tsx'
import { News } from './news.tsx'
import { t } from './texts.ts'

/** The account: name, address, password, sessions, closing. */
export function Account() {
  const person = usePerson()
  if (!person) return null
  return (
    <Page title={nouns.account} about={person.nom ?? person.email}>
      <div className="top-20 anywhere">
        <Confirm />
        <Section title={t.name}>
          <Name nom={person.nom} hint={t.nameHint} />
        </Section>
        <Address email={person.email} />
        <Password />
        <SecondFactor />
        <Passkeys />
        <Devices />
        <News />
        <Display brief />
        <Close />
      </div>
    </Page>
  )
}
