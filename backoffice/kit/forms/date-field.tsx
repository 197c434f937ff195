import type { ComponentProps } from 'react'
import { dayIn } from '../../../shared/typed/day.ts'
import { Field } from '../ui/field.tsx'
import { namedDay } from '../words/format.ts'
import { t } from './texts.ts'

/**
 * A day as people type it, said back in words. `past`: a day without a year is the last such day, else the next one. That a day is
 * not understood is said once the field is left.
 */
export function DateField({
  past = false,
  read = text => dayIn(text, past ? 'last' : 'next'),
  said,
  value,
  ...field
}: Omit<ComponentProps<typeof Field>, 'value'> & {
  readonly value: string
  readonly past?: boolean
  /** The day in the text; undefined where there is none. */
  read?(text: string): string | null | undefined
}) {
  const day = value.trim() === '' ? null : read(value)
  return (
    <Field
      placeholder={past ? t.pastDay : t.nextDay}
      autoComplete="off"
      maxLength={40}
      {...field}
      value={value}
      fault={day !== undefined ? undefined : past ? t.noPastDay : t.noDay}
      said={said ?? (day ? namedDay(day) : undefined)}
    />
  )
}

/** A day in the past. Undefined where nothing, or no day, is typed. */
export const pastDayIn = (typed: string): string | undefined => dayIn(typed, 'last') ?? undefined

/** The errors of a filter from a day to a day. */
export const pastDayErrors = ({
  du,
  au,
}: {
  readonly du: string
  readonly au: string
}): { readonly du?: string; readonly au?: string } => ({
  ...(dayIn(du) === undefined && { du: t.noPastDay }),
  ...(dayIn(au) === undefined && { au: t.noPastDay }),
})
