import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { reading } from '../../kit/api/queries.ts'
import { isLimitedIn } from '../../kit/limited.ts'
import { usePerson } from '../../kit/person.ts'
import { month } from '../../kit/words/format.ts'
import { filterOf } from './address.ts'
import css from './item.module.css'
import type { Publication } from './rules.ts'
import { t } from './texts.ts'

const MINUTE_MS = 60_000

type Author = NonNullable<Publication['author']>

/** The author, and the outcomes of their earlier publications: counts that link to the lists. */
export function AuthorsRecord({ author, of }: { readonly author: Author; readonly of: Publication }) {
  const outcomes = useOutcomes(author.id)
  // Only people who may give that right are asked.
  const givesRights = usePerson()?.areas.includes('claims') ?? false
  const nom = author.nom ?? t.authorNameless
  return (
    <>
      <p className={`soft fine ${css.author}`}>
        <b dir="auto">{nom}</b>
        <Outcomes of={author.id} outcomes={outcomes} />
      </p>
      {givesRights && of.acteur && (outcomes[0]?.meta.total ?? 0) >= ENOUGH && (
        <Suspense>
          <Trust key={of.id} id={of.id} nom={nom} />
        </Suspense>
      )}
    </>
  )
}

/** As many as the service asks for (`trust.ts`): below, it is not asked. */
const ENOUGH = 30
const Trust = lazy(() => import('./trust.tsx').then(({ Trust }) => ({ default: Trust })))

const tabsOf = (of: Author['id']) =>
  [
    { onglet: 'publiees', auteur: of },
    { onglet: 'refusees', auteur: of },
  ] as const

function useOutcomes(of: Author['id']) {
  const [publiees, refusees] = tabsOf(of)
  const filters = [
    filterOf(publiees),
    filterOf(refusees),
    { created_by: of, report_outcome: 'removed', deleted: 'with' },
  ] as const
  return useQueries({
    queries: filters.map(filter => ({
      // The oldest one says since when.
      ...reading('GET /api/v1/admin/publications', {
        query: { ...filter, sort: 'created_at_asc', per_page: 1 },
      }),
      staleTime: MINUTE_MS,
    })),
  }).map(({ data }) => data)
}

function Outcomes({
  of,
  outcomes: [published, rejected, removed],
}: {
  readonly of: Author['id']
  readonly outcomes: ReturnType<typeof useOutcomes>
}) {
  const [publiees, refusees] = tabsOf(of)
  const isLimited = isLimitedIn(usePerson(), 'moderation')
  if (!published || !rejected || !removed) return null
  const withdrawn = removed.meta.total
  const [first] = [published, rejected, removed].flatMap(({ data }) => data.map(one => one.created_at)).sort()
  // The lists of a limited role have its communes alone.
  if (!first) return ` · ${isLimited ? t.authorNewHere : t.authorNew}`
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
