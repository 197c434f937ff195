import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { client } from '../kit/api/queries.ts'
import { onSession, renew, sessionState } from '../kit/api/session.ts'
import { dropDraftsAtTheEnd } from '../kit/drafts.ts'
import { Alone } from '../kit/error-pages.tsx'
import { noSearch } from '../kit/keys.ts'
import { ignoreDoubleClicks } from './double-click.ts'
import { router } from './router.tsx'
import { isSignInPath } from './sign-in/paths.ts'

// Loaded only when somebody has to sign in.
const SignIn = lazy(() => import('./sign-in/sign-in.tsx').then(({ SignIn }) => ({ default: SignIn })))
const signIn = (
  <Suspense>
    <SignIn />
  </Suspense>
)

/** Asks for the sign-in at the requested address, then shows the screen of that address. */
export function App() {
  const state = useSyncExternalStore(onSession, sessionState)
  const [entered, setEntered] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const begin = () => {
    setFailure(undefined)
    renew().catch(setFailure)
  }
  useEffect(begin, [])
  useEffect(dropDraftsAtTheEnd, [])
  useEffect(ignoreDoubleClicks, [])
  useEffect(() => {
    if (state === 'signed-in') setEntered(true)
  }, [state])
  const isSigningIn = isSignInPath(location.pathname) || (state === 'signed-out' && !entered)
  useEffect(() => {
    if (isSigningIn) noSearch()
  }, [isSigningIn])
  if (isSignInPath(location.pathname)) return signIn
  if (failure !== undefined && state === 'unknown') return <Alone error={failure} retry={begin} />
  if (state === 'unknown') return null
  // After the first sign-in, the frame asks for the password over the page, so that no form is lost.
  if (state === 'signed-out' && !entered) return signIn
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
