import { useRef } from 'react'
import { PasskeyEntry } from '../kit/account/passkey-entry.tsx'
import { Passkeys } from '../kit/account/passkeys.tsx'
import { SecondFactor } from '../kit/account/second-factor.tsx'
import { useAccount, usePasskeys } from '../kit/account/session.ts'
import { t } from '../kit/account/texts.ts'
import { signOut } from '../kit/api/session.ts'
import css from '../kit/page.module.css'
import { Content, PageHead } from '../kit/page.tsx'
import type { Person } from '../kit/person.ts'
import { Button } from '../kit/ui/button.tsx'
import { Actions } from '../kit/ui/section.tsx'
import { SessionEnded } from './sign-in/session-ended.tsx'

/**
 * In place of the office, for a person whose roles need a second factor (`SECOND_FACTOR=required`). It stays until the
 * person goes on: the backup codes are shown here once.
 */
export function SecondFactorNeeded({ person }: { readonly person: Person }) {
  const { data } = useAccount()
  const { data: passkeys } = usePasskeys()
  // A person who signed in with the password must still use the passkey they have. Adding one here counts as using it.
  const count = useRef<number>(undefined)
  if (passkeys) count.current ??= passkeys.length
  const hadOne = (count.current ?? 0) > 0
  return (
    <main id="content" tabIndex={-1}>
      <PageHead title={t.needed.title} />
      <Content>
        <p className={css.next}>{data?.user.email === null ? t.needed.there : t.needed.about}</p>
        {hadOne && <PasskeyEntry onEntered={() => location.assign('/')} />}
        <SecondFactor />
        <Passkeys />
        <Actions>
          {(data?.user.twoFactorEnabled || (!hadOne && passkeys && passkeys.length > 0)) && (
            <a href="/">{t.needed.goOn}</a>
          )}
          {person.acteurs.length > 0 && <a href="/espace">{t.needed.townhall}</a>}
          <Button icon="out" onClick={() => void signOut().then(next => location.assign(next))}>
            {t.signOut}
          </Button>
        </Actions>
      </Content>
      <SessionEnded person={person} />
    </main>
  )
}
