import { useQuery } from '@tanstack/react-query'
import { reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { ApiKeys } from '../../kit/api-keys/keys.tsx'
import { NewKey } from '../../kit/api-keys/new-key.tsx'
import { t } from '../../kit/api-keys/texts.ts'
import { NotYet } from '../../kit/ui/message.tsx'
import { Section } from '../../kit/ui/section.tsx'

/** The API keys of the acteur, for its owners. */
export function OwnKeys({ acteur }: { readonly acteur: string }) {
  const params = { id: acteur }
  const { data, error, refetch } = useQuery(
    reading('GET /api/v1/me/acteurs/{id}/api-keys', { params, query: { per_page: 100 } }),
  )
  return (
    <Section title={t.title}>
      <p className="soft second">{t.about}</p>
      <NotYet data={data} error={error} refetch={refetch} />
      {data && (
        <ApiKeys
          keys={data.data}
          form={(onClose, onCreated) => (
            <NewKey
              send={body => call('POST /api/v1/me/acteurs/{id}/api-keys', { params, body })}
              onClose={onClose}
              onCreated={onCreated}
            />
          )}
          revoke={keyId =>
            call('DELETE /api/v1/me/acteurs/{id}/api-keys/{keyId}', { params: { id: acteur, keyId } })
          }
          onChanged={refetch}
        />
      )}
    </Section>
  )
}
