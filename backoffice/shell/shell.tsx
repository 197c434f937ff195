import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { counts, me } from '../api/queries.ts'
import { SessionEnded } from '../sign-in/session-ended.tsx'
import { Loading } from '../ui/message.tsx'
import { Help } from './help.tsx'
import { HELP, listenForSearch, listenForShortcuts, useShortcuts } from './keys.ts'
import { LEADS, LED } from './leads.ts'
import { Bar, type Counts, Navigation } from './nav.tsx'
import { Allowed, Broken } from './nowhere.tsx'
import type { Person } from './person.ts'
import { type Screen, screenAt, visibleTo } from './screens.ts'
import { Search } from './search.tsx'
import css from './shell.module.css'
import { t } from './texts.ts'

/** What stands around every screen: who is signed in, where one can go, what every page understands of the keyboard. */
export function Shell() {
  const { data, error, refetch } = useQuery(me())
  if (error && !data)
    return (
      <main>
        <Broken error={error} retry={() => void refetch()} />
      </main>
    )
  if (!data) return <Loading />
  return <SignedIn person={data.data} />
}

function SignedIn({ person }: { readonly person: Person }) {
  const router = useRouter()
  const { pathname } = useLocation()
  const here = screenAt(pathname)?.path ?? pathname
  const [helping, setHelping] = useState(false)
  const [searching, setSearching] = useState(false)
  const screens = visibleTo(person.areas)
  const searches = LED.some(kind => screens.some(({ path }) => path === LEADS[kind].screen.path))
  useEffect(listenForShortcuts, [])
  useEffect(() => (searches ? listenForSearch(() => setSearching(true)) : undefined), [searches])
  useShortcuts([
    ...screens.map(({ letter, name, path }) => ({
      key: `G ${letter}`,
      does: t.goTo(name),
      run: () => void router.navigate({ to: path }),
    })),
    { key: '?', does: t.help, run: () => setHelping(true) },
    ...(searches ? [{ key: 'Ctrl K', does: t.search.title, run: () => setSearching(true) }] : []),
  ])
  const waiting = useCounts(screens)
  return (
    <div className={css.shell}>
      <a className={css.skip} href="#content">
        {t.skip}
      </a>
      <Navigation person={person} screens={screens} counts={waiting} here={here} />
      <main className={css.main} id="content" tabIndex={-1}>
        <Offline />
        <Allowed pathname={pathname}>
          <Outlet />
        </Allowed>
      </main>
      <Bar screens={screens} counts={waiting} here={here} />
      {searching && <Search onClose={() => setSearching(false)} />}
      {helping && <Help onClose={() => setHelping(false)} />}
      <SessionEnded person={person} />
      <HelpAsked ask={() => setHelping(true)} />
    </div>
  )
}

function HelpAsked({ ask }: { readonly ask: () => void }) {
  useEffect(() => {
    document.addEventListener(HELP, ask)
    return () => document.removeEventListener(HELP, ask)
  }, [ask])
  return null
}

/** Beside what waits for somebody, and nowhere else. */
function useCounts(screens: readonly Screen[]): Counts {
  const { data } = useQuery({ ...counts(), enabled: screens.some(({ group }) => group === 'waiting') })
  const { moderation, claims, support } = data?.data ?? {}
  return {
    '/moderation': moderation?.pending,
    '/demandes': claims?.pending,
    '/messages': support?.awaiting,
  }
}

const useOnline = () =>
  useSyncExternalStore(
    listener => {
      addEventListener('online', listener)
      addEventListener('offline', listener)
      return () => {
        removeEventListener('online', listener)
        removeEventListener('offline', listener)
      }
    },
    () => navigator.onLine,
  )

function Offline() {
  const online = useOnline()
  return <div role="status">{!online && <p className={css.offline}>{t.offline}</p>}</div>
}
