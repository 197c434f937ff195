import { ALERT } from '../../../shared/fields/publications.ts'
import { Inputs } from '../../kit/forms/inputs.tsx'
import type { Fields } from '../../kit/forms/record.ts'
import { WhenFields } from '../../kit/forms/when-fields.tsx'
import type { TextName, Typed } from './typed.ts'
import css from './write.module.css'

/** The days and hours of a publication. An alert has a level and an end instead. */
export function Times({
  form,
  type,
  errorOf,
  onChange,
}: {
  readonly form: Pick<Fields<Pick<Typed, TextName>>, 'value' | 'field'>
  readonly type: string | undefined
  errorOf(name: keyof Typed): string | undefined
  onChange(change: Partial<Typed>): void
}) {
  return type === 'alerte' ? (
    <Inputs of={ALERT} form={form} needed={['niveau']} />
  ) : (
    <WhenFields
      className={`stack at-top gap-16 ${css.two}`}
      typed={form.value}
      errorOf={errorOf}
      needsDay={type === 'evenement'}
      onChange={onChange}
    />
  )
}
