import { useQuery } from '@tanstack/react-query'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { ApiKeys } from '../../kit/api-keys/keys.tsx'
import { NewKey } from '../../kit/api-keys/new-key.tsx'
import { Pager } from '../../kit/desk/pager.tsx'
import { NotYet } from '../../kit/ui/message.tsx'
import { t } from './keys-texts.ts'
import { useLimit } from './limit.tsx'

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

function NewLimitedKey(props: Pick<Parameters<typeof NewKey>[0], 'onClose' | 'onCreated'>) {
  const { limit, input } = useLimit({ limit: t.limit, kinds: t.kinds, add: t.add })
  return (
    <NewKey
      {...props}
      send={body => call('POST /api/v1/admin/api-keys', { body: { ...body, ...limit } })}
      limit={{ missing: limit ? undefined : t.missing, input }}
    />
  )
}
