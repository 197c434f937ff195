import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ImportSource } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { RecordPage } from '../../kit/record-page.tsx'
import { BackLink } from '../../kit/ui/back-link.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Done, Note } from '../../kit/ui/message.tsx'
import { nouns } from '../../kit/words/texts.ts'
import { useArrivalNotice } from '../arrival-notice.ts'
import { DryRun } from './dry-run.tsx'
import css from './imports.module.css'
import { Log } from './log.tsx'
import { Publications } from './publications.tsx'
import { Why } from './run-result.tsx'
import { Run, Runs } from './runs.tsx'
import { Settings } from './settings.tsx'
import { isUnderWay, outcomeOf, soonWhile } from './state.tsx'
import { switchSource } from './switch-source.ts'
import { t } from './texts.ts'

/** The page of a source: its problem first, then its tabs. */
export function Source() {
  const { id } = useParams({ from: '/imports/$id' })
  const { onglet: tab = 'reglages', lecture, jour, page } = useSearch({ from: '/imports/$id' })
  const asked = reading('GET /api/v1/admin/import-sources/{id}', { params: { id } })
  const query = useQuery({
    ...asked,
    refetchInterval: ({ state }) => soonWhile([state.data?.data.last_run ?? null]),
  })
  const said = useArrivalNotice()
  const source = query.data?.data
  const mayChange = source?.may.includes('govern') ?? false
  const run = source?.last_run ?? undefined
  /** The run that was started here, or seen under way. */
  const [watched, setWatched] = useState<string>()
  if (run && isUnderWay(run) && watched !== run.id) setWatched(run.id)
  const isOver = run !== undefined && !isUnderWay(run)
  // What was said on arrival does not stand over a run that failed, and its result is announced.
  const told =
    isOver && run.status === 'failed' ? undefined : isOver && watched === run.id ? outcomeOf(run) : said
  const saved = (now: ImportSource) => {
    client.setQueryData(asked.queryKey, { data: now })
    void client.invalidateQueries({ queryKey: ['GET /api/v1/admin/import-sources'] })
  }
  return (
    <RecordPage
      of={query}
      title={source?.nom ?? nouns.imports}
      tabs={{ label: t.tabs, names: t.tab, at: tab }}
      above={
        <>
          <Done>{told}</Done>
          <BackLink>
            <Link to="/imports">{t.back}</Link>
          </BackLink>
        </>
      }
    >
      {source && !mayChange && (
        <Note tone="info">
          <p>{t.beyond}</p>
        </Note>
      )}
      {source && <WhatIsWrong source={source} onSaved={saved} onChanged={query.refetch} />}
      {source && tab === 'reglages' && <Settings key={id} source={source} onSaved={saved} />}
      {tab === 'essai' && mayChange && <DryRun id={id} />}
      {tab === 'lectures' &&
        (lecture ? (
          <Run id={id} runId={lecture} />
        ) : (
          <Runs id={id} page={page} mayRun={mayChange} onStarted={setWatched} />
        ))}
      {tab === 'journal' && <Log id={id} day={jour} />}
      {tab === 'publications' && <Publications id={id} page={page} />}
    </RecordPage>
  )
}

/** Why the source is off or fails, and what to do. */
function WhatIsWrong({
  source,
  onSaved,
  onChanged,
}: {
  readonly source: ImportSource
  onSaved(now: ImportSource): void
  onChanged(): Promise<unknown>
}) {
  const { enabled, disabled_reason, consecutive_failures, last_run } = source
  const { act, busy, failure } = useActs(onChanged)
  const enable = async () => onSaved(await switchSource(source, true))
  const button = source.may.includes('govern') && (
    <Button off={busy} onClick={() => act(enable)}>
      {t.off.enable}
    </Button>
  )
  const failed = last_run?.status === 'failed' && consecutive_failures > 0 ? last_run : undefined
  return (
    <div className={`stack gap-10 if-any ${css.notes}`} aria-live="polite">
      {!enabled && disabled_reason && (
        <Why title={t.off.title} why={disabled_reason}>
          {button && <p>{t.off.next}</p>}
          {button}
        </Why>
      )}
      {!enabled && !disabled_reason && (
        <Note tone="wait">
          <strong>{t.off.title}</strong>
          {button && <p>{t.off.quiet}</p>}
          {button}
        </Note>
      )}
      {enabled && failed?.error && <Why title={t.failed.title} why={failed.error} />}
      {failure}
    </div>
  )
}
