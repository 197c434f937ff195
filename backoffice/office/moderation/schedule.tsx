import { useState } from 'react'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { moment } from '../../kit/words/format.ts'
import { instantOf, typedDay, typedTime } from '../../kit/words/typed-date.ts'
import type { Action } from './actions.ts'
import { t } from './dialogs-texts.ts'
import type { Publication } from './rules.ts'

/** Asks for a day and an hour in free text, and shows how they are understood. */
export function Schedule({
  publications,
  count = publications.length,
  onClose,
  onSchedule,
}: {
  /** The selected publications on this page. */
  readonly publications: readonly Publication[]
  readonly count?: number
  onClose(): void
  onSchedule(action: Extract<Action, { kind: 'schedule' }>): void
}) {
  const [day, setDay] = useState('')
  const [hour, setHour] = useState('8 h')
  const [tried, setTried] = useState(false)
  const now = new Date()
  const [readDay, readHour] = [typedDay(day, now), typedTime(hour)]
  const at = readDay && readHour ? instantOf(readDay, readHour) : undefined
  const isPast = at !== undefined && at <= now
  const submit = () => {
    setTried(true)
    if (at && !isPast) onSchedule({ kind: 'schedule', publie_le: at.toISOString() })
  }
  return (
    <Dialog
      title={count > 1 ? t.scheduling.titleMany(count) : t.scheduling.title}
      about={count > 1 ? undefined : `« ${publications[0]?.title} »`}
      onClose={onClose}
      onSubmit={submit}
    >
      <Field
        label={t.scheduling.day}
        hint={t.scheduling.dayHint}
        value={day}
        autoFocus
        autoComplete="off"
        onChange={event => setDay(event.currentTarget.value)}
        error={dayError(tried, readDay, isPast)}
        said={
          at && !isPast ? (count > 1 ? t.scheduling.saidMany : t.scheduling.said)(moment(at, now)) : undefined
        }
      />
      <Field
        label={t.scheduling.hour}
        value={hour}
        autoComplete="off"
        onChange={event => setHour(event.currentTarget.value)}
        error={tried && !readHour ? t.scheduling.unknownHour : undefined}
      />
      <Acts>
        <Button onClick={onClose}>{t.scheduling.keep}</Button>
        <Button look="primary" type="submit">
          {t.do.scheduleNow}
        </Button>
      </Acts>
    </Dialog>
  )
}

function dayError(tried: boolean, day: string | undefined, isPast: boolean): string | undefined {
  if (isPast) return t.scheduling.past
  return tried && !day ? t.scheduling.unknownDay : undefined
}
