import { namesOf } from '../../../shared/fields/field.ts'
import { Button } from '../../kit/ui/button.tsx'
import { labelOf } from '../../kit/words/language.ts'
import { ADVICE, withAdvice } from './advice.ts'
import { t } from './texts.ts'
import type { Typed } from './typed.ts'
import css from './write.module.css'

/** Advice for residents to take over into the text of an alert. */
export const TakeAdvice = ({
  typed,
  onTake,
}: {
  readonly typed: Typed
  readonly onTake: (change: Pick<Typed, 'body' | 'source_url'>) => void
}) => (
  <fieldset className={css.advice}>
    <legend>{t.advice.title}</legend>
    <p>{t.advice.about}</p>
    <div className="row">
      {namesOf(ADVICE).map(kind => (
        <Button key={kind} onClick={() => onTake(withAdvice(typed, kind))}>
          {labelOf(ADVICE[kind])}
        </Button>
      ))}
    </div>
  </fieldset>
)
