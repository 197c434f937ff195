import { createRoute, lazyRouteComponent, Outlet, retainSearchParams } from '@tanstack/react-router'
import { houseAddress } from '../clerk/address.ts'
import { accountAddress } from '../clerk-account/address.ts'
import { ficheAddress } from '../clerk-page/address.ts'
import { ownAddress } from '../own-publications/address.ts'
import { writeAddress } from '../write/address.ts'
import { root } from './root.tsx'

/** The addresses of the house of those who publish; `?pour=` is kept from screen to screen. */

const house = createRoute({
  getParentRoute: () => root,
  path: '/espace',
  validateSearch: houseAddress,
  search: { middlewares: [retainSearchParams(['pour'])] },
  component: Outlet,
})
const first = createRoute({
  getParentRoute: () => house,
  path: '/',
  component: lazyRouteComponent(() => import('../clerk-home/home.tsx'), 'Home'),
})
const fiche = createRoute({
  getParentRoute: () => house,
  path: '/fiche',
  validateSearch: ficheAddress,
  component: lazyRouteComponent(() => import('../clerk-page/fiche.tsx'), 'Fiche'),
})
const equipe = createRoute({
  getParentRoute: () => house,
  path: '/equipe',
  component: lazyRouteComponent(() => import('../clerk-team/team.tsx'), 'Team'),
})
const moi = createRoute({
  getParentRoute: () => house,
  path: '/moi',
  validateSearch: accountAddress,
  component: lazyRouteComponent(() => import('../clerk-account/account.tsx'), 'Account'),
})
const aide = createRoute({
  getParentRoute: () => house,
  path: '/aide',
  component: lazyRouteComponent(() => import('../clerk-help/help.tsx'), 'Help'),
})
const publications = createRoute({
  getParentRoute: () => house,
  path: '/publications',
  validateSearch: ownAddress,
  component: lazyRouteComponent(() => import('../own-publications/list.tsx'), 'Publications'),
})
const write = createRoute({
  getParentRoute: () => house,
  path: '/ecrire',
  validateSearch: writeAddress,
  component: lazyRouteComponent(() => import('../write/write.tsx'), 'Write'),
})
const commune = createRoute({
  getParentRoute: () => house,
  path: '/commune',
  validateSearch: ownAddress,
  component: lazyRouteComponent(() => import('../around/list.tsx'), 'Around'),
})

export const houseRoutes = house.addChildren([first, publications, write, commune, fiche, equipe, moi, aide])
