import { instantOf } from '../../../shared/typed/calendar.ts'
import { dayAsTyped } from '../../../shared/typed/day.ts'
import { typedMoment } from '../../../shared/typed/end.ts'
import { typedTime } from '../../../shared/typed/times.ts'
import { dayOf } from '../../../shared/wall-clock.ts'
import { Field } from '../ui/field.tsx'
import { clockTime, namedMoment, time } from '../words/format.ts'
import { DateField } from './date-field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { useRecord } from './record.ts'
import { t } from './texts.ts'

interface Typed {
  readonly day: string
  readonly hour: string
}

const dayOfMoment = (typed: string) => typedMoment(typed, new Date()).day

const read = ({ day, hour }: Typed) => {
  const [date, clock] = [dayOfMoment(day), typedTime(hour)]
  return { date, clock, at: date && clock ? instantOf(date, clock) : undefined }
}

/** Asks for a day and an hour to come. */
export function ChooseMoment({
  of,
  planned,
  title,
  about,
  said = at => at,
  keep,
  now,
  onClose,
  onChoose,
}: {
  /** Names the stored input. */
  readonly of: string
  /** The present time of publication, where it is changed. */
  readonly planned?: Date | undefined
  readonly title: string
  readonly about?: string | undefined
  /** The moment in a sentence. */
  said?(moment: string): string
  readonly keep: string
  readonly now: string
  onClose(): void
  /** Answers `not sent` where `draft`, the stored input, stays until the service has taken the moment. */
  onChoose(at: string, draft: string): Promise<void> | 'not sent'
}) {
  const draft = `moment ${of}`
  const form = useRecord<undefined, Typed>({
    key: draft,
    record: undefined,
    typedOf: () => ({
      day: planned ? dayAsTyped(dayOf(planned)) : '',
      hour: planned ? time(planned) : '8 h',
    }),
    labels: { day: t.day, hour: t.hour },
    check(typed) {
      const { date, clock, at } = read(typed)
      return {
        ...(!date && { day: t.noDay }),
        ...(!clock && { hour: t.noHour }),
        ...(at && at <= new Date() && { day: t.isPast }),
      }
    },
    async send(typed) {
      const { at } = read(typed)
      return at ? await onChoose(at.toISOString(), draft) : 'not sent'
    },
  })
  const { at } = read(form.value)
  const isPast = at !== undefined && at <= new Date()
  const day = form.field('day')
  return (
    <FormDialog form={form} title={title} about={about} onClose={onClose} keep={keep} now={now}>
      <DateField
        {...day}
        hint={t.nextDay}
        placeholder=""
        autoFocus
        error={day.error ?? (isPast ? t.isPast : undefined)}
        read={dayOfMoment}
        said={at && said(namedMoment(at))}
        onChange={({ currentTarget: { value } }) => {
          // “demain midi” fills in the hour.
          const { time: typed } = typedMoment(value, new Date())
          form.type({ day: value, ...(typed && { hour: clockTime(typed) }) })
        }}
      />
      <Field {...form.field('hour')} autoComplete="off" maxLength={20} />
    </FormDialog>
  )
}
