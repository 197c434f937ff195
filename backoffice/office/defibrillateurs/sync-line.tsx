import { inSentence } from '../../../shared/words/word.ts'
import type { DefibrillateurSync } from '../../kit/api/contract.ts'
import { Chip } from '../../kit/ui/chip.tsx'
import { moment } from '../../kit/words/format.ts'
import { common } from '../../kit/words/texts.ts'
import { t } from './texts.ts'

const TONES = { queued: 'wait', running: 'wait', ok: 'ok', failed: 'bad', held: 'bad' } as const
export const isUnderWay = ({ status }: DefibrillateurSync) => status === 'queued' || status === 'running'
const FIGURES = ['created', 'updated', 'returned', 'withdrawn', 'unchanged'] as const

/** One sync: time, trigger, progress, and its changes or failure. */
export function SyncLine({ sync }: { readonly sync: DefibrillateurSync }) {
  const now = new Date()
  const counts = (sync.counts ?? {}) as Readonly<Record<string, number | undefined>>
  const figures = FIGURES.flatMap(name => (counts[name] ? [t.syncs.figures[name](counts[name])] : []))
  const by = sync.requested_by
    ? (sync.requested_by.nom ?? common.nameless)
    : inSentence(t.syncs.triggers[sync.trigger])
  return (
    <>
      <span>
        <Chip tone={TONES[sync.status]}>{t.syncs.statuses[sync.status]}</Chip>{' '}
        {moment(new Date(sync.created_at), now)}, {by}
        {sync.forced && ` · ${t.syncs.forced}`}
      </span>
      {isUnderWay(sync) && (
        <>
          <progress
            aria-label={t.syncs.progress}
            value={sync.progress}
            max={Math.max(sync.expected ?? 1, sync.progress)}
          />
          <span className="soft">{t.syncs.rows(sync.progress)}</span>
        </>
      )}
      {figures.length > 0 && <span>{figures.join(', ')}</span>}
      {'not_modified' in counts && <span className="soft">{t.syncs.same}</span>}
      {sync.message && <span>{sync.message.message}</span>}
    </>
  )
}
