import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import { withoutBlanks } from '../../kit/address.ts'
import type { AdminActeur } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { Find } from '../../kit/desk/find.tsx'
import { TablePage } from '../../kit/desk/table-page.tsx'
import { t as desk } from '../../kit/desk/texts.ts'
import { Tools } from '../../kit/desk/tools.tsx'
import { LazyDialog } from '../../kit/lazy-dialog.tsx'
import { Content, PageHead } from '../../kit/page.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Select } from '../../kit/ui/field.tsx'
import { Empty, NotYet } from '../../kit/ui/message.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { number } from '../../kit/words/format.ts'
import { type ActeursAddress, PER_PAGE, queryOf, STATES, TYPES } from './address.ts'
import { StateChip } from './state.tsx'
import { t } from './texts.ts'

const Create = lazy(() => import('./create.tsx').then(({ Create }) => ({ default: Create })))
const route = getRouteApi('/acteurs')

const COLUMNS: readonly Column<AdminActeur>[] = [
  {
    name: t.column.nom,
    of: ({ id, nom }) => (
      <Link to="/acteurs/$id" params={{ id }}>
        {nom}
      </Link>
    ),
  },
  { name: t.column.commune, of: ({ commune }) => commune?.nom },
  { name: t.column.type, of: ({ type }) => <Chip tone="plain">{t.type[type]}</Chip> },
  { name: t.column.state, of: acteur => <StateChip acteur={acteur} /> },
  { name: t.column.owners, of: ({ owners_count }) => number(owners_count), isNumber: true },
  { name: t.column.publications, of: ({ publications_count }) => number(publications_count), isNumber: true },
]

/** All acteurs in a table; which ones, the address says. */
export function Acteurs() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const [creating, setCreating] = useState(false)
  const go = (change: Partial<ActeursAddress>) =>
    void navigate({ search: before => withoutBlanks({ ...before, page: undefined, ...change }) })
  const listed = useQuery({
    ...reading('GET /api/v1/admin/acteurs', { query: queryOf(address) }),
    placeholderData: keepPreviousData,
  })
  const rows = listed.data?.data ?? []
  const { page: _, ...narrowed } = address
  return (
    <>
      <PageHead title={t.title} />
      <Content>
        <Tools
          end={
            <Button look="primary" onClick={() => setCreating(true)}>
              {t.create}
            </Button>
          }
        >
          <Find label={t.searchIn} q={address.q ?? ''} onFind={q => go({ q: q || undefined })} />
          <Picker
            kind="communes"
            label={t.filter.commune}
            value={address.commune}
            onChange={commune => go({ commune })}
          />
          <Select
            label={t.filter.type}
            value={address.type ?? ''}
            onChange={event => go({ type: TYPES.find(one => one === event.currentTarget.value) })}
          >
            <option value="">{t.filter.any}</option>
            {TYPES.map(one => (
              <option key={one} value={one}>
                {t.type[one]}
              </option>
            ))}
          </Select>
          <Select
            label={t.filter.state}
            value={address.etat ?? ''}
            onChange={event => go({ etat: STATES.find(one => one === event.currentTarget.value) })}
          >
            <option value="">{t.filter.any}</option>
            {STATES.map(one => (
              <option key={one} value={one}>
                {t.stateFilter[one]}
              </option>
            ))}
          </Select>
        </Tools>
        {!listed.data ? (
          <NotYet {...listed} />
        ) : rows.length === 0 ? (
          <Empty title={t.empty}>
            <p>{t.emptyNext}</p>
            {Object.keys(narrowed).length > 0 && (
              <Button onClick={() => void navigate({ search: {} })}>{desk.withoutFilters}</Button>
            )}
          </Empty>
        ) : (
          <TablePage
            caption={t.table}
            columns={COLUMNS}
            of={listed.data}
            page={address.page}
            perPage={PER_PAGE}
            onPage={page => go({ page })}
          />
        )}
      </Content>
      <LazyDialog onClose={() => setCreating(false)}>
        {creating && (
          <Create
            nom={address.q}
            commune={address.commune}
            type={address.type}
            onClose={() => setCreating(false)}
          />
        )}
      </LazyDialog>
    </>
  )
}
