import { ChooseMoment } from '../../kit/forms/choose-moment.tsx'
import type { Action } from './actions.ts'
import { t } from './dialogs-texts.ts'
import { type Publication, subjectKey } from './rules.ts'

/** Schedules publications. */
export function Schedule({
  publications,
  count,
  onClose,
  onSchedule,
}: {
  /** Those of this page; `count` may be more. */
  readonly publications: readonly Publication[]
  readonly count: number
  onClose(): void
  onSchedule(action: Extract<Action, { kind: 'schedule' }>): void
}) {
  const several = count > 1
  return (
    <ChooseMoment
      of={subjectKey(publications, count)}
      title={several ? t.scheduling.titleMany(count) : t.scheduling.title}
      about={several ? undefined : `« ${publications[0]?.title} »`}
      said={several ? t.scheduling.saidMany : t.scheduling.said}
      keep={t.scheduling.keep}
      now={t.do.scheduleNow}
      onClose={onClose}
      onChoose={(publie_le, draft) => {
        onSchedule({ kind: 'schedule', publie_le, draft })
        return 'not sent'
      }}
    />
  )
}
