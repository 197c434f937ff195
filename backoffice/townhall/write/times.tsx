import { useState } from 'react'
import { AlertFields } from '../../kit/forms/alert-fields.tsx'
import { WHEN } from '../../kit/forms/event-time.ts'
import { WhenFields } from '../../kit/forms/when-fields.tsx'
import type { Typed } from './typed.ts'
import css from './write.module.css'

/** The days and hours of a publication. An alert has a level and an end, and shows days only if it was given some. */
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
  const hasDays = WHEN.some(name => typed[name] !== '')
  // They stay while somebody empties them to type others.
  const [hadDays, setHadDays] = useState(hasDays)
  if (hasDays && !hadDays) setHadDays(true)
  const isAlert = type === 'alerte'
  return (
    <>
      {isAlert && (
        <div className={css.two}>
          <AlertFields typed={typed} errorOf={errorOf} onChange={onChange} />
        </div>
      )}
      {(!isAlert || hadDays) && (
        <div className={css.two}>
          <WhenFields typed={typed} errorOf={errorOf} needsDay={type === 'evenement'} onChange={onChange} />
        </div>
      )}
    </>
  )
}
