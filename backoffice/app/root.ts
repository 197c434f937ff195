import { createRootRoute, createRoute, Outlet, retainSearchParams } from '@tanstack/react-router'
import { townhallAddress } from '../townhall/address.ts'

/** `router.tsx` sets its components: the frame imports the table of screens, and the table imports this file. */
export const root = createRootRoute()

/** The parent of the town hall's routes; `?pour=` is kept from screen to screen. */
export const townhall = createRoute({
  getParentRoute: () => root,
  path: '/espace',
  validateSearch: townhallAddress,
  search: { middlewares: [retainSearchParams(['pour'])] },
  component: Outlet,
})
