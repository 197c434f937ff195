import { lazy, type ReactNode, Suspense, useState } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { ANNOUNCED, FACTS, LINES } from '../../../shared/fields/publications.ts'
import { ALERT_LEVELS } from '../../../shared/words/publications.ts'
import { ItemHead } from '../../kit/desk/item-head.tsx'
import { NoItem } from '../../kit/desk/no-item.tsx'
import { ItemPane } from '../../kit/desk/panes.tsx'
import { Team } from '../../kit/desk/team.tsx'
import { t as team } from '../../kit/desk/team-texts.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { EventDays } from '../../kit/ui/event-days.tsx'
import { type Fact, Facts } from '../../kit/ui/facts.tsx'
import { Markdown } from '../../kit/ui/markdown.tsx'
import { Loading, Note } from '../../kit/ui/message.tsx'
import { Pane } from '../../kit/ui/pane.tsx'
import { date, moment } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { nouns } from '../../kit/words/texts.ts'
import type { Tab } from './address.ts'
import { AuthorsRecord } from './author-record.tsx'
import type { Counted } from './counted.ts'
import { History } from './history.tsx'
import css from './item.module.css'
import { hasFiles, type Publication, stateOf, TONES } from './rules.ts'
import { t } from './texts.ts'

const Attachments = lazy(() => import('./picture.tsx').then(({ Attachments }) => ({ default: Attachments })))
const Changes = lazy(() => import('./changes.tsx').then(({ Changes }) => ({ default: Changes })))
const Reports = lazy(() => import('./reports.tsx').then(({ Reports }) => ({ default: Reports })))
const WatchedWords = lazy(() =>
  import('./watched.tsx').then(({ WatchedWords }) => ({ default: WatchedWords })),
)
const Work = lazy(() => import('./team.tsx').then(({ Work }) => ({ default: Work })))

interface Props {
  readonly publication: Publication | undefined
  /** Why the open publication cannot be shown. */
  readonly missing: unknown
  /** From 1. Absent: this page of the list does not have it. */
  readonly place: number | undefined
  readonly counted: Pick<Counted, 'total' | 'isExact'>
  readonly tab: Tab
  onStep(by: 1 | -1): void
  onCompare(): void
  onBack(): void
  onTeam: Parameters<typeof Team>[0]['onChange']
  /** The decision bar. */
  readonly foot: ReactNode
}

/** All that a decision needs, in the order it is read. */
export function Item(props: Props) {
  const { publication, missing, counted, foot } = props
  return (
    <ItemPane id={publication?.id} foot={foot}>
      {publication ? (
        <Details {...props} publication={publication} />
      ) : (
        <NoItem missing={missing} gone={t.gone} goneNext={t.goneNext} none={t.noItem} total={counted.total} />
      )}
    </ItemPane>
  )
}

