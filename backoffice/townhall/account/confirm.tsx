import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../kit/account/session.ts'
import { client, me } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { send } from '../../kit/api/send.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import type { AccountAddress } from './address.ts'
import { t } from './texts.ts'

/** Confirms a new address with a button: programs that open the links of mails must not confirm it. */
export function Confirm() {
  const { confirmer } = useSearch({ strict: false }) as AccountAddress
  const navigate = useNavigate()
  const account = useAccount()
  const { act, busy, error, failure, outcome } = useActs(account.refetch, { invalid_token: t.address.old })
  const [isDone, setDone] = useState(false)
  if (isDone) return outcome
  if (!confirmer) return null
  const away = () =>
    navigate({ to: '/espace/moi', search: before => ({ ...before, confirmer: undefined }), replace: true })
  const confirm = async () => {
    await send('POST /auth/confirm-address', { body: { token: confirmer } })
    const { data } = await client.fetchQuery({ ...me(), staleTime: 0 })
    setDone(true)
    await away()
    return data.email ?? ''
  }
  const isOld = error instanceof Refused && error.code === 'invalid_token'
  return (
    <Section title={t.address.confirm}>
      <p>{t.address.confirmAbout}</p>
      {failure}
      <Actions>
        <Button look="primary" off={busy || isOld} onClick={() => act(confirm, t.address.confirmed)}>
          {t.address.confirmNow}
        </Button>
        <Button onClick={() => void away()}>{t.address.confirmNot}</Button>
      </Actions>
    </Section>
  )
}
