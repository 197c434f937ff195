import { AlertFields } from '../../kit/forms/alert-fields.tsx'
import { WhenFields } from '../../kit/forms/when-fields.tsx'
import type { Typed } from './typed.ts'
import css from './write.module.css'

/** The days and hours of a publication. An alert has a level and an end instead. */
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
  return type === 'alerte' ? (
    <div className={css.two}>
      <AlertFields typed={typed} errorOf={errorOf} onChange={onChange} />
    </div>
  ) : (
    <WhenFields
      className={css.two}
      typed={typed}
      errorOf={errorOf}
      needsDay={type === 'evenement'}
      onChange={onChange}
    />
  )
}
