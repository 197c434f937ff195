import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { ApiKeys } from '../../kit/api-keys/keys.tsx'
import { type Limit, NewKey } from '../../kit/api-keys/new-key.tsx'
import { Pager } from '../../kit/desk/pager.tsx'
import { Select } from '../../kit/ui/field.tsx'
import { NotYet } from '../../kit/ui/message.tsx'
import { type Chosen, PickSeveral } from '../../kit/ui/pick-several.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { nouns } from '../../kit/words/texts.ts'
import { t } from './keys-texts.ts'

/** All API keys, for administrators. */
export function Keys({
  page = 1,
  onPage,
}: {
  readonly page: number | undefined
  onPage(page: number | undefined): void
}) {
  const { data, error, refetch } = useQuery(reading('GET /api/v1/admin/api-keys', { query: { page } }))
  return (
    <>
      <NotYet data={data} error={error} refetch={refetch} />
      {data && (
        <>
          <ApiKeys
            keys={data.data}
            form={(onClose, onCreated) => <NewLimitedKey onClose={onClose} onCreated={onCreated} />}
            revoke={id => call('DELETE /api/v1/admin/api-keys/{id}', { params: { id } })}
            onChanged={refetch}
          />
          <Pager page={page} shown={data.data.length} meta={data.meta} onPage={onPage} />
        </>
      )}
    </>
  )
}

type Kind = keyof typeof t.kinds
interface Wanted {
  readonly kind: Kind
  readonly acteur: string | undefined
  readonly communes: readonly Chosen[]
  readonly epcis: readonly Chosen[]
}

function limitOf({ kind, acteur, communes, epcis }: Wanted): Limit | undefined {
  if (kind === 'acteur') return acteur === undefined ? undefined : { acteur_id: acteur }
  const ids = (kind === 'communes' ? communes : epcis).map(({ id }) => id)
  if (ids.length === 0) return undefined
  return kind === 'communes' ? { commune_ids: ids } : { epci_codes: ids }
}

function NewLimitedKey(props: Pick<Parameters<typeof NewKey>[0], 'onClose' | 'onCreated'>) {
  const [wanted, setWanted] = useState<Wanted>({ kind: 'acteur', acteur: undefined, communes: [], epcis: [] })
  const limit = limitOf(wanted)
  const change = (part: Partial<Wanted>) => setWanted({ ...wanted, ...part })
  const { kind, acteur } = wanted
  return (
    <NewKey
      {...props}
      send={body => call('POST /api/v1/admin/api-keys', { body: { ...body, ...limit } })}
      limit={{
        missing: limit ? undefined : t.missing,
        input: error => (
          <>
            <Select
              label={t.limit}
              value={kind}
              error={kind === 'acteur' ? undefined : error}
              onChange={event => change({ kind: event.currentTarget.value as Kind })}
            >
              {Object.entries(t.kinds).map(([name, text]) => (
                <option key={name} value={name}>
                  {text}
                </option>
              ))}
            </Select>
            {kind === 'acteur' ? (
              <Picker
                kind="acteurs"
                label={nouns.acteur}
                error={error}
                value={acteur}
                onChange={id => change({ acteur: id })}
              />
            ) : (
              <PickSeveral
                key={kind}
                kind={kind}
                label={t.add[kind]}
                chosen={wanted[kind]}
                onChange={chosen => change({ [kind]: chosen })}
              />
            )}
          </>
        ),
      }}
    />
  )
}
