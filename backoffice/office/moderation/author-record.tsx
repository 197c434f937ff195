import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reading } from '../../kit/api/queries.ts'
import { month } from '../../kit/words/format.ts'
import { filterOf } from './address.ts'
import css from './item.module.css'
import type { Publication } from './rules.ts'
import { t } from './texts.ts'

const MINUTE_MS = 60_000

type Author = NonNullable<Publication['author']>

/** The author, and the outcomes of their earlier publications: counts that link to the lists. */
export const AuthorsRecord = ({ author }: { readonly author: Author }) => (
  <p className={css.author}>
    <b dir="auto">{author.nom ?? t.authorNameless}</b>
    <Outcomes of={author.id} />
  </p>
)

function Outcomes({ of }: { readonly of: Author['id'] }) {
  const [publiees, refusees] = [
    { onglet: 'publiees', auteur: of },
    { onglet: 'refusees', auteur: of },
  ] as const
  const filters = [
    filterOf(publiees),
    filterOf(refusees),
    { created_by: of, report_outcome: 'removed', deleted: 'with' },
  ] as const
  const [published, rejected, removed] = useQueries({
    queries: filters.map(filter => ({
      // The oldest one says since when.
      ...reading('GET /api/v1/admin/publications', {
        query: { ...filter, sort: 'created_at_asc', per_page: 1 },
      }),
      staleTime: MINUTE_MS,
    })),
  }).map(({ data }) => data)
  if (!published || !rejected || !removed) return null
  const withdrawn = removed.meta.total
  const [first] = [published, rejected, removed].flatMap(({ data }) => data.map(one => one.created_at)).sort()
  if (!first) return ` · ${t.authorNew}`
  return (
    <>
      {' · '}
      <Link to="/moderation" search={publiees}>
        {t.authorPublished(published.meta.total)}
      </Link>
      {', '}
      <Link to="/moderation" search={refusees}>
        {t.authorRejected(rejected.meta.total)}
      </Link>
      {withdrawn > 0 && <strong>{`, ${t.authorRemoved(withdrawn)}`}</strong>}
      {` · ${t.authorSince(month(new Date(first), new Date()))}`}
    </>
  )
}
