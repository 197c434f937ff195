import { createRootRoute } from '@tanstack/react-router'
import { Alone, NotFound } from '../kit/error-pages.tsx'
import { Shell } from './shell.tsx'

/** What stands around every screen of both houses. */
export const root = createRootRoute({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <Alone error={error} />,
})
