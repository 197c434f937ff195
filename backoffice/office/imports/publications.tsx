import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { listing } from '../../kit/api/queries.ts'
import { TablePage } from '../../kit/desk/table-page.tsx'
import { usePerson } from '../../kit/person.ts'
import { Empty, Note } from '../../kit/ui/message.tsx'
import { moment } from '../../kit/words/format.ts'
import { nouns } from '../../kit/words/texts.ts'
import { t } from './texts.ts'

/** The link to a publication in the moderation, in the list of the same source. */
const TAB_OF = {
  pending: {},
  changes_requested: { onglet: 'renvoyees' },
  approved: { onglet: 'publiees' },
  published: { onglet: 'publiees' },
  rejected: { onglet: 'refusees' },
} as const

/** The publications of a source, each with a link to the moderation. */
export function Publications({ id, page = 1 }: { readonly id: string; readonly page: number | undefined }) {
  const navigate = useNavigate()
  const moderates = usePerson()?.areas.includes('moderation') ?? false
  const listed = useQuery({
    ...listing('GET /api/v1/admin/publications', {
      query: { import_source_id: id, page },
    }),
    enabled: moderates,
  })
  if (!moderates) return <Note tone="info">{t.publications.closed}</Note>
  const now = new Date()
  return (
    <>
      {listed.data && listed.data.meta.total > 0 && (
        <p>
          <Link to="/moderation" search={{ source: id }}>
            {t.publications.decide}
          </Link>
        </p>
      )}
      <TablePage
        caption={t.tab.publications}
        listed={listed}
        page={page}
        empty={<Empty title={t.publications.none} />}
        onPage={next =>
          void navigate({
            to: '/imports/$id',
            params: { id },
            search: { onglet: 'publications', page: next },
          })
        }
        columns={[
          {
            name: nouns.title,
            of: one => (
              <Link to="/moderation" search={{ ...TAB_OF[one.moderation_status], source: id, item: one.id }}>
                {one.title}
              </Link>
            ),
          },
          { name: nouns.state, of: one => t.publications.status[one.moderation_status] },
          { name: t.publications.column.at, of: one => moment(new Date(one.created_at), now) },
        ]}
      />
    </>
  )
}
