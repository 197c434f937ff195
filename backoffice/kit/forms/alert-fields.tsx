import { WRITTEN } from '../../../shared/fields/publications.ts'
import { typedEnd } from '../../../shared/typed/end.ts'
import { ALERT_LEVELS } from '../../../shared/words/publications.ts'
import { Field, Select } from '../ui/field.tsx'
import { endInWords } from '../words/format.ts'
import { labelOf, texts } from '../words/language.ts'
import { readAlert, type TypedAlert } from './alert.ts'

/** The level and the end of an alert, which is said back in words. */
export function AlertFields({
  typed,
  errorOf,
  onChange,
}: {
  readonly typed: TypedAlert
  errorOf(name: keyof TypedAlert): string | undefined
  onChange(change: Partial<TypedAlert>): void
}) {
  const now = new Date()
  const end = typedEnd(typed.fin_le, now)
  return (
    <>
      <Select
        label={labelOf(WRITTEN.niveau)}
        optional
        value={typed.niveau}
        error={errorOf('niveau')}
        onChange={event => onChange({ niveau: event.currentTarget.value })}
      >
        <option value="">{t.noLevel}</option>
        {Object.entries(ALERT_LEVELS).map(([level, words]) => (
          <option key={level} value={level}>
            {labelOf(words)}
          </option>
        ))}
      </Select>
      <Field
        label={labelOf(WRITTEN.fin_le)}
        optional
        value={typed.fin_le}
        error={errorOf('fin_le')}
        fault={readAlert(typed, now).errors.fin_le}
        said={end ? endInWords(end, now) : undefined}
        placeholder={t.endExample}
        maxLength={60}
        autoComplete="off"
        onChange={event => onChange({ fin_le: event.currentTarget.value })}
      />
    </>
  )
}

const t = texts({
  fr: {
    noLevel: 'Non précisé',
    endExample: 'demain 18 h',
  },
  en: {
    noLevel: 'Not said',
    endExample: 'tomorrow 18:00',
  },
})
