import { QueryClientProvider } from '@tanstack/react-query'
import { createRoute, createRouter, lazyRouteComponent, RouterProvider } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { client } from '../kit/api/queries.ts'
import { onSession, renew, sessionState } from '../kit/api/session.ts'
import { dropDraftsAtTheEnd } from '../kit/drafts.ts'
import { Alone, Broken } from '../kit/error-pages.tsx'
import { Loading } from '../kit/ui/message.tsx'
import { acteurAddress, acteursAddress } from '../office/acteurs/address.ts'
import { journalAddress } from '../office/audit/address.ts'
import { claimsAddress } from '../office/claims/address.ts'
import { communeAddress, communesAddress } from '../office/communes/address.ts'
import { devicesAddress } from '../office/defibrillateurs/address.ts'
import { listAddress, sourceAddress } from '../office/imports/address.ts'
import { messagesAddress } from '../office/messages/address.ts'
import { deskAddress } from '../office/moderation/address.ts'
import { paymentsAddress } from '../office/payments/address.ts'
import { settingsAddress } from '../office/settings/address.ts'
import { usersAddress } from '../office/users/address.ts'
import { takeTwiceForOnce } from './double-click.ts'
import { root } from './root.tsx'
import { screens } from './screens.ts'
import { isSignInPath } from './sign-in/paths.ts'
import { SignIn } from './sign-in/sign-in.tsx'
import { houseRoutes } from './townhall-routes.ts'

const home = createRoute({
  getParentRoute: () => root,
  path: screens.home.path,
  component: lazyRouteComponent(() => import('../office/home/home.tsx'), 'Home'),
})
const moderation = createRoute({
  getParentRoute: () => root,
  path: screens.moderation.path,
  validateSearch: deskAddress,
  component: lazyRouteComponent(() => import('../office/moderation/desk.tsx'), 'Desk'),
})
const messages = createRoute({
  getParentRoute: () => root,
  path: screens.messages.path,
  validateSearch: messagesAddress,
  component: lazyRouteComponent(() => import('../office/messages/desk.tsx'), 'Desk'),
})
const claims = createRoute({
  getParentRoute: () => root,
  path: screens.claims.path,
  validateSearch: claimsAddress,
  component: lazyRouteComponent(() => import('../office/claims/desk.tsx'), 'Desk'),
})
const audit = createRoute({
  getParentRoute: () => root,
  path: screens.audit.path,
  validateSearch: journalAddress,
  component: lazyRouteComponent(() => import('../office/audit/journal.tsx'), 'Journal'),
})
const communes = createRoute({
  getParentRoute: () => root,
  path: screens.communes.path,
  validateSearch: communesAddress,
  component: lazyRouteComponent(() => import('../office/communes/list.tsx'), 'Communes'),
})
const commune = createRoute({
  getParentRoute: () => root,
  path: '/communes/$id',
  validateSearch: communeAddress,
  component: lazyRouteComponent(() => import('../office/communes/page.tsx'), 'Commune'),
})
const users = createRoute({
  getParentRoute: () => root,
  path: screens.users.path,
  validateSearch: usersAddress,
  component: lazyRouteComponent(() => import('../office/users/users.tsx'), 'Users'),
})
const user = createRoute({
  getParentRoute: () => root,
  path: `${screens.users.path}/$id`,
  component: lazyRouteComponent(() => import('../office/users/user.tsx'), 'UserPage'),
})
const imports = createRoute({
  getParentRoute: () => root,
  path: screens.imports.path,
  validateSearch: listAddress,
  component: lazyRouteComponent(() => import('../office/imports/list.tsx'), 'Imports'),
})
const newImport = createRoute({
  getParentRoute: () => root,
  path: '/imports/nouvelle',
  component: lazyRouteComponent(() => import('../office/imports/new.tsx'), 'NewSource'),
})
const importSource = createRoute({
  getParentRoute: () => root,
  path: '/imports/$id',
  validateSearch: sourceAddress,
  component: lazyRouteComponent(() => import('../office/imports/source.tsx'), 'Source'),
})
const defibrillateurs = createRoute({
  getParentRoute: () => root,
  path: screens.defibrillateurs.path,
  validateSearch: devicesAddress,
  component: lazyRouteComponent(() => import('../office/defibrillateurs/screen.tsx'), 'Defibrillateurs'),
})
const payments = createRoute({
  getParentRoute: () => root,
  path: screens.payments.path,
  validateSearch: paymentsAddress,
  component: lazyRouteComponent(() => import('../office/payments/payments.tsx'), 'Payments'),
})
const subscription = createRoute({
  getParentRoute: () => root,
  path: `${screens.payments.path}/$id`,
  component: lazyRouteComponent(() => import('../office/payments/subscription.tsx'), 'SubscriptionPage'),
})
const acteurs = createRoute({
  getParentRoute: () => root,
  path: screens.acteurs.path,
  validateSearch: acteursAddress,
  component: lazyRouteComponent(() => import('../office/acteurs/acteurs.tsx'), 'Acteurs'),
})
const acteur = createRoute({
  getParentRoute: () => root,
  path: '/acteurs/$id',
  validateSearch: acteurAddress,
  component: lazyRouteComponent(() => import('../office/acteurs/acteur.tsx'), 'Acteur'),
})
const settings = createRoute({
  getParentRoute: () => root,
  path: screens.settings.path,
  validateSearch: settingsAddress,
  component: lazyRouteComponent(() => import('../office/settings/settings.tsx'), 'Settings'),
})
const account = createRoute({
  getParentRoute: () => root,
  path: screens.account.path,
  component: lazyRouteComponent(() => import('../office/account/account.tsx'), 'Account'),
})

/** What stands in an address is text: `?q=2026` is searched for, not computed with. */
const router = createRouter({
  routeTree: root.addChildren([
    acteurs,
    acteur,
    home,
    moderation,
    claims,
    messages,
    audit,
    communes,
    commune,
    users,
    user,
    imports,
    newImport,
    importSource,
    defibrillateurs,
    payments,
    subscription,
    settings,
    account,
    houseRoutes,
  ]),
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
  useEffect(dropDraftsAtTheEnd, [])
  useEffect(takeTwiceForOnce, [])
  useEffect(() => {
    if (state === 'signed-in') setEntered(true)
  }, [state])
  if (isSignInPath(location.pathname)) return <SignIn />
  if (failure !== undefined && state === 'unknown') return <Alone error={failure} retry={begin} />
  if (state === 'unknown') return null
  // Once inside, the shell asks for the password over the page, and no form is lost.
  if (state === 'signed-out' && !entered) return <SignIn />
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  )
}
