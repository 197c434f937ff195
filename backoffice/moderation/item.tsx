import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { reading } from '../api/queries.ts'
import { Refused } from '../api/refused.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { Markdown } from '../ui/markdown.tsx'
import { Empty, Loading, Note, Problem } from '../ui/message.tsx'
import { dayRange, moment } from '../words/format.ts'
import { unbroken } from '../words/typography.ts'
import type { Tab } from './address.ts'
import { History } from './history.tsx'
import css from './item.module.css'
import { marksOf, type Publication, stateOf, TONES } from './rules.ts'
import { t } from './texts.ts'

interface Props {
  readonly publication: Publication | undefined
  /** Why the one that the address names cannot be shown. */
  readonly missing: unknown
  /** Where it stands in the list that is shown; -1 when it does not. */
  readonly place: number
  /** How many stand before this page of the list. */
  readonly first: number
  readonly total: number
  readonly tab: Tab
  /** On a narrow screen: in place of the list. */
  readonly shown: boolean
  onStep(by: 1 | -1): void
  onBack(): void
  /** The status and the decisions, which stay where they are. */
  readonly children: ReactNode
}

/** Everything that is needed to decide, in the order in which one decides. */
export function Item(props: Props) {
  const { publication, missing, shown, children } = props
  const scroll = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another publication begins at its top
  useEffect(() => {
    scroll.current?.scrollTo(0, 0)
    if (shown) window.scrollTo(0, 0)
  }, [publication?.id])
  return (
    <article className={shown ? `${css.item} ${css.shown}` : css.item} aria-labelledby="item-title">
      <div className={css.read} ref={scroll}>
        {publication ? <Details {...props} publication={publication} /> : <Nothing missing={missing} />}
      </div>
      {children}
    </article>
  )
}

function Nothing({ missing }: { readonly missing: unknown }) {
  if (missing instanceof Refused && missing.status === 404)
    return (
      <Empty title={t.gone}>
        <p>{t.goneNext}</p>
      </Empty>
    )
  if (missing) return <Problem error={missing} />
  return <Empty title={t.noItem} />
}

function Details({
  publication,
  place,
  first,
  total,
  tab,
  onStep,
  onBack,
}: Props & { readonly publication: Publication }) {
  const now = new Date()
  const state = stateOf(publication)
  const moves = (
    <span className={css.moves}>
      {place >= 0 && <span className="figures">{t.place(first + place + 1, total)}</span>}
      <IconButton icon="up" label={`${t.previousItem} (K)`} onClick={() => onStep(-1)} />
      <IconButton icon="down" label={`${t.nextItem} (J)`} onClick={() => onStep(1)} />
    </span>
  )
  return (
    <>
      <div className={css.back}>
        <Button look="quiet" icon="back" onClick={onBack}>
          {t.tab[tab]}
        </Button>
        {moves}
      </div>
      <div className={css.crumb}>
        <Chip tone={TONES[state]}>{t.state[state]}</Chip>
        <Chip tone="plain">{publication.type.nom}</Chip>
        <span>{t.proposed(moment(new Date(publication.created_at), now))}</span>
        {moves}
      </div>
      <h2 className={css.title} id="item-title" tabIndex={-1} dir="auto">
        {unbroken(publication.title)}
      </h2>
      <p className={css.by} dir="auto">
        {publication.acteur?.nom ?? t.noActeur}
        {publication.author?.nom && ` (${publication.author.nom})`} ·{' '}
        {publication.communes.map(({ nom }) => nom).join(', ')}
      </p>
      <Facts publication={publication} now={now} />
      <Markdown text={publication.body} />
      <div className={css.beside}>
        {publication.moderation_reason_code && (
          <Note tone="bad">
            <p>
              <strong>
                {t.reason} : {t.reasons[publication.moderation_reason_code]}
              </strong>
            </p>
            {publication.moderation_reason && <p dir="auto">{publication.moderation_reason}</p>}
          </Note>
        )}
        {publication.reports_count > 0 && <Reports id={publication.id} />}
        <History id={publication.id} version={publication.version} />
      </div>
    </>
  )
}

function Facts({ publication, now }: { readonly publication: Publication; readonly now: Date }) {
  const { date_debut, date_fin, lieu, source_url, image_url, publie_le } = publication
  const marks = marksOf(publication, now)
  const facts: readonly (readonly [string, ReactNode])[] = [
    ...(date_debut ? [[t.facts.dates, dayRange(date_debut, date_fin)] as const] : []),
    ...(lieu ? [[t.facts.place, <bdi key="lieu">{lieu}</bdi>] as const] : []),
    ...(publie_le ? [[t.facts.from, moment(new Date(publie_le), now)] as const] : []),
    ...(source_url ? [[t.facts.source, <Outside key="source" url={source_url} />] as const] : []),
    ...(image_url ? [[t.facts.picture, <Outside key="image" url={image_url} />] as const] : []),
  ]
  if (facts.length === 0 && marks.length === 0) return null
  return (
    <dl className={css.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** A link to somebody else's site: its host is what tells where it leads. */
function Outside({ url }: { readonly url: string }) {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return url
  return (
    <a href={url} target="_blank" rel="noreferrer noopener ugc" title={url}>
      {parsed.hostname.replace(/^www\./, '')}
    </a>
  )
}

function Reports({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(
    reading('GET /api/v1/admin/publications/{id}/reports', { params: { id }, query: { per_page: 20 } }),
  )
  const now = new Date()
  return (
    <section>
      <h3>{t.reportsOf}</h3>
      {error && !data ? <Problem error={error} retry={() => void refetch()} /> : !data && <Loading />}
      <ul>
        {data?.data.map(report => (
          <li key={report.id}>
            <strong>{t.reasons[report.reason]}</strong>, {moment(new Date(report.created_at), now)},{' '}
            {report.email ?? t.anonymous}
            {report.message && <p dir="auto">{report.message}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}
