import { useQuery } from '@tanstack/react-query'
import { client, reading } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { SharedWords } from '../../kit/desk/shared-words.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { nouns } from '../../kit/words/texts.ts'
import { t } from './prepared-texts.ts'

/** Edits the prepared answers. Used at the desk and in the settings. */
export function Prepared() {
  const listed = useQuery(reading('GET /api/v1/admin/reply-templates', { query: { per_page: 100 } }))
  return (
    <SharedWords
      listed={listed}
      wordsIn={({ data }) => data.map(({ nom, ...one }) => ({ ...one, head: nom }))}
      none={t.none}
      bodyLabel={t.body}
      bodyHint={t.variables}
      longest={10_000}
      firstHead=""
      nameOf={({ head }) => head}
      head={({ value, error, set }) => (
        <Field
          label={nouns.nom}
          maxLength={100}
          required
          value={value}
          error={error}
          onChange={event => set(event.currentTarget.value)}
        />
      )}
      save={({ head: nom, body }, before) =>
        before
          ? call('PATCH /api/v1/admin/reply-templates/{id}', {
              params: { id: before.id },
              body: { nom, body },
              version: before.version,
            })
          : call('POST /api/v1/admin/reply-templates', { body: { nom, body } })
      }
      remove={({ id, version }) =>
        call('DELETE /api/v1/admin/reply-templates/{id}', { params: { id }, version })
      }
      readAgain={moved}
    />
  )
}

/** Refetches the prepared answers, also those offered in conversations. */
const moved = () =>
  client.invalidateQueries({
    predicate: ({ queryKey: [route] }) => typeof route === 'string' && route.includes('reply-templates'),
  })
