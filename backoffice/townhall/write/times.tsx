import { WRITTEN } from '../../../shared/fields/publications.ts'
import { ALERT_LEVELS } from '../../../shared/words/publications.ts'
import { WhenFields } from '../../kit/forms/when-fields.tsx'
import { Field, Select } from '../../kit/ui/field.tsx'
import { moment } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { typedEnd } from '../../kit/words/typed-date.ts'
import { t } from './texts.ts'
import type { Typed } from './typed.ts'
import css from './write.module.css'

/** The days and hours of a publication; of an alert also its level and its end. */
export function Times({
  typed,
  type,
  errorOf,
  onChange,
}: {
  readonly typed: Typed
  readonly type: string | undefined
  errorOf(name: keyof Typed): string | undefined
  onChange(change: Partial<Typed>): void
}) {
  const now = new Date()
  const end = typedEnd(typed.fin_le, now)
  return (
    <>
      {type === 'alerte' && (
        <div className={css.two}>
          <Select
            label={labelOf(WRITTEN.niveau)}
            optional
            value={typed.niveau}
            error={errorOf('niveau')}
            onChange={event => onChange({ niveau: event.currentTarget.value })}
          >
            <option value="">{t.fields.noLevel}</option>
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
            said={end ? moment(end, now) : undefined}
            placeholder={t.fields.endExample}
            maxLength={60}
            autoComplete="off"
            onChange={event => onChange({ fin_le: event.currentTarget.value })}
          />
        </div>
      )}
      <div className={css.two}>
        <WhenFields typed={typed} errorOf={errorOf} needsDay={type === 'evenement'} onChange={onChange} />
      </div>
    </>
  )
}
