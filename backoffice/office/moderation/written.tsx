import { lazy, type ReactNode, Suspense, useState } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { ANNOUNCED, CHOICES, choicesOf, FACTS, LINES, linesOf } from '../../../shared/fields/publications.ts'
import { ALERT_LEVELS } from '../../../shared/words/publications.ts'
import { EventDays } from '../../kit/ui/event-days.tsx'
import { type Fact, Facts } from '../../kit/ui/facts.tsx'
import { Markdown } from '../../kit/ui/markdown.tsx'
import { Loading } from '../../kit/ui/message.tsx'
import { Pane } from '../../kit/ui/pane.tsx'
import { date, moment } from '../../kit/words/format.ts'
import { labelOf, language } from '../../kit/words/language.ts'
import { nouns } from '../../kit/words/texts.ts'
import { AuthorsRecord } from './author-record.tsx'
import { History } from './history.tsx'
import { hasFiles, type Publication, stateOf } from './rules.ts'
import { t } from './texts.ts'

/** The text, facts, files, reports and history of a publication, on the desk and in an appeal. */

const Attachments = lazy(() => import('./picture.tsx').then(({ Attachments }) => ({ default: Attachments })))
const Changes = lazy(() => import('./changes.tsx').then(({ Changes }) => ({ default: Changes })))
const Reports = lazy(() => import('./reports.tsx').then(({ Reports }) => ({ default: Reports })))
const WatchedWords = lazy(() =>
  import('./watched.tsx').then(({ WatchedWords }) => ({ default: WatchedWords })),
)

interface Props {
  readonly publication: Publication
}

/** Author, facts, text and files, in the order they are read. */
export function Written({
  publication,
  children,
}: Props & {
  /** A note above the text. */
  readonly children?: ReactNode
}) {
  // Below its files is told what was removed, the last of them too.
  const [hadFiles, setHadFiles] = useState(false)
  if (!hadFiles && hasFiles(publication)) setHadFiles(true)
  return (
    <>
      <Pane part="record" name={t.pane.record} of={publication.id}>
        {publication.author && <AuthorsRecord author={publication.author} of={publication} />}
      </Pane>
      <Facts facts={factsOf(publication, new Date())} />
      {children}
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
    </>
  )
}

export const ReportsOf = ({
  publication: { id, reports_count },
  closed = false,
}: Props & {
  /** Also where none is open. */
  readonly closed?: boolean
}) => (
  <Pane part="reports" name={t.reportsOf} of={id}>
    {(closed || reports_count > 0) && (
      <Suspense fallback={<Loading />}>
        <Reports id={id} />
      </Suspense>
    )}
  </Pane>
)

export const HistoryOf = ({ publication: { id, version } }: Props) => (
  <Pane part="history" name={nouns.history} of={id}>
    <History id={id} version={version} />
  </Pane>
)

function factsOf(publication: Publication, now: Date): readonly Fact[] {
  const { date_debut, source_url, image_url, publie_le, en_avant, featured_until } = publication
  const { annule_le, annule_motif, niveau, fin_le, leve_le } = publication
  const state = stateOf(publication, now)
  return [
    [labelOf(FACTS.when), date_debut && <EventDays key="when" of={{ ...publication, date_debut }} />],
    [labelOf(FACTS.niveau), niveau && labelOf(ALERT_LEVELS[niveau])],
    [labelOf(FACTS.fin_le), fin_le && moment(new Date(fin_le), now)],
    [labelOf(ANNOUNCED.leve_le), leve_le && moment(new Date(leve_le), now)],
    ...namesOf(LINES).map(name => [labelOf(LINES[name]), linesOf(publication, language)[name]] as const),
    ...namesOf(CHOICES).map(
      name => [labelOf(CHOICES[name]), choicesOf(publication, language)[name]] as const,
    ),
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
  // Not `URL.parse`, which Safari has since 18.
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol)) return url
  return (
    <a href={url} target="_blank" rel="noreferrer noopener ugc" title={url}>
      {parsed.hostname.replace(/^www\./, '')}
    </a>
  )
}
