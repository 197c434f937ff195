import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { reading } from '../../kit/api/queries.ts'
import { NothingFound } from '../../kit/desk/nothing-found.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Empty, Loading } from '../../kit/ui/message.tsx'
import { type DeskAddress, filterOf, type Tab } from './address.ts'
import css from './list.module.css'
import { t } from './texts.ts'

/** The tabs that share out all publications; the others show some of them again. */
const DISJOINT = [
  'attente',
  'programmees',
  'publiees',
  'renvoyees',
  'refusees',
  'corbeille',
] as const satisfies readonly Tab[]

interface Props {
  readonly address: DeskAddress
  readonly tab: Tab
}

/** What the same search finds in the other tabs. */
function useElsewhere({ address, tab }: Props) {
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
  return { links, isPending: found.some(({ isPending }) => isPending) }
}

/** “3 dans Publiées”. */
const Links = ({ links }: Pick<ReturnType<typeof useElsewhere>, 'links'>) =>
  links.length > 0 && (
    <ul className={`row second gap-4-16 ${css.elsewhere}`} aria-label={t.elsewhere}>
      {links.map(({ total, isExact, ...other }) => (
        <li key={other.onglet}>
          <Link from="/moderation" to="/moderation" search={other} activeProps={{}}>
            {(isExact ? t.foundIn : t.foundInAtLeast)(total, t.tab[other.onglet])}
          </Link>
        </li>
      ))}
    </ul>
  )

/** Above the rows. Rendered only while something is searched. */
export const Elsewhere = (props: Props) => <Links {...useElsewhere(props)} />

/** A search that finds nothing in this tab. If no publication has its words in any state, the corrected ones are searched. */
export function NothingHere({
  q,
  isFiltered,
  onCorrected,
  onShowAll,
  ...props
}: Props & {
  readonly q: string
  /** By more than the search. */
  readonly isFiltered: boolean
  onCorrected(words: string): void
  onShowAll(): void
}) {
  const { links, isPending } = useElsewhere(props)
  const search = useQuery(reading('GET /api/v1/admin/search', { query: { q, kind: 'publications' } }))
  const words = search.data?.meta.corrected
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each correction
  useEffect(() => {
    if (words) onCorrected(words)
  }, [words])
  if (isPending || search.isPending || words) return <Loading />
  if (isFiltered)
    return (
      <NothingFound
        title={links.length > 0 ? t.nothingIn(t.tab[props.tab]) : undefined}
        onShowAll={onShowAll}
      >
        <Links links={links} />
      </NothingFound>
    )
  if (links.length > 0)
    return (
      <Empty title={t.nothingIn(t.tab[props.tab])}>
        <Links links={links} />
      </Empty>
    )
  return (
    <Empty title={t.nothingAnywhere(q)}>
      <p>{t.nothingAnywhereNext}</p>
      <Button onClick={onShowAll}>{t.withoutSearch}</Button>
    </Empty>
  )
}
