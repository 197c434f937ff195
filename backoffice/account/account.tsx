import licences from '@fontsource-variable/source-sans-3/LICENSE?url'
import { signOut } from '../api/session.ts'
import { Content, PageHead } from '../kit/page.tsx'
import { usePerson } from '../kit/person.ts'
import { t as kit } from '../kit/texts.ts'
import { Button } from '../ui/button.tsx'
import { Actions, Section } from '../ui/section.tsx'
import css from './account.module.css'
import { Devices } from './devices.tsx'
import { Display } from './display.tsx'
import { Name } from './name.tsx'
import { Password } from './password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { t } from './texts.ts'

export function Account() {
  const person = usePerson()
  if (!person) return null
  const leave = (everywhere: boolean) => void signOut(everywhere).then(() => location.assign('/'))
  return (
    <>
      <PageHead title={t.title} />
      <Content>
        <Section title={person.nom ?? t.who}>
          <dl className={css.facts}>
            <dt>{t.email}</dt>
            <dd>{person.email ?? t.noEmail}</dd>
            <dt>{t.roles}</dt>
            <dd>{person.roles.map(role => kit.role[role]).join(', ') || kit.role.none}</dd>
          </dl>
          <Name nom={person.nom} />
          <Actions>
            <Button icon="out" onClick={() => leave(false)}>
              {t.signOut}
            </Button>
            <Button onClick={() => leave(true)}>{t.signOutEverywhere}</Button>
          </Actions>
        </Section>
        <Display />
        <Password />
        <SecondFactor />
        <Devices />
        <p className={css.soft}>
          <a href={licences}>{t.licences}</a>
        </p>
      </Content>
    </>
  )
}
