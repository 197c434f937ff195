import { useId } from 'react'
import { WRITTEN } from '../../../shared/fields/publications.ts'
import css from '../ui/field.module.css'
import { Field } from '../ui/field.tsx'
import { labelOf, texts } from '../words/language.ts'
import { KINDS } from './described.ts'
import { isOver, ONE, readWhen, spread, type WhenName } from './event-time.ts'
import { OtherDates } from './other-dates.tsx'

/** The days and hours of an event as a group, each said back in words. An error is shown once its field is left. */
export function WhenFields({
  typed,
  errorOf,
  needsDay = false,
  className,
  onChange,
}: {
  readonly typed: Readonly<Record<WhenName, string>>
  errorOf(name: WhenName): string | undefined
  readonly needsDay?: boolean
  /** The CSS class of what stands around the fields. */
  readonly className: string | undefined
  onChange(change: Readonly<Partial<Record<WhenName, string>>>): void
}) {
  const now = new Date()
  const { when, errors } = readWhen(typed, now)
  const saidOf = (name: (typeof ONE)[number]) => {
    const said = (when[name] && KINDS[WRITTEN[name].input].said?.(when[name], now)) ?? undefined
    return said && name === 'date_debut' && isOver(when, now) ? t.over(said) : said
  }
  const fields = ONE.map(name => (
    <Field
      key={name}
      label={labelOf(WRITTEN[name])}
      value={typed[name]}
      error={errorOf(name)}
      fault={errors[name]}
      said={saidOf(name)}
      autoComplete="off"
      placeholder={KINDS[WRITTEN[name].input].example?.({})}
      optional={name !== 'date_debut' || !needsDay}
      onBlur={() => {
        const change = spread(typed, now)
        if (Object.keys(change).length > 0) onChange(change)
      }}
      onChange={event => onChange({ [name]: event.currentTarget.value })}
    />
  ))
  const hint = useId()
  return (
    <fieldset className={css.group} aria-describedby={hint}>
      <legend>{t.when}</legend>
      <p className={css.hint} id={hint}>
        {t.whenHint}
      </p>
      <div className={className}>
        {fields}
        {(typed.date_debut.trim() !== '' || typed.dates !== '') && (
          <OtherDates
            typed={typed.dates}
            first={when.date_debut}
            error={errorOf('dates') ?? (typed.dates.endsWith('\n') ? errors.dates : undefined)}
            onChange={dates => onChange({ dates })}
          />
        )}
      </div>
    </fieldset>
  )
}

const t = texts({
  fr: {
    over: (day: string) =>
      `${day}. Ce jour est passé : vérifiez la date. L’agenda ne montre que ce qui vient.`,
    when: 'Dates et heures',
    whenHint:
      'Écrivez comme vous le diriez : « samedi 12 », « du 12 au 14 décembre », « tous les mardis jusqu’en juin » ; « 20 h 30 », « 14h-17h ».',
  },
  en: {
    over: (day: string) => `${day}. This day is over: check the date. The agenda shows what is to come.`,
    when: 'Dates and times',
    whenHint: 'A day is written like 15/01/2027, tomorrow or Monday; a time like 20:30.',
  },
})
