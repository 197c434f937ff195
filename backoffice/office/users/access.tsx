import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Done, Failure, Note, sentenceOf } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { t } from './texts.ts'

/** Access of a person: invite again, sign out, remove the second factor, suspend. */
export function Access({
  user,
  onChanged,
}: {
  readonly user: User
  readonly onChanged: () => Promise<unknown>
}) {
  const [notice, setNotice] = useState<string>()
  const [failure, setFailure] = useState<string>()
  const params = { userId: user.id }
  const act = async (work: Promise<unknown>, done: string) => {
    setNotice(undefined)
    setFailure(undefined)
    try {
      await work
      await onChanged()
      setNotice(done)
    } catch (error) {
      setFailure(error instanceof Refused && error.code === 'last_admin' ? t.lastAdmin : sentenceOf(error))
    }
  }
  const setStatus = (status: User['status'], done: string) =>
    void act(call('PATCH /api/v1/admin/users/{userId}', { params, body: { status } }), done)
  const navigate = useNavigate()
  const [withdrawing, setWithdrawing] = useState(false)
  const withdraw = async () => {
    setWithdrawing(false)
    setFailure(undefined)
    try {
      await call('DELETE /api/v1/admin/users/{userId}/invite', { params, version: user.version })
      void client.invalidateQueries({ queryKey: ['GET /api/v1/admin/users'] })
      await navigate({
        to: '/utilisateurs',
        search: { onglet: 'attendus' },
        state: { said: t.withdrawn(user.nom ?? user.invited?.email ?? '') },
      })
    } catch (error) {
      setFailure(sentenceOf(error))
      await onChanged()
    }
  }
  const isSuspended = user.status === 'suspended'
  return (
    <Section title={t.access}>
      {isSuspended ? (
        <Note tone="bad">{t.isSuspended}</Note>
      ) : (
        <p>
          {t.sessions(user.sessions)} {user.second_factor ? t.factorOn : t.factorOff}
        </p>
      )}
      <Actions>
        {user.invited && !isSuspended && (
          <Button
            icon="mail"
            onClick={() =>
              void act(call('POST /api/v1/admin/users/{userId}/invite', { params }), t.invitedAgain)
            }
          >
            {t.again}
          </Button>
        )}
        {user.invited && user.last_seen_at === null && (
          <Button look="bad" icon="bin" onClick={() => setWithdrawing(true)}>
            {t.withdraw}
          </Button>
        )}
        {user.sessions > 0 && (
          <Button
            icon="out"
            onClick={() =>
              void act(call('DELETE /api/v1/admin/users/{userId}/sessions', { params }), t.sessionsEnded)
            }
          >
            {t.endSessions}
          </Button>
        )}
        {user.second_factor && (
          <Button
            onClick={() =>
              void act(call('DELETE /api/v1/admin/users/{userId}/second-factor', { params }), t.factorReset)
            }
          >
            {t.resetFactor}
          </Button>
        )}
        {isSuspended ? (
          <Button icon="check" onClick={() => setStatus('active', t.wasLetIn)}>
            {t.letIn}
          </Button>
        ) : (
          <Button look="bad" onClick={() => setStatus('suspended', t.wasSuspended)}>
            {t.suspend}
          </Button>
        )}
      </Actions>
      <Done>{notice}</Done>
      {failure && <Failure>{failure}</Failure>}
      {withdrawing && (
        <Dialog
          title={t.withdrawing.title}
          about={t.withdrawing.about}
          onClose={() => setWithdrawing(false)}
          onSubmit={withdraw}
        >
          <Acts>
            <Button onClick={() => setWithdrawing(false)}>{t.withdrawing.keep}</Button>
            <Button look="bad" type="submit">
              {t.withdraw}
            </Button>
          </Acts>
        </Dialog>
      )}
    </Section>
  )
}
