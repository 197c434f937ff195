import { type ReactNode, Suspense } from 'react'

/** A question whose code still comes: until it is asked, what somebody types is no shortcut (`isDialogOpen`). */
export const Soon = ({ children }: { readonly children: ReactNode }) => (
  <Suspense fallback={<span hidden data-opening="" />}>{children}</Suspense>
)