function Details({
  publication,
  place,
  counted,
  tab,
  onStep,
  onCompare,
  onBack,
  onTeam,
}: Props & { readonly publication: Publication }) {
  const now = new Date()
  const state = stateOf(publication, now)
  // Below its files is told what was removed, the last of them too.
  const [hadFiles, setHadFiles] = useState(false)
  if (!hadFiles && hasFiles(publication)) setHadFiles(true)
  return (
    <>
      <ItemHead
        chips={
          <>
            <Chip tone={TONES[state]}>{t.state[state]}</Chip>
            <Chip tone="plain">{publication.type.nom}</Chip>
            <span>{t.proposed(moment(new Date(publication.created_at), now))}</span>
          </>
        }
        title={publication.title}
        by={
          <>
            {publication.acteur?.nom ?? t.noActeur}
            {publication.author?.nom && ` (${publication.author.nom})`}
            {publication.api_key && ` (${t.byKey(publication.api_key.nom)})`} ·{' '}
            {publication.communes.map(({ nom }) => nom).join(', ')}
          </>
        }
        back={t.tab[tab]}
        at={place}
        total={counted.total}
        isExact={counted.isExact}
        onStep={onStep}
        onBack={onBack}
      />
      <Facts facts={factsOf(publication, now)} />
      {publication.duplicates_count > 0 && (
        <div className={css.alike}>
          <Note tone="wait" icon="twins">
            <span>{t.alike(publication.duplicates_count)}</span>{' '}
            <Button look="link" hint="D" onClick={onCompare}>
              {t.do.compare}
            </Button>
          </Note>
        </div>
      )}
      {publication.changed_since_approval && (
        <Pane part="changes" name={t.pane.changes} of={publication.id}>
          <Suspense fallback={<Loading />}>
            <Changes publication={publication} />
          </Suspense>
        </Pane>
      )}
      {publication.watched && (
        <Suspense>
          <WatchedWords of={publication} />
        </Suspense>
      )}
      <Markdown text={publication.body} />
      <Pane part="attachments" name={t.pane.attachments} of={publication.id}>
        <Suspense>{hadFiles && <Attachments key={publication.id} publication={publication} />}</Suspense>
      </Pane>
      <div className={css.beside}>
        {state === 'changes_requested' && publication.moderation_reason && (
          <Note tone="info">
            <p>
              <strong>{t.askedOfAuthor}</strong>
            </p>
            <p dir="auto">{publication.moderation_reason}</p>
          </Note>
        )}
        {state !== 'changes_requested' && publication.moderation_reason_code && (
          <Note tone="bad">
            <p>
              <strong>
                {nouns.reason} : {t.reasons[publication.moderation_reason_code]}
              </strong>
            </p>
            {publication.moderation_reason && <p dir="auto">{publication.moderation_reason}</p>}
          </Note>
        )}
        <Pane part="reports" name={t.reportsOf} of={publication.id}>
          {publication.reports_count > 0 && (
            <Suspense fallback={<Loading />}>
              <Reports id={publication.id} />
            </Suspense>
          )}
        </Pane>
        <Pane part="team" name={team.team} of={publication.id}>
          <Team key={publication.id} work={Work} item={publication} onChange={onTeam} />
        </Pane>
        <Pane part="record" name={t.pane.record} of={publication.id}>
          {publication.author && <AuthorsRecord author={publication.author} />}
        </Pane>
        <Pane part="history" name={nouns.history} of={publication.id}>
          <History id={publication.id} version={publication.version} />
        </Pane>
      </div>
    </>
  )
}

function factsOf(publication: Publication, now: Date): readonly Fact[] {
  const { date_debut, source_url, image_url, publie_le, en_avant, featured_until } = publication
  const { annule_le, annule_motif, niveau, fin_le, leve_le } = publication
  const state = stateOf(publication, now)
  return [
    [labelOf(FACTS.when), date_debut && <EventDays key="when" of={{ ...publication, date_debut }} />],
    [labelOf(FACTS.niveau), niveau && labelOf(ALERT_LEVELS[niveau])],
    [labelOf(FACTS.fin_le), fin_le && moment(new Date(fin_le), now)],
    [labelOf(ANNOUNCED.leve_le), leve_le && moment(new Date(leve_le), now)],
    ...namesOf(LINES).map(name => [labelOf(LINES[name]), publication[name]] as const),
    [
      labelOf(ANNOUNCED.annule_le),
      annule_le && [moment(new Date(annule_le), now), annule_motif].filter(Boolean).join(' · '),
    ],
    [
      t.featured,
      en_avant &&
        (featured_until === null
          ? t.featuredOn
          : // It ends with that day.
            t.featuredUntil(date(new Date(Date.parse(featured_until) - 1), now))),
    ],
    ...(publie_le && state in t.appears
      ? [[t.appears[state as keyof typeof t.appears], moment(new Date(publie_le), now)] as const]
      : []),
    [labelOf(FACTS.source_url), source_url && <Outside key="source" url={source_url} />],
    [labelOf(FACTS.image_url), image_url && <Outside key="image" url={image_url} />],
  ]
}

/** A link to another site, with its host. */
function Outside({ url }: { readonly url: string }) {
  const parsed = URL.parse(url)
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return url
  return (
    <a href={url} target="_blank" rel="noreferrer noopener ugc" title={url}>
      {parsed.hostname.replace(/^www\./, '')}
    </a>
  )
}
