import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useAccount } from '../../kit/account/session.ts'
import { client, me } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { send } from '../../kit/api/send.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Failure, Note, sentenceOf } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import type { AccountAddress } from './address.ts'
import { t } from './texts.ts'

/** Confirms a new address with a button: programs that open the links of mails must not confirm it. */
export function Confirm() {
  const { confirmer } = useSearch({ strict: false }) as AccountAddress
  const navigate = useNavigate()
  const account = useAccount()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [done, setDone] = useState<string>()
  if (done)
    return (
      <div role="status">
        <Note tone="ok">{t.address.confirmed(done)}</Note>
      </div>
    )
  if (!confirmer) return null
  const away = () =>
    navigate({ to: '/espace/moi', search: before => ({ ...before, confirmer: undefined }), replace: true })
  const confirm = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await send('POST /auth/confirm-address', { body: { token: confirmer } })
      await account.refetch()
      const { data } = await client.fetchQuery({ ...me(), staleTime: 0 })
      setDone(data.email ?? '')
      await away()
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const isOld = failure instanceof Refused && failure.code === 'invalid_token'
  return (
    <Section title={t.address.confirm}>
      <p>{t.address.confirmAbout}</p>
      {failure !== undefined && <Failure>{isOld ? t.address.old : sentenceOf(failure)}</Failure>}
      <Actions>
        <Button look="primary" off={busy || isOld} onClick={() => void confirm()}>
          {t.address.confirmNow}
        </Button>
        <Button onClick={() => void away()}>{t.address.confirmNot}</Button>
      </Actions>
    </Section>
  )
}
