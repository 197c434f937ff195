import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Acts, Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { moment } from '../words/format.ts'
import { instantOf, typedDay, typedTime } from '../words/typed-date.ts'
import { t } from './texts.ts'

/** A day and an hour, typed as people say them, and said back. */
export function Later({
  onClose,
  onChoose,
}: {
  readonly onClose: () => void
  readonly onChoose: (at: string) => void
}) {
  const [day, setDay] = useState('')
  const [hour, setHour] = useState('8 h')
  const [tried, setTried] = useState(false)
  const now = new Date()
  const [readDay, readHour] = [typedDay(day, now), typedTime(hour)]
  const at = readDay && readHour ? instantOf(readDay, readHour) : undefined
  const isPast = at !== undefined && at <= now
  const dayError = isPast ? t.later.past : tried && !readDay ? t.wrong.day : undefined
  return (
    <Dialog
      title={t.later.title}
      about={t.later.about}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (at && !isPast) onChoose(at.toISOString())
      }}
    >
      <Field
        label={t.later.day}
        hint={t.fields.dayHint}
        value={day}
        autoFocus
        autoComplete="off"
        error={dayError}
        said={at && !isPast ? moment(at, now) : undefined}
        onChange={event => setDay(event.currentTarget.value)}
      />
      <Field
        label={t.later.time}
        value={hour}
        autoComplete="off"
        error={tried && !readHour ? t.later.unknownTime : undefined}
        onChange={event => setHour(event.currentTarget.value)}
      />
      <Acts>
        <Button onClick={onClose}>{t.later.not}</Button>
        <Button look="primary" type="submit">
          {t.later.do}
        </Button>
      </Acts>
    </Dialog>
  )
}
