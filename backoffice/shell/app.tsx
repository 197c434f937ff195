import { QueryClientProvider } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  RouterProvider,
} from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { client } from '../api/queries.ts'
import { onSession, renew, sessionState } from '../api/session.ts'
import { deskAddress } from '../moderation/address.ts'
import { isSignInPath } from '../sign-in/paths.ts'
import { SignIn } from '../sign-in/sign-in.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, Loading, Problem } from '../ui/message.tsx'
import { common } from '../words/texts.ts'
import { screens } from './screens.ts'
import { Shell } from './shell.tsx'

const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => (
    <Empty title={common.notFound}>
      <p>{common.notFoundNext}</p>
      <a href="/">{common.home}</a>
    </Empty>
  ),
  errorComponent: ({ error }) => <Broken error={error} />,
})

const home = createRoute({
  getParentRoute: () => root,
  path: screens.home.path,
  component: lazyRouteComponent(() => import('../home/home.tsx'), 'Home'),
})
const moderation = createRoute({
  getParentRoute: () => root,
  path: screens.moderation.path,
  validateSearch: deskAddress,
  component: lazyRouteComponent(() => import('../moderation/desk.tsx'), 'Desk'),
})
const account = createRoute({
  getParentRoute: () => root,
  path: screens.account.path,
  component: lazyRouteComponent(() => import('../account/account.tsx'), 'Account'),
})

/** What stands in an address is text: `?q=2026` is searched for, not computed with. */
const router = createRouter({
  routeTree: root.addChildren([home, moderation, account]),
  defaultErrorComponent: ({ error }) => <Broken error={error} />,
  defaultPendingComponent: Loading,
  defaultPendingMs: 200,
  defaultPreload: 'intent',
  parseSearch: text => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: search => {
    const words = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(words.map(([name, value]) => [name, String(value)])).toString()
    return text === '' ? '' : `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

/** Nobody signed in: the same address asks who it is, and then shows what it is for. */
export function App() {
  const state = useSyncExternalStore(onSession, sessionState)
  const [entered, setEntered] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const begin = () => {
    setFailure(undefined)
    renew().catch(setFailure)
  }
  useEffect(begin, [])
  useEffect(() => {
    if (state === 'signed-in') setEntered(true)
  }, [state])
  if (isSignInPath(location.pathname)) return <SignIn />
  if (failure !== undefined && state === 'unknown') return <Broken error={failure} />
  if (state === 'unknown') return null
  // Once inside, the shell asks for the password over the page, and no form is lost.
  if (state === 'signed-out' && !entered) return <SignIn />
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}

function Broken({ error }: { readonly error: unknown }) {
  return (
    <Empty title={common.failed}>
      <Problem error={error} />
      <p>{common.failedNext}</p>
      <Button look="primary" onClick={() => location.reload()}>
        {common.reload}
      </Button>
    </Empty>
  )
}
