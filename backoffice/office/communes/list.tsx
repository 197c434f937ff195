import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AdminCommune } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import { Find } from '../../kit/desk/find.tsx'
import { TablePage } from '../../kit/desk/table-page.tsx'
import { t as desk } from '../../kit/desk/texts.ts'
import { Tools } from '../../kit/desk/tools.tsx'
import { Content, PageHead } from '../../kit/page.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Select } from '../../kit/ui/field.tsx'
import { Empty, NotYet } from '../../kit/ui/message.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { number } from '../../kit/words/format.ts'
import { type CommunesAddress, LACKS, type Lack } from './address.ts'
import css from './communes.module.css'
import { Create } from './create.tsx'
import { t } from './texts.ts'

const PER_PAGE = 20
const route = getRouteApi('/communes')

/** 35 000 rows are no list: one looks for a name, or for what is missing. */
export function Communes() {
  const address = route.useSearch()
  const navigate = route.useNavigate()
  const [creating, setCreating] = useState(false)
  const go = (change: CommunesAddress) =>
    void navigate({ search: { ...address, page: undefined, ...change } })
  const asks = Boolean(address.q || address.sans || address.departement)
  const { data, error, refetch } = useQuery({
    ...reading('GET /api/v1/admin/communes', { query: queryOf(address) }),
    enabled: asks,
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHead title={t.title} about={asks && data ? t.found(data.meta.total) : undefined} />
      <Content>
        <Tools end={<Button onClick={() => setCreating(true)}>{t.create.open}</Button>}>
          <Find label={t.searchIn} q={address.q ?? ''} onFind={q => go({ q })} />
          <Select
            label={t.lacks}
            value={address.sans ?? ''}
            onChange={event => go({ sans: (event.currentTarget.value || undefined) as Lack })}
          >
            <option value="">{t.lacking.nothing}</option>
            {LACKS.map(lack => (
              <option key={lack} value={lack}>
                {t.lacking[lack]}
              </option>
            ))}
          </Select>
        </Tools>
        {!asks && <First />}
        {asks && <NotYet data={data} error={error} refetch={refetch} />}
        {asks && data && data.data.length === 0 && (
          <Empty title={desk.nothingFound}>
            <p>{t.nothingNext}</p>
            <p>
              <Button onClick={() => setCreating(true)}>{t.create.open}</Button>
            </p>
          </Empty>
        )}
        {asks && data && data.data.length > 0 && (
          <TablePage
            caption={t.title}
            columns={columns}
            of={data}
            page={address.page}
            perPage={PER_PAGE}
            onPage={page => go({ page })}
          />
        )}
        {creating && <Create nom={address.q ?? ''} onClose={() => setCreating(false)} />}
      </Content>
    </>
  )
}

const queryOf = ({ q, departement, sans, page }: CommunesAddress) => ({
  per_page: PER_PAGE,
  ...(q && { q }),
  ...(departement && { departement }),
  ...(page && { page }),
  ...(sans === 'fusionnees' ? { fusionnee: true } : sans && { [sans]: false }),
})

const First = () => (
  <Empty title={t.first}>
    <div className={css.first}>
      <p>{t.firstNext}</p>
      <ul>
        {LACKS.map(lack => (
          <li key={lack}>
            <Link to="/communes" search={{ sans: lack }}>
              {t.lacking[lack]}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  </Empty>
)

const columns: readonly Column<AdminCommune>[] = [
  {
    name: t.columns.nom,
    of: ({ id, nom }) => (
      <Link to="/communes/$id" params={{ id }}>
        {nom}
      </Link>
    ),
  },
  { name: t.columns.departement, of: ({ departement }) => departement },
  { name: t.columns.codes, of: ({ codes_postaux }) => codes_postaux.slice(0, 2).join(',\u00a0') },
  {
    name: t.columns.population,
    isNumber: true,
    of: ({ population }) => population !== null && number(population),
  },
  { name: t.columns.mairie, of: ({ mairie_actor }) => mairie_actor?.nom },
  {
    name: t.columns.state,
    of: ({ successor, contact }) =>
      successor ? (
        <Chip tone="plain">{t.mergedInto(successor.nom)}</Chip>
      ) : (
        !contact && <Chip tone="wait">{t.unreachable}</Chip>
      ),
  },
]
