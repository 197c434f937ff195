import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mailAddressOf } from '../../../shared/typed/mail-address.ts'
import { MEMBER_ROLES } from '../../../shared/words/access.ts'
import type { AdminActeur, Member } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { mailed, NoMail } from '../../kit/no-mail.tsx'
import { Address } from '../../kit/ui/address.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Note, NotYet } from '../../kit/ui/message.tsx'
import { Actions } from '../../kit/ui/section.tsx'
import { type Column, Table } from '../../kit/ui/table.tsx'
import { contacts } from '../../kit/words/contacts.ts'
import { date } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { actions, common, nouns } from '../../kit/words/texts.ts'
import { type Rights, RightsFields } from '../claims/rights.tsx'
import { readAgain } from './queries.ts'
import { t } from './texts.ts'

interface Props {
  readonly acteur: AdminActeur
  say(text: string): void
}

const nameOf = ({ nom, email }: Member) => nom ?? email ?? common.nameless

/** The members of an acteur: add, change rights, remove. */
export function Members({ acteur, say }: Props) {
  const params = { id: acteur.id }
  const listed = useQuery(
    reading('GET /api/v1/admin/acteurs/{id}/members', { params, query: { per_page: 100 } }),
  )
  const [asking, setAsking] = useState<'add' | Member>()
  const { act, failure } = useActs(readAgain)
  const members = listed.data?.data ?? []
  const remove = async (member: Member) => {
    await call('DELETE /api/v1/admin/acteurs/{id}/members/{userId}', {
      params: { ...params, userId: member.id },
    })
    say(t.members.removed(nameOf(member)))
  }
  const now = new Date()
  const governs = acteur.may.includes('govern')
  const acts: Column<Member> = {
    name: t.members.change,
    isActs: true,
    of: member => (
      <Actions>
        <Button look="link" onClick={() => setAsking(member)}>
          {t.members.change}
        </Button>
        <Button look="link" onClick={() => act(() => remove(member))}>
          {t.members.remove}
        </Button>
      </Actions>
    ),
  }
  if (!listed.data) return <NotYet {...listed} />
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
              name: nouns.person,
              of: member => (
                <>
                  {nameOf(member)} {member.expected && <small>({t.members.expected})</small>}
                  {member.status === 'suspended' && <small>({t.members.suspended})</small>}
                </>
              ),
            },
            { name: contacts.email, isLong: true, of: ({ email }) => email && <Address of={email} /> },
            { name: t.members.role, of: ({ role }) => labelOf(MEMBER_ROLES[role]) },
            { name: t.members.since, of: ({ created_at }) => date(new Date(created_at), now) },
            {
              name: t.members.seen,
              of: ({ last_seen_at }) => last_seen_at && date(new Date(last_seen_at), now),
            },
            ...(governs ? [acts] : []),
          ]}
        />
      )}
      {failure}
      {governs && acteur.deleted_at === null && (
        <Actions>
          <Button icon="person" onClick={() => setAsking('add')}>
            {t.members.add}
          </Button>
        </Actions>
      )}
      {asking === 'add' && <Add id={acteur.id} say={say} onClose={() => setAsking(undefined)} />}
      {asking && asking !== 'add' && (
        <Change id={acteur.id} member={asking} say={say} onClose={() => setAsking(undefined)} />
      )}
    </>
  )
}

interface NewMember extends Rights {
  readonly email: string
  readonly nom: string
}

interface Asked {
  readonly id: string
  say(text: string): void
  onClose(): void
}

function Add({ id, say, onClose }: Asked) {
  const form = useRecord<undefined, NewMember>({
    key: `acteur ${id} member`,
    record: undefined,
    typedOf: () => ({ email: '', nom: '', role: 'owner', permissions: [] }),
    labels: t.members,
    check: ({ email }) => ({ email: email.trim() === '' ? t.members.emailMissing : undefined }),
    unmarked: ['role', 'permissions'],
    async send({ email, nom, ...rights }) {
      const body = { email: mailAddressOf(email) ?? email.trim(), nom: nom.trim() || null, ...rights }
      await call('POST /api/v1/admin/acteurs/{id}/members', { params: { id }, body })
      await readAgain()
      say(mailed(t.members.added(body.nom ?? body.email)))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.members.add}
      onClose={onClose}
      keep={t.members.notAdd}
      now={t.members.addNow}
    >
      <NoMail />
      <Field
        {...form.field('email')}
        hint={t.members.emailHint}
        type="email"
        autoComplete="off"
        maxLength={254}
        autoFocus
      />
      <Field {...form.field('nom')} optional autoComplete="off" maxLength={200} />
      <RightsFields value={form.value} onChange={form.type} />
    </FormDialog>
  )
}

function Change({ id, member, say, onClose }: Asked & { readonly member: Member }) {
  const form = useRecord<Member, Rights>({
    key: undefined,
    record: member,
    typedOf: ({ role, permissions }) => ({ role, permissions }),
    unmarked: ['role', 'permissions'],
    async send(body) {
      await call('PATCH /api/v1/admin/acteurs/{id}/members/{userId}', {
        params: { id, userId: member.id },
        body,
      })
      await readAgain()
      say(t.members.changed(nameOf(member)))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.members.change}
      about={nameOf(member)}
      onClose={onClose}
      keep={actions.leave}
      now={t.members.changeNow}
    >
      <RightsFields value={form.value} onChange={form.type} />
    </FormDialog>
  )
}
