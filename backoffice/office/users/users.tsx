import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { mailAddressOf } from '../../../shared/typed/mail-address.ts'
import { changing } from '../../kit/address.ts'
import type { User } from '../../kit/api/contract.ts'
import { listing } from '../../kit/api/queries.ts'
import { DownloadTable } from '../../kit/desk/download.tsx'
import { ListPage } from '../../kit/list-page.tsx'
import { Address } from '../../kit/ui/address.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Select } from '../../kit/ui/field.tsx'
import { Done, Empty } from '../../kit/ui/message.tsx'
import { Options } from '../../kit/ui/options.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { moment } from '../../kit/words/format.ts'
import { nouns } from '../../kit/words/texts.ts'
import { useArrivalNotice } from '../arrival-notice.ts'
import { filterOf, queryOf, type UsersAddress } from './address.ts'
import { Invite } from './invite.tsx'
import { PersonalData } from './personal-data.tsx'
import { placesOf } from './role-territory.tsx'
import { t } from './texts.ts'

const route = getRouteApi('/utilisateurs')

/** The people with an account or an invitation. */
export function Users() {
  const address = route.useSearch()
  const go = changing<UsersAddress>(route.useNavigate())
  const [inviting, setInviting] = useState(false)
  const said = useArrivalNotice()
  const listed = useQuery(listing('GET /api/v1/admin/users', { query: queryOf(address) }))
  const client = useQueryClient()
  const { acteur, onglet = 'tous', tri = 'recents', q = '' } = address
  const typed = onglet === 'tous' && !acteur ? mailAddressOf(q)?.toLowerCase() : undefined
  const isNobodys = listed.data?.data.every(({ email, invited }) => (email ?? invited?.email) !== typed)
  return (
    <ListPage
      title={nouns.users}
      tabs={{ label: t.views, names: t.tab, at: onglet }}
      act={
        <Button look="primary" icon="mail" onClick={() => setInviting(true)}>
          {t.invite}
        </Button>
      }
      above={<Done>{said}</Done>}
      find={t.find}
      address={address}
      go={go}
      filters={[{ label: t.ofActeur, value: acteur && ['acteurs', acteur], keys: ['acteur'] }]}
      controls={
        <Select
          label={t.order}
          value={tri}
          onChange={({ currentTarget: { value } }) => go({ tri: value as typeof tri })}
        >
          <Options of={Object.entries(t.orders)} />
        </Select>
      }
      end={<DownloadTable route="GET /api/v1/admin/users" query={filterOf(address)} name="utilisateurs" />}
      between={
        typed &&
        isNobodys && (
          <PersonalData
            key={typed}
            email={typed}
            about={t.dataOfNobody(typed)}
            onChanged={() => client.invalidateQueries({ queryKey: ['GET /api/v1/admin/users'] })}
          />
        )
      }
      caption={t.table}
      columns={COLUMNS}
      listed={listed}
      empty={<Empty title={t.none} next={t.noneNext} />}
    >
      {inviting && <Invite onClose={() => setInviting(false)} />}
    </ListPage>
  )
}

const COLUMNS: readonly Column<User>[] = [
  {
    name: nouns.nom,
    of: ({ id, nom, invited, status }) => (
      <>
        <Link to="/utilisateurs/$id" params={{ id }}>
          {nom ?? t.nameless}
        </Link>{' '}
        {status === 'suspended' ? (
          <Chip tone="bad">{t.suspended}</Chip>
        ) : (
          invited && <Chip tone="wait">{t.expected}</Chip>
        )}
      </>
    ),
  },
  {
    name: t.column.email,
    isLong: true,
    of: ({ email, invited }) => {
      const address = email ?? invited?.email
      return address && <Address of={address} />
    },
  },
  {
    name: t.column.roles,
    of: user => user.roles.map(role => t.roleAt(t.role[role], placesOf(user, role))).join(', '),
  },
  { name: nouns.acteurs, of: ({ acteurs }) => acteurs.map(({ nom }) => nom).join(', ') },
  {
    name: t.column.seen,
    isLong: true,
    of: ({ last_seen_at }) => (last_seen_at ? moment(new Date(last_seen_at), new Date()) : t.never),
  },
]
