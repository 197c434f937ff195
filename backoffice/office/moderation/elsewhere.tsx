import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { reading } from '../../kit/api/queries.ts'
import { NothingFound } from '../../kit/desk/nothing-found.tsx'
import { Empty, Loading } from '../../kit/ui/message.tsx'
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
}

/** “3 dans Publiées”: what the same search finds in the other tabs. Rendered only while something is searched. */
export function Elsewhere({ address, tab }: Props) {
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

/** A search that finds nothing: its corrected words if no publication has them in any state. */
export function NothingHas({
  address,
  q,
  onShowAll,
}: {
  readonly address: DeskAddress
  readonly q: string
  readonly onShowAll: () => void
}) {
  const { data, isPending } = useQuery(
    reading('GET /api/v1/admin/search', { query: { q, kind: 'publications' } }),
  )
  if (isPending) return <Loading />
  const words = data?.meta.corrected
  if (!words) return <NothingFound onShowAll={onShowAll} />
  const { item: _, page: _page, ...search } = address
  return (
    <Empty title={t.nothingHas(q)}>
      <p>
        <Link from="/moderation" to="/moderation" search={{ ...search, q: words }} activeProps={{}}>
          {t.didYouMean(words)}
        </Link>
      </p>
    </Empty>
  )
}
