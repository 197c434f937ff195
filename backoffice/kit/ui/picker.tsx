import { lazy, Suspense } from 'react'
import type { Choosing } from './combobox.tsx'
import { Field } from './field.tsx'

const Combobox = lazy(() => import('./combobox.tsx').then(({ Combobox }) => ({ default: Combobox })))

/** One of thousands, by the beginning of its name. What it is made of comes when the first of them is shown. */
export const Picker = (props: Choosing) => (
  <Suspense
    fallback={
      <Field label={props.label} hint={props.hint} error={props.error} optional={props.optional} readOnly />
    }
  >
    <Combobox {...props} />
  </Suspense>
)
