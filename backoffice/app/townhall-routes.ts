import { createRoute, lazyRouteComponent, Outlet, retainSearchParams } from '@tanstack/react-router'
import { accountAddress } from '../townhall/account/address.ts'
import { houseAddress } from '../townhall/address.ts'
import { ficheAddress } from '../townhall/page/address.ts'
import { ownAddress } from '../townhall/publications/address.ts'
import { writeAddress } from '../townhall/write/address.ts'
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
  component: lazyRouteComponent(() => import('../townhall/home/home.tsx'), 'Home'),
})
const fiche = createRoute({
  getParentRoute: () => house,
  path: '/fiche',
  validateSearch: ficheAddress,
  component: lazyRouteComponent(() => import('../townhall/page/fiche.tsx'), 'Fiche'),
})
const equipe = createRoute({
  getParentRoute: () => house,
  path: '/equipe',
  component: lazyRouteComponent(() => import('../townhall/team/team.tsx'), 'Team'),
})
const moi = createRoute({
  getParentRoute: () => house,
  path: '/moi',
  validateSearch: accountAddress,
  component: lazyRouteComponent(() => import('../townhall/account/account.tsx'), 'Account'),
})
const aide = createRoute({
  getParentRoute: () => house,
  path: '/aide',
  component: lazyRouteComponent(() => import('../townhall/help/help.tsx'), 'Help'),
})
const publications = createRoute({
  getParentRoute: () => house,
  path: '/publications',
  validateSearch: ownAddress,
  component: lazyRouteComponent(() => import('../townhall/publications/list.tsx'), 'Publications'),
})
const write = createRoute({
  getParentRoute: () => house,
  path: '/ecrire',
  validateSearch: writeAddress,
  component: lazyRouteComponent(() => import('../townhall/write/write.tsx'), 'Write'),
})
const commune = createRoute({
  getParentRoute: () => house,
  path: '/commune',
  validateSearch: ownAddress,
  component: lazyRouteComponent(() => import('../townhall/commune/list.tsx'), 'Around'),
})

export const houseRoutes = house.addChildren([first, publications, write, commune, fiche, equipe, moi, aide])
