import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ACTEUR_TYPES } from '../../../shared/words/acteurs.ts'
import { changing } from '../../kit/address.ts'
import type { AdminCommune } from '../../kit/api/contract.ts'
import { listing } from '../../kit/api/queries.ts'
import { t as desk } from '../../kit/desk/texts.ts'
import { isLimitedIn } from '../../kit/limited.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { usePerson } from '../../kit/person.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Empty } from '../../kit/ui/message.tsx'
import type { Column } from '../../kit/ui/table.tsx'
import { number } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { nouns } from '../../kit/words/texts.ts'
import { type CommunesAddress, LACKS } from './address.ts'
import css from './communes.module.css'
import { Create } from './create.tsx'
import { t } from './texts.ts'

const route = getRouteApi('/communes')

/** Communes are 35 000: without a search or a filter, the screen proposes some. A limited role has few: all are listed. */
export function Communes() {
  const address = route.useSearch()
  const go = changing<CommunesAddress>(route.useNavigate())
  const [creating, setCreating] = useState(false)
  const { departement, sans } = address
  const isLimited = isLimitedIn(usePerson(), 'communes')
  const isFiltered = isLimited || Boolean(address.q || sans || departement)
  const listed = useQuery({
    ...listing('GET /api/v1/admin/communes', { query: queryOf(address) }),
    enabled: isFiltered,
  })
  const found = isFiltered && listed.data ? t.found(listed.data.meta.total) : undefined
  const create = !isLimited && <Button onClick={() => setCreating(true)}>{t.create.open}</Button>
  return (
    <ListPage
      title={nouns.communes}
      about={found}
      find={t.searchIn}
      address={address}
      go={go}
      filters={[{ label: t.fields.departement, value: departement, keys: ['departement'] }]}
      offered={[
        {
          label: t.lacks,
          value: sans && t.lacking[sans],
          keys: ['sans'],
          options: LACKS.map(lack => [lack, t.lacking[lack]]),
        },
      ]}
      end={create}
      instead={!isFiltered && <First />}
      caption={nouns.communes}
      columns={columns}
      listed={listed}
      ownEmpty
      empty={
        <Empty title={desk.nothingFound} next={t.nothingNext}>
          {create && <p>{create}</p>}
        </Empty>
      }
    >
      {creating && <Create nom={address.q ?? ''} onClose={() => setCreating(false)} />}
    </ListPage>
  )
}

const queryOf = ({ q, departement, sans, page }: CommunesAddress) => ({
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
    name: t.fields.nom,
    of: ({ id, nom }) => (
      <Link to="/communes/$id" params={{ id }}>
        {nom}
      </Link>
    ),
  },
  { name: t.fields.departement, of: ({ departement }) => departement },
  { name: t.fields.codes_postaux, of: ({ codes_postaux }) => codes_postaux.slice(0, 2).join(',\u00a0') },
  {
    name: t.fields.population,
    isNumber: true,
    of: ({ population }) => population !== null && number(population),
  },
  { name: labelOf(ACTEUR_TYPES.mairie), of: ({ mairie_actor }) => mairie_actor?.nom },
  {
    name: nouns.state,
    of: ({ successor, contact }) =>
      successor ? (
        <Chip tone="plain">{t.mergedInto(successor.nom)}</Chip>
      ) : (
        !contact && <Chip tone="wait">{t.unreachable}</Chip>
      ),
  },
]
