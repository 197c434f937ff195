import { Link, Navigate, Outlet, rootRouteId } from '@tanstack/react-router'
import type { Person } from '../kit/person.ts'
import { bottomBar } from '../kit/ui/bottom-bar.ts'
import { Face, Mark } from '../kit/ui/face.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { Menu } from '../kit/ui/menu.tsx'
import { nouns } from '../kit/words/texts.ts'
import { useActing, useNamedInAddress } from '../townhall/acteur.ts'
import { isForAnybody, isInTownhall } from '../townhall/address.ts'
import { Elsewhere, OfNothing } from '../townhall/home/no-screen.tsx'
import { t as home } from '../townhall/home/texts.ts'
import { Accessibility } from './accessibility.tsx'
import { type Entry, entriesFor } from './navigation.ts'
import { Offline } from './offline.tsx'
import { useShownScreen } from './shown-screen.ts'
import { SessionEnded } from './sign-in/session-ended.tsx'
import { SignOut } from './sign-out.tsx'
import css from './townhall.module.css'
import { t } from './townhall-texts.ts'

/** The frame for authors: larger letters, few entries, and no technical word. */
export function Townhall({ person }: { readonly person: Person }) {
  const { pathname } = useShownScreen()
  const { acteur } = useActing()
  useNamedInAddress(isInTownhall(pathname))
  const entries = entriesFor(acteur)
  return (
    <div className={css.frame}>
      <a className={`skip round ${css.skip}`} href="#content">
        {t.skip}
      </a>
      <header className={`flex middle ${css.head}`}>
        <Whom />
        <nav className={`row gap-4 ${css.entries}`} aria-label={t.main}>
          <ul>
            {entries.map(entry => (
              <li key={entry.to}>
                <To entry={entry} pathname={pathname} />
              </li>
            ))}
          </ul>
        </nav>
        <Menu
          trigger={props => (
            <button type="button" className={`flex middle second last gap-10 round ${css.me}`} {...props}>
              <Face name={person.nom ?? person.email ?? ''} />
              <span>{person.nom ?? person.email}</span>
            </button>
          )}
        >
          <Own treats={person.areas.length > 0} />
        </Menu>
      </header>
      <main className={css.main} id="content" tabIndex={-1}>
        <Offline />
        <Here belongs={acteur !== undefined} treats={person.areas.length > 0} />
      </main>
      <Bar entries={entries} pathname={pathname} />
      <SessionEnded person={person} />
    </div>
  )
}

/** The screen of this address, or the reason why it is not shown. */
function Here({ belongs, treats }: { readonly belongs: boolean; readonly treats: boolean }) {
  const { route, pathname } = useShownScreen()
  if (route === '/' && !treats) return <Navigate to="/espace" replace />
  // No route matches: the router shows its own page.
  if (route === rootRouteId) return <Outlet />
  if (!isInTownhall(pathname) && !isForAnybody(pathname)) return <Elsewhere />
  return belongs || isForAnybody(pathname) ? <Outlet /> : <OfNothing />
}

/** The name of the current acteur, as a link to the home page. Members of several choose one here. */
function Whom() {
  const { person, acteur, several, choose } = useActing()
  const name = acteur?.nom ?? 'Parvis'
  if (!several)
    return (
      <Link className={`flex middle gap-12 ${css.brand}`} to="/espace">
        <Mark size={32} />
        <b>{name}</b>
      </Link>
    )
  return (
    <div className={`flex middle gap-12 ${css.brand}`}>
      <Link to="/espace" aria-label={nouns.home}>
        <Mark size={32} />
      </Link>
      <Menu
        trigger={props => (
          <button
            type="button"
            className={`flex middle gap-8 round ${css.whom}`}
            aria-label={t.change(name)}
            {...props}
          >
            <b>{name}</b> <Icon name="down" small />
          </button>
        )}
      >
        <p>{t.forWhom}</p>
        {person?.acteurs.map(one => (
          <button
            key={one.acteur_id}
            type="button"
            aria-current={one.acteur_id === acteur?.acteur_id ? 'true' : undefined}
            onClick={() => choose(one.acteur_id)}
          >
            <Icon name={one.type === 'mairie' ? 'town' : 'people'} />
            {one.nom}
            {one.acteur_id === acteur?.acteur_id && <Icon name="check" small />}
          </button>
        ))}
      </Menu>
    </div>
  )
}

function To({ entry: { to, icon, name }, pathname }: { readonly entry: Entry; readonly pathname: string }) {
  return (
    <Link to={to} aria-current={pathname.startsWith(to) ? 'page' : undefined}>
      <Icon name={icon} />
      {name}
    </Link>
  )
}

/** The bar at the bottom of a telephone's screen. */
function Bar({ entries, pathname }: { readonly entries: readonly Entry[]; readonly pathname: string }) {
  const isAll = entries.length <= MOST_IN_BAR
  const first = isAll ? entries : entries.slice(0, MOST_IN_BAR - 1)
  return (
    <nav ref={bottomBar} className={`at-foot ${css.bar}`} aria-label={t.main}>
      <ul>
        {first.map(entry => (
          <li key={entry.to}>
            <To entry={entry} pathname={pathname} />
          </li>
        ))}
        {!isAll && (
          <li>
            <Menu
              trigger={props => (
                <button type="button" {...props}>
                  <Icon name="more" />
                  {t.more}
                </button>
              )}
            >
              {entries.slice(first.length).map(entry => (
                <To key={entry.to} entry={entry} pathname={pathname} />
              ))}
            </Menu>
          </li>
        )}
      </ul>
    </nav>
  )
}
const MOST_IN_BAR = 4

function Own({ treats }: { readonly treats: boolean }) {
  return (
    <>
      <Link to="/espace/moi">
        <Icon name="person" /> {nouns.account}
      </Link>
      <Link to="/espace/demandes">
        <Icon name="key" /> {home.claims}
      </Link>
      {treats && (
        <Link to="/">
          <Icon name="inbox" /> {t.otherHouse}
        </Link>
      )}
      <Accessibility>
        <Icon name="people" />
      </Accessibility>
      <SignOut />
    </>
  )
}
