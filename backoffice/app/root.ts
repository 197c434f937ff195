import { createRootRoute, createRoute, Outlet, retainSearchParams } from '@tanstack/react-router'
import { townhallAddress } from '../townhall/address.ts'

/** The router gives it its components: those of the frame read the table of screens, whose routes begin here. */
export const root = createRootRoute()

/** The addresses of those who publish; `?pour=` is kept from screen to screen. */
export const townhall = createRoute({
  getParentRoute: () => root,
  path: '/espace',
  validateSearch: townhallAddress,
  search: { middlewares: [retainSearchParams(['pour'])] },
  component: Outlet,
})
