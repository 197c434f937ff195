import { lazy, Suspense } from 'react'
import type { Choosing } from './combobox.tsx'
import { Field } from './field.tsx'

const Combobox = lazy(() => import('./combobox.tsx').then(({ Combobox }) => ({ default: Combobox })))

/** Chooses one of thousands by the beginning of its name. Its code is loaded when the first one is shown. */
export const Picker = (props: Choosing) => (
  <Suspense
    fallback={
      <Field label={props.label} hint={props.hint} error={props.error} optional={props.optional} readOnly />
    }
  >
    <Combobox {...props} />
  </Suspense>
)
