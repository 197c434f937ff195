import { useState } from 'react'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { dayOf, moment, time } from '../../kit/words/format.ts'
import { instantOf, typedDay, typedTime } from '../../kit/words/typed-date.ts'
import { t } from './texts.ts'

/** A day and an hour, typed as people say them, and said back. */
export function Later({
  planned,
  onClose,
  onChoose,
}: {
  /** It is scheduled already, and moved. */
  readonly planned?: Date
  readonly onClose: () => void
  readonly onChoose: (at: string) => void
}) {
  const [day, setDay] = useState(planned ? dayOf(planned).split('-').reverse().join('/') : '')
  const [hour, setHour] = useState(planned ? time(planned) : '8 h')
  const [tried, setTried] = useState(false)
  const now = new Date()
  const [readDay, readHour] = [typedDay(day, now), typedTime(hour)]
  const at = readDay && readHour ? instantOf(readDay, readHour) : undefined
  const isPast = at !== undefined && at <= now
  const dayError = isPast ? t.later.past : tried && !readDay ? t.later.unknownDay : undefined
  return (
    <Dialog
      title={planned ? t.later.move : t.later.title}
      about={t.later.about}
      onClose={onClose}
      onSubmit={() => {
        setTried(true)
        if (at && !isPast) onChoose(at.toISOString())
      }}
    >
      <Field
        label={t.later.day}
        hint={t.later.dayHint}
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
        <Button onClick={onClose}>{planned ? t.later.moveNot : t.later.not}</Button>
        <Button look="primary" type="submit">
          {planned ? t.later.moveDo : t.later.do}
        </Button>
      </Acts>
    </Dialog>
  )
}
