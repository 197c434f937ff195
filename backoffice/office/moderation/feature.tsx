import { instantOf } from '../../../shared/typed/calendar.ts'
import { dayIn } from '../../../shared/typed/day.ts'
import { dayOf } from '../../../shared/wall-clock.ts'
import { DateField } from '../../kit/forms/date-field.tsx'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { t as forms } from '../../kit/forms/texts.ts'
import type { Action } from './actions.ts'
import { t } from './dialogs-texts.ts'
import { type Publication, subjectKey } from './rules.ts'

const MINUTE_MS = 60_000
/** The end of a day of Paris. */
const endOf = (day: string) => new Date(instantOf(day, '23:59').getTime() + MINUTE_MS)

/** The dialog that features publications, until a day or for good. */
export function Feature({
  publications,
  count,
  onClose,
  onFeature,
}: {
  /** Those of this page; `count` may be more. */
  readonly publications: readonly Publication[]
  readonly count: number
  onClose(): void
  onFeature(action: Extract<Action, { kind: 'feature' }>): void
}) {
  const draft = `featured ${subjectKey(publications, count)}`
  const form = useRecord<undefined, { readonly until: string }>({
    key: draft,
    record: undefined,
    typedOf: () => ({ until: '' }),
    labels: { until: t.featuring.until },
    check({ until }) {
      const day = dayIn(until)
      if (day === undefined) return { until: forms.noDay }
      return { until: day !== null && day < dayOf(new Date()) ? forms.isPast : undefined }
    },
    async send({ until }) {
      const day = dayIn(until)
      onFeature({ kind: 'feature', featured_until: day ? endOf(day).toISOString() : null, draft })
      return 'not sent'
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.featuring.title}
      about={count > 1 ? t.featuring.many(count) : `« ${publications[0]?.title} »`}
      onClose={onClose}
      keep={t.featuring.keep}
      now={t.do.featureNow}
    >
      <p>{t.featuring.about}</p>
      <DateField {...form.field('until')} hint={t.featuring.hint} optional autoFocus />
    </FormDialog>
  )
}
