import licences from '@fontsource-variable/source-sans-3/LICENSE?url'
import type { Area } from '../../../shared/words/access.ts'
import css from '../../kit/account/account.module.css'
import { Devices } from '../../kit/account/devices.tsx'
import { Display } from '../../kit/account/display.tsx'
import { Name } from '../../kit/account/name.tsx'
import { Passkeys } from '../../kit/account/passkeys.tsx'
import { Password } from '../../kit/account/password.tsx'
import { SecondFactor } from '../../kit/account/second-factor.tsx'
import { t } from '../../kit/account/texts.ts'
import { signOut } from '../../kit/api/session.ts'
import { Content, PageHead } from '../../kit/page.tsx'
import { usePerson } from '../../kit/person.ts'
import { t as kit } from '../../kit/texts.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { contacts } from '../../kit/words/contacts.ts'
import { nouns } from '../../kit/words/texts.ts'
import { Digest } from './digest.tsx'
import { Notices } from './notices.tsx'

/** The areas with queues that are watched. */
const QUEUES: readonly Area[] = ['moderation', 'claims', 'support']

export function Account() {
  const person = usePerson()
  if (!person) return null
  const leave = (everywhere: boolean) => void signOut(everywhere).then(next => location.assign(next))
  return (
    <>
      <PageHead title={nouns.account} />
      <Content>
        <Section title={person.nom ?? t.who}>
          <dl className={css.facts}>
            <dt>{contacts.email}</dt>
            <dd className="anywhere">{person.email ?? t.noEmail}</dd>
            <dt>{t.roles}</dt>
            <dd className="anywhere">
              {person.roles.map(role => kit.role[role]).join(', ') || kit.role.none}
            </dd>
          </dl>
          <Name nom={person.nom} />
          <Actions>
            <Button icon="out" onClick={() => leave(false)}>
              {t.signOut}
            </Button>
            <Button onClick={() => leave(true)}>{t.signOutEverywhere}</Button>
          </Actions>
        </Section>
        {person.areas.length > 0 && <Digest areas={person.areas} />}
        {person.areas.some(area => QUEUES.includes(area)) && <Notices />}
        <Display />
        <Password />
        <SecondFactor />
        <Passkeys />
        <Devices />
        <p className="top-16 soft">
          <a href={licences}>{t.licences}</a>
        </p>
      </Content>
    </>
  )
}
