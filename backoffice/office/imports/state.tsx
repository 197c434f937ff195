import type { ImportRun, ImportSource } from '../../kit/api/contract.ts'
import { Chip, type Tone } from '../../kit/ui/chip.tsx'
import { moment } from '../../kit/words/format.ts'
import { t } from './texts.ts'

/** The state of a source and of a run in words. */

export const isUnderWay = (run: ImportRun | null): boolean =>
  run?.status === 'queued' || run?.status === 'running'

function stateOf(source: ImportSource): readonly [Tone, string] {
  if (isUnderWay(source.last_run)) return ['info', t.is.running]
  if (!source.enabled) return source.disabled_reason ? ['bad', t.is.gaveUp] : ['plain', t.is.off]
  if (source.consecutive_failures > 0) return ['bad', t.failing(source.consecutive_failures)]
  if (source.last_status === 'partial') return ['wait', t.result.partial]
  return source.last_run_at ? ['ok', t.is.active] : ['plain', t.is.never]
}

export function State({ of }: { readonly of: ImportSource }) {
  const [tone, words] = stateOf(of)
  return <Chip tone={tone}>{words}</Chip>
}

export function nextReading({ enabled, schedule, next_try_at }: ImportSource, now: Date): string {
  if (!enabled) return t.notPlanned
  if (schedule === 'manual') return t.byHand
  if (!next_try_at || new Date(next_try_at) <= now) return t.soon
  return moment(new Date(next_try_at), now)
}

const TONES = {
  queued: 'info',
  running: 'info',
  succeeded: 'ok',
  partial: 'wait',
  failed: 'bad',
} as const satisfies Record<ImportRun['status'], Tone>

export const Result = ({ of }: { readonly of: Pick<ImportRun, 'status'> }) => (
  <Chip tone={TONES[of.status]}>{t.result[of.status]}</Chip>
)

/** The outcome of a run: failure, progress or counts. */
export function outcomeOf(run: Pick<ImportRun, 'status' | 'error' | 'counts'>): string {
  if (run.status === 'queued') return t.runs.waiting
  if (run.status === 'running')
    return run.counts.fetched ? t.runs.writing(run.counts.fetched) : t.runs.reading
  return run.error?.message ?? t.counts(run.counts)
}

/** The polling interval: shorter while a run is going on. */
export const soonWhile = (runs: readonly (ImportRun | null)[] | undefined) =>
  runs?.some(isUnderWay) ? 2_000 : 30_000
