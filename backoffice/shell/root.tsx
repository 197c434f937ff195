import { createRootRoute } from '@tanstack/react-router'
import { Broken, NotFound } from './nowhere.tsx'
import { Shell } from './shell.tsx'

/** What stands around every screen of both houses. */
export const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <Alone error={error} />,
})

export const Alone = ({ error }: { readonly error: unknown }) => (
  <main>
    <Broken error={error} />
  </main>
)
