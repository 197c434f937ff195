import { useNavigate } from '@tanstack/react-router'
import type { User } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { mailed } from '../../kit/no-mail.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import { t } from './texts.ts'

/** Access of a person: invite again, sign out, remove the second factor, suspend. */
export function Access({ user, onChanged }: { readonly user: User; onChanged(): Promise<unknown> }) {
  const { act, confirm, outcome } = useActs(onChanged, { last_admin: t.lastAdmin })
  const navigate = useNavigate()
  const of = { params: { userId: user.id } }
  const setStatus = (status: User['status'], said: string) =>
    act(() => call('PATCH /api/v1/admin/users/{userId}', { ...of, body: { status } }), said)
  const withdraw = async () => {
    await call('DELETE /api/v1/admin/users/{userId}/invite', { ...of, version: user.version })
    const said = t.withdrawn(user.nom ?? user.invited?.email ?? '')
    await navigate({ to: '/utilisateurs', search: { onglet: 'attendus' }, state: { notice: said } })
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
              act(() => call('POST /api/v1/admin/users/{userId}/invite', of), mailed(t.invitedAgain))
            }
          >
            {t.again}
          </Button>
        )}
        {user.invited && user.last_seen_at === null && (
          <Button
            look="bad"
            icon="bin"
            onClick={() => confirm({ ...t.withdrawing, now: t.withdraw, look: 'bad', work: withdraw })}
          >
            {t.withdraw}
          </Button>
        )}
        {user.sessions > 0 && (
          <Button
            icon="out"
            onClick={() =>
              act(() => call('DELETE /api/v1/admin/users/{userId}/sessions', of), t.sessionsEnded)
            }
          >
            {t.endSessions}
          </Button>
        )}
        {user.second_factor && (
          <Button
            onClick={() =>
              act(() => call('DELETE /api/v1/admin/users/{userId}/second-factor', of), t.factorReset)
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
      {outcome}
    </Section>
  )
}
