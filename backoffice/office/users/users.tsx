import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { DownloadTable } from '../../kit/desk/download.tsx'
import { Find } from '../../kit/desk/find.tsx'
import { openTab, TabLinks } from '../../kit/desk/tab-links.tsx'
import { TablePage } from '../../kit/desk/table-page.tsx'
import { Content, PageHead } from '../../kit/page.tsx'
import { Address } from '../../kit/ui/address.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Select } from '../../kit/ui/field.tsx'
import { Empty, Loading, Problem } from '../../kit/ui/message.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { moment } from '../../kit/words/format.ts'
import { filterOf, ORDERS, type Order, PER_PAGE, queryOf, TABS, type UsersAddress } from './address.ts'
import { Invite } from './invite.tsx'
import { t } from './texts.ts'
import css from './users.module.css'

/** Who may come in, who is expected, who is shut out. */
export function Users() {
  const address: UsersAddress = useSearch({ from: '/utilisateurs' })
  const navigate = useNavigate()
  const [inviting, setInviting] = useState(false)
  const go = (change: Partial<UsersAddress>) =>
    void navigate({ to: '/utilisateurs', search: { ...address, ...change } })
  const { data, error, refetch } = useQuery({
    ...reading('GET /api/v1/admin/users', { query: queryOf(address) }),
    placeholderData: keepPreviousData,
  })
  const tab = address.onglet ?? 'tous'
  return (
    <>
      <PageHead title={t.title} tab={openTab(TABS, tab, t.tab)}>
        <Button look="primary" icon="mail" onClick={() => setInviting(true)}>
          {t.invite}
        </Button>
      </PageHead>
      <TabLinks label={t.views} tabs={TABS} at={tab} names={t.tab} />
      <Content>
        <search className={css.tools}>
          <Find label={t.find} q={address.q ?? ''} onFind={q => go({ q, page: undefined })} />
          <Select
            label={t.order}
            value={address.tri ?? 'recents'}
            onChange={event => go({ tri: event.currentTarget.value as Order, page: undefined })}
          >
            {ORDERS.map(order => (
              <option key={order} value={order}>
                {t.orders[order]}
              </option>
            ))}
          </Select>
          <DownloadTable route="GET /api/v1/admin/users" query={filterOf(address)} name="utilisateurs" />
        </search>
        {error && <Problem error={error} retry={() => void refetch()} />}
        {!error && !data && <Loading />}
        {data?.data.length === 0 && (
          <Empty title={t.none}>
            <p>{t.noneNext}</p>
          </Empty>
        )}
        {data && data.data.length > 0 && (
          <TablePage
            caption={t.table}
            columns={COLUMNS}
            of={data}
            page={address.page}
            perPage={PER_PAGE}
            onPage={page => go({ page })}
          />
        )}
      </Content>
      {inviting && <Invite onClose={() => setInviting(false)} />}
    </>
  )
}

const COLUMNS: readonly Column<User>[] = [
  {
    name: t.column.name,
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
  { name: t.column.roles, of: ({ roles }) => roles.map(role => t.role[role]).join(', ') },
  { name: t.column.acteurs, of: ({ acteurs }) => acteurs.map(({ nom }) => nom).join(', ') },
  {
    name: t.column.seen,
    of: ({ last_seen_at }) => (last_seen_at ? moment(new Date(last_seen_at), new Date()) : t.never),
  },
]
