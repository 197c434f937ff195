import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { counts, me } from '../kit/api/queries.ts'
import { needsSecondFactor } from '../kit/api/session.ts'
import { ScreenArea } from '../kit/area.ts'
import { notices } from '../kit/browser-setting.ts'
import { Alone } from '../kit/error-pages.tsx'
import { HELP, listenForSearch, listenForShortcuts, noSearch, useShortcuts } from '../kit/keys.ts'
import { LazyDialog } from '../kit/lazy-dialog.tsx'
import type { Person } from '../kit/person.ts'
import { Loading } from '../kit/ui/message.tsx'
import { isInTownhall } from '../townhall/address.ts'
import { Allowed } from './allowed.tsx'
import { Bar, type Counts, Navigation } from './nav.tsx'
import { screenAt, visibleTo } from './navigation.ts'
import { Offline } from './offline.tsx'
import type { Screen } from './screen.ts'
import { Search } from './search.tsx'
import { isFound } from './search-kinds.ts'
import css from './shell.module.css'
import { useShownScreen } from './shown-screen.ts'
import { SessionEnded } from './sign-in/session-ended.tsx'
import { t } from './texts.ts'

/** The frame around every screen: navigation, global shortcuts, and the signed-in person. */
export function Shell() {
  const { data, error, refetch } = useQuery(me())
  if (error && !data) return <Alone error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return <Frame person={data.data} />
}

const Help = lazy(() => import('./help.tsx').then(({ Help }) => ({ default: Help })))
// Without its code nothing is notified; the desk works.
const Notices = lazy(() =>
  import('./notices.tsx').then(
    ({ Notices }) => ({ default: Notices }),
    () => ({ default: () => null }),
  ),
)
const SecondFactorNeeded = lazy(() =>
  import('./second-factor-needed.tsx').then(({ SecondFactorNeeded }) => ({ default: SecondFactorNeeded })),
)
const Townhall = lazy(() => import('./townhall.tsx').then(({ Townhall }) => ({ default: Townhall })))

/** The frame of the office for operators, the frame of the town hall for authors. Some people use both, by the address. */
function Frame({ person }: { readonly person: Person }) {
  const { pathname } = useShownScreen()
  // Read once: the page that sets it up stays until it is left.
  const [needsFactor] = useState(needsSecondFactor)
  const isOffice = person.areas.length > 0 && !isInTownhall(pathname) && !needsFactor
  useEffect(() => {
    if (!isOffice) noSearch()
  }, [isOffice])
  if (person.areas.length > 0 && !isInTownhall(pathname))
    return needsFactor ? (
      <Suspense>
        <SecondFactorNeeded person={person} />
      </Suspense>
    ) : (
      <Office person={person} />
    )
  return (
    <Suspense>
      <Townhall person={person} />
    </Suspense>
  )
}

function Office({ person }: { readonly person: Person }) {
  const router = useRouter()
  const { pathname } = useLocation()
  const screen = screenAt(pathname)
  const here = screen?.path ?? pathname
  const [helping, setHelping] = useState(false)
  const [searching, setSearching] = useState(false)
  const screens = visibleTo(person)
  const searches = screens.some(isFound)
  const search = searches ? () => setSearching(true) : undefined
  useLive()
  useLayoutEffect(listenForShortcuts, [])
  useLayoutEffect(() => {
    if (searches) return listenForSearch(() => setSearching(true))
    noSearch()
    return undefined
  }, [searches])
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
  const isNotified = notices.useIsOn()
  return (
    <div className={css.shell}>
      <a className="skip round" href="#content">
        {t.skip}
      </a>
      <Navigation person={person} screens={screens} counts={waiting} here={here} onSearch={search} />
      <main className={`flex fits ${css.main}`} id="content" tabIndex={-1}>
        <Offline />
        <ScreenArea value={screen?.area}>
          <Allowed screen={screen}>
            <Outlet />
          </Allowed>
        </ScreenArea>
      </main>
      <Bar screens={screens} counts={waiting} here={here} onSearch={search} />
      {searching && <Search onClose={() => setSearching(false)} />}
      {helping && (
        <LazyDialog onClose={() => setHelping(false)}>
          <Help onClose={() => setHelping(false)} />
        </LazyDialog>
      )}
      {isNotified && (
        <Suspense>
          <Notices />
        </Suspense>
      )}
      <SessionEnded person={person} />
      <HelpAsked ask={() => setHelping(true)} />
    </div>
  )
}

/** Loaded after the screen: until then, and without its code, the screens poll. */
const LIVE_AFTER_MS = 2_000

/** Hears what colleagues do. */
function useLive(): void {
  useEffect(() => {
    let stop: (() => void) | undefined
    let isLeft = false
    const timer = setTimeout(() => {
      import('../kit/live/follow.ts').then(
        ({ followNews }) => {
          if (!isLeft) stop = followNews()
        },
        () => {},
      )
    }, LIVE_AFTER_MS)
    return () => {
      isLeft = true
      clearTimeout(timer)
      stop?.()
    }
  }, [])
}

function HelpAsked({ ask }: { readonly ask: () => void }) {
  useEffect(() => {
    document.addEventListener(HELP, ask)
    return () => document.removeEventListener(HELP, ask)
  }, [ask])
  return null
}

/** The numbers shown beside the queues. */
function useCounts(screens: readonly Screen[]): Counts {
  const { data } = useQuery({ ...counts(), enabled: screens.some(({ group }) => group === 'waiting') })
  const { moderation, claims, support, reserved } = data?.data ?? {}
  return {
    '/moderation': moderation?.pending,
    '/demandes': claims?.pending,
    '/contestations': (moderation?.appeals ?? 0) + (claims?.appeals ?? 0) || undefined,
    '/messages': support?.awaiting,
    '/sante': (reserved?.mails_failing ?? 0) + (reserved?.jobs_failing ?? 0) || undefined,
  }
}
