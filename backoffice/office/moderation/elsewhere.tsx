import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reading } from '../../kit/api/queries.ts'
import { type DeskAddress, filterOf, type Tab } from './address.ts'
import css from './list.module.css'
import { t } from './texts.ts'

/** The tabs that share out all publications; the others show some of them again. */
const DISJOINT = [
  'attente',
  'programmees',
  'publiees',
  'refusees',
  'corbeille',
] as const satisfies readonly Tab[]

interface Props {
  readonly address: DeskAddress
  readonly tab: Tab
  /** The tab finds nothing. */
  readonly isEmpty: boolean
}

/**
 * “3 dans Publiées”: what the same search finds in the other tabs; the corrected search if nothing has its words. Rendered
 * only while something is searched.
 */
export function Elsewhere({ address, tab, isEmpty }: Props) {
  const { item: _, page: _page, tri: _order, ...search } = address
  const others = DISJOINT.filter(other => other !== tab).map(onglet => ({ ...search, onglet }))
  const found = useQueries({
    queries: others.map(other =>
      reading('GET /api/v1/admin/publications', { query: { ...filterOf(other), per_page: 1 } }),
    ),
  })
  const links = others.flatMap((other, at) => {
    const { total = 0, total_exact = true } = found[at]?.data?.meta ?? {}
    return total > 0 ? [{ ...other, total, isExact: total_exact }] : []
  })
  const isNowhere = isEmpty && found.every(({ data }) => data?.meta.total === 0)
  if (isNowhere) return <DidYouMean search={{ ...search, onglet: tab }} q={address.q ?? ''} />
  if (links.length === 0) return null
  return (
    <ul className={css.elsewhere} aria-label={t.elsewhere}>
      {links.map(({ total, isExact, ...other }) => (
        <li key={other.onglet}>
          <Link from="/moderation" to="/moderation" search={other} activeProps={{}}>
            {(isExact ? t.foundIn : t.foundInAtLeast)(total, t.tab[other.onglet])}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The search with its typing errors corrected, as the search of everything does. */
function DidYouMean({ search, q }: { readonly search: DeskAddress; readonly q: string }) {
  const { data } = useQuery(reading('GET /api/v1/admin/search', { query: { q, kind: 'publications' } }))
  const words = data?.meta.corrected
  if (!words) return null
  return (
    <p className={css.elsewhere}>
      <Link from="/moderation" to="/moderation" search={{ ...search, q: words }} activeProps={{}}>
        {t.didYouMean(words)}
      </Link>
    </p>
  )
}
