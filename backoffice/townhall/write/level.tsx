import { namesOf } from '../../../shared/fields/field.ts'
import { WRITTEN } from '../../../shared/fields/publications.ts'
import { ALERT_LEVELS } from '../../../shared/words/publications.ts'
import { FieldError } from '../../kit/ui/field.tsx'
import { labelOf } from '../../kit/words/language.ts'
import { t } from './texts.ts'
import css from './write.module.css'

/** The level of an alert, each with what it means. None is chosen beforehand: a hurried author must say it. */
export const LevelChoice = ({
  value,
  error,
  onChange,
}: {
  readonly value: string
  readonly error: string | undefined
  onChange(level: string): void
}) => (
  <div
    className={`stack gap-8 ${css.levels}`}
    role="radiogroup"
    aria-labelledby="alert-level"
    aria-describedby="no-alert-level"
    aria-invalid={error ? true : undefined}
    tabIndex={error ? -1 : undefined}
  >
    <p id="alert-level" className="bold">
      {labelOf(WRITTEN.niveau)}
    </p>
    <FieldError id="no-alert-level">{error}</FieldError>
    {namesOf(ALERT_LEVELS).map(level => (
      <label key={level} className="meant">
        <input type="radio" name="niveau" checked={level === value} onChange={() => onChange(level)} />
        <span>
          {labelOf(ALERT_LEVELS[level])}
          <small>{t.levels[level]}</small>
        </span>
      </label>
    ))}
  </div>
)
