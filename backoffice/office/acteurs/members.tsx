import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MEMBER_ROLES } from '../../../shared/words/access.ts'
import type { AdminActeur, Member } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { Address } from '../../kit/ui/address.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Loading, Note, Problem } from '../../kit/ui/message.tsx'
import { Actions } from '../../kit/ui/section.tsx'
import { Table } from '../../kit/ui/table.tsx'
import { date } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { common } from '../../kit/words/texts.ts'
import { type Rights, RightsFields } from '../claims/rights.tsx'
import { readAgain } from './queries.ts'
import { t } from './texts.ts'

interface Props {
  readonly acteur: AdminActeur
  say(text: string): void
}

const nameOf = ({ nom, email }: Member) => nom ?? email ?? common.somebody

/** The members of an acteur: add, change rights, remove. */
export function Members({ acteur, say }: Props) {
  const params = { id: acteur.id }
  const listed = useQuery(
    reading('GET /api/v1/admin/acteurs/{id}/members', { params, query: { per_page: 100 } }),
  )
  const [asking, setAsking] = useState<'add' | Member>()
  const [failure, setFailure] = useState<unknown>()
  const members = listed.data?.data ?? []
  const remove = async (member: Member) => {
    setFailure(undefined)
    try {
      await call('DELETE /api/v1/admin/acteurs/{id}/members/{userId}', {
        params: { ...params, userId: member.id },
      })
      say(t.members.removed(nameOf(member)))
    } catch (error) {
      setFailure(error)
    }
    await readAgain()
  }
  const now = new Date()
  if (!listed.data)
    return listed.error ? <Problem error={listed.error} retry={() => void listed.refetch()} /> : <Loading />
  return (
    <>
      {members.length === 0 ? (
        <p>{t.members.none}</p>
      ) : (
        !members.some(({ role }) => role === 'owner') && (
          <Note tone="wait">
            <p>{t.members.noOwner}</p>
          </Note>
        )
      )}
      {members.length > 0 && (
        <Table
          caption={t.members.table}
          rows={members}
          keyOf={({ id }) => id}
          columns={[
            {
              name: t.members.person,
              of: member => (
                <>
                  {nameOf(member)} {member.expected && <small>({t.members.expected})</small>}
                  {member.status === 'suspended' && <small>({t.members.suspended})</small>}
                </>
              ),
            },
            { name: common.email, of: ({ email }) => email && <Address of={email} /> },
            { name: t.members.role, of: ({ role }) => labelOf(MEMBER_ROLES[role]) },
            { name: t.members.since, of: ({ created_at }) => date(new Date(created_at), now) },
            {
              name: t.members.seen,
              of: ({ last_seen_at }) => last_seen_at && date(new Date(last_seen_at), now),
            },
            {
              name: t.members.change,
              isActs: true,
              of: member => (
                <Actions>
                  <Button look="link" onClick={() => setAsking(member)}>
                    {t.members.change}
                  </Button>
                  <Button look="link" onClick={() => void remove(member)}>
                    {t.members.remove}
                  </Button>
                </Actions>
              ),
            },
          ]}
        />
      )}
      {failure !== undefined && <Problem error={failure} />}
      {acteur.deleted_at === null && (
        <Actions>
          <Button icon="person" onClick={() => setAsking('add')}>
            {t.members.add}
          </Button>
        </Actions>
      )}
      {asking === 'add' && <Add id={acteur.id} onClose={() => setAsking(undefined)} />}
      {asking && asking !== 'add' && (
        <Change id={acteur.id} member={asking} onClose={() => setAsking(undefined)} />
      )}
    </>
  )
}

function Add({ id, onClose }: { readonly id: string; onClose(): void }) {
  const [email, setEmail] = useState('')
  const [nom, setNom] = useState('')
  const [rights, setRights] = useState<Rights>({ role: 'owner', permissions: [] })
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const submit = async () => {
    setTried(true)
    if (email.trim() === '') return
    try {
      await call('POST /api/v1/admin/acteurs/{id}/members', {
        params: { id },
        body: { email: email.trim(), nom: nom.trim() || null, ...rights },
      })
      await readAgain()
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Dialog title={t.members.adding} onClose={onClose} onSubmit={submit}>
      <Field
        label={t.members.email}
        hint={t.members.emailHint}
        type="email"
        autoComplete="off"
        maxLength={254}
        autoFocus
        value={email}
        error={tried && email.trim() === '' ? t.members.emailMissing : undefined}
        onChange={event => setEmail(event.currentTarget.value)}
      />
      <Field
        label={t.members.nom}
        optional
        autoComplete="off"
        maxLength={200}
        value={nom}
        onChange={event => setNom(event.currentTarget.value)}
      />
      <RightsFields value={rights} onChange={setRights} />
      {failure !== undefined && <Problem error={failure} />}
      <Acts>
        <Button onClick={onClose}>{t.members.notAdd}</Button>
        <Button look="primary" type="submit">
          {t.members.addNow}
        </Button>
      </Acts>
    </Dialog>
  )
}

function Change({ id, member, onClose }: { readonly id: string; readonly member: Member; onClose(): void }) {
  const [rights, setRights] = useState<Rights>(member)
  const [failure, setFailure] = useState<unknown>()
  const submit = async () => {
    try {
      await call('PATCH /api/v1/admin/acteurs/{id}/members/{userId}', {
        params: { id, userId: member.id },
        body: { role: rights.role, permissions: rights.permissions },
      })
      await readAgain()
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Dialog title={t.members.change} about={nameOf(member)} onClose={onClose} onSubmit={submit}>
      <RightsFields value={rights} onChange={setRights} />
      {failure !== undefined && <Problem error={failure} />}
      <Acts>
        <Button onClick={onClose}>{t.members.notChange}</Button>
        <Button look="primary" type="submit">
          {t.members.changeNow}
        </Button>
      </Acts>
    </Dialog>
  )
}
