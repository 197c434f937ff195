import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { changing } from '../../kit/address.ts'
import type { User } from '../../kit/api/contract.ts'
import { listing } from '../../kit/api/queries.ts'
import { DownloadTable } from '../../kit/desk/download.tsx'
import { activeFilters, FilterBar, showAll } from '../../kit/desk/filter-bar.tsx'
import { TablePage } from '../../kit/desk/table-page.tsx'
import { Content, PageHead } from '../../kit/page.tsx'
import { Address } from '../../kit/ui/address.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Select } from '../../kit/ui/field.tsx'
import { Done, Empty } from '../../kit/ui/message.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { moment } from '../../kit/words/format.ts'
import { nouns } from '../../kit/words/texts.ts'
import { useSaid } from '../said.ts'
import { filterOf, type Order, queryOf, type UsersAddress } from './address.ts'
import { Invite } from './invite.tsx'
import { placesOf } from './role-territory.tsx'
import { t } from './texts.ts'

const route = getRouteApi('/utilisateurs')

/** The people with an account or an invitation. */
export function Users() {
  const address = route.useSearch()
  const go = changing<UsersAddress>(route.useNavigate())
  const [inviting, setInviting] = useState(false)
  const said = useSaid()
  const listed = useQuery(listing('GET /api/v1/admin/users', { query: queryOf(address) }))
  const { acteur, onglet = 'tous', tri = 'recents', page } = address
  const filters = activeFilters(address, [
    { label: t.ofActeur, value: acteur && ['acteurs', acteur], keys: ['acteur'] },
  ])
  return (
    <>
      <PageHead title={nouns.users} tabs={{ label: t.views, names: t.tab, at: onglet }}>
        <Button look="primary" icon="mail" onClick={() => setInviting(true)}>
          {t.invite}
        </Button>
      </PageHead>
      <Content>
        <Done>{said}</Done>
        <FilterBar
          label={t.find}
          address={address}
          filters={filters}
          onChange={go}
          end={
            <DownloadTable route="GET /api/v1/admin/users" query={filterOf(address)} name="utilisateurs" />
          }
        >
          <Select
            label={t.order}
            value={tri}
            onChange={event => go({ tri: event.currentTarget.value as Order })}
          >
            {Object.entries(t.orders).map(([order, name]) => (
              <option key={order} value={order}>
                {name}
              </option>
            ))}
          </Select>
        </FilterBar>
        <TablePage
          caption={t.table}
          columns={COLUMNS}
          listed={listed}
          page={page}
          onPage={page => go({ page })}
          onShowAll={showAll(filters, go)}
          empty={<Empty title={t.none} next={t.noneNext} />}
        />
      </Content>
      {inviting && <Invite onClose={() => setInviting(false)} />}
    </>
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
    of: ({ last_seen_at }) => (last_seen_at ? moment(new Date(last_seen_at), new Date()) : t.never),
  },
]
