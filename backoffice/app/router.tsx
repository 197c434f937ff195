import { createRouter } from '@tanstack/react-router'
import { Alone, Broken, NotFound } from '../kit/error-pages.tsx'
import { Loading } from '../kit/ui/message.tsx'
import { root, townhall } from './root.ts'
import { screens, townhallScreens } from './screens.ts'
import { Shell } from './shell.tsx'

root.update({
  component: Shell,
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <Alone error={error} />,
})

/** Search parameters are strings: `?q=2026` is a text, not a number. */
export const router = createRouter({
  routeTree: root.addChildren([
    ...Object.values(screens).flatMap(({ routes }) => [...routes]),
    townhall.addChildren(Object.values(townhallScreens).flatMap(({ routes }) => [...routes])),
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
