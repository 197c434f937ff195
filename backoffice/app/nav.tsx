import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { type Person, usePerson } from '../kit/person.ts'
import { t as kit } from '../kit/texts.ts'
import { bottomBar } from '../kit/ui/bottom-bar.ts'
import { Face, Mark } from '../kit/ui/face.tsx'
import { Icon } from '../kit/ui/icon.tsx'
import { Menu } from '../kit/ui/menu.tsx'
import { views } from '../kit/views/saved.ts'
import { number } from '../kit/words/format.ts'
import { Accessibility } from './accessibility.tsx'
import type { Group, Screen } from './screen.ts'
import css from './shell.module.css'
import { SignOut } from './sign-out.tsx'
import { t } from './texts.ts'

// Without its code the views stay in the menus of their screens.
const SavedViews = lazy(() =>
  import('./saved-views.tsx').then(
    ({ SavedViews }) => ({ default: SavedViews }),
    () => ({ default: () => null }),
  ),
)

/** The number of waiting items, by the path of the screen. */
export type Counts = Readonly<Partial<Record<string, number>>>

interface Where {
  readonly screens: readonly Screen[]
  readonly counts: Counts
  readonly here: string
  /** Opens the search. Absent: the person may open nothing that it finds. */
  readonly onSearch: (() => void) | undefined
}

export function Navigation({ person, screens, counts, here, onSearch }: Where & { readonly person: Person }) {
  const entries = (group: Group) => screens.filter(screen => screen.group === group)
  const list = (group: Group) => (
    <ul>
      {entries(group).map(screen => (
        <li key={screen.path}>
          <Entry screen={screen} count={counts[screen.path]} isHere={screen.path === here} />
          {group === 'waiting' && <Views path={screen.path} />}
        </li>
      ))}
    </ul>
  )
  return (
    <nav className={`flex gap-4 ${css.nav}`} aria-label={t.main}>
      <Link className={`flex middle gap-10 ${css.brand}`} to="/">
        <Mark />
        Parvis
      </Link>
      {onSearch && (
        <button
          type="button"
          className={`row middle soft fine gap-10 round ${css.search}`}
          onClick={onSearch}
        >
          <Icon name="search" /> {t.search.title}
          <span className="last" aria-hidden="true">
            <kbd>Ctrl K</kbd>
          </span>
        </button>
      )}
      {list('top')}
      {(['waiting', 'places', 'administration'] as const).map(
        group =>
          entries(group).length > 0 && (
            <div key={group}>
              <h2 className="soft least bold">{t.groups[group]}</h2>
              {list(group)}
            </div>
          ),
      )}
      <Menu
        trigger={props => (
          <button type="button" className={`flex middle least gap-10 wide ${css.me}`} {...props}>
            <Face name={person.nom ?? person.email ?? ''} />
            <span>
              <b className="cut block medium">{person.nom ?? person.email}</b>
              <small className="soft block">{roleOf(person)}</small>
            </span>
          </button>
        )}
      >
        <OwnEntries screens={screens} />
      </Menu>
    </nav>
  )
}

function Views({ path }: { readonly path: string }) {
  const saved = useQuery(views()).data?.data
  if (!saved?.some(({ address }) => address.startsWith(path))) return null
  return (
    <Suspense>
      <SavedViews path={path} />
    </Suspense>
  )
}

function OwnEntries({ screens }: { readonly screens: readonly Screen[] }) {
  const publishes = (usePerson()?.acteurs.length ?? 0) > 0
  return (
    <>
      {publishes && (
        <Link to="/espace">
          <Icon name="pen" /> {t.otherHouse}
        </Link>
      )}
      {screens
        .filter(({ group }) => group === 'own')
        .map(({ path, icon, name }) => (
          <Link key={path} to={path}>
            <Icon name={icon} /> {name}
          </Link>
        ))}
      <Accessibility>
        <Icon name="people" />
      </Accessibility>
      <SignOut />
    </>
  )
}

function Entry({
  screen: { path, icon, name },
  count,
  isHere,
}: {
  readonly screen: Screen
  readonly count: number | undefined
  readonly isHere: boolean
}) {
  return (
    <Link
      className={`flex middle fine gap-10 round ${css.to}`}
      to={path}
      aria-current={isHere ? 'page' : undefined}
    >
      <Icon name={icon} /> {name}
      <Count of={count} />
    </Link>
  )
}

const Count = ({ of }: { readonly of: number | undefined }) =>
  of ? <span className={`soft least last ${css.count} figures`}>{number(of)}</span> : null

/** The bar of a narrow screen: the queues first, the search, the other screens and the saved views in a menu. */
export function Bar({ screens, counts, here, onSearch }: Where) {
  const waiting = screens.filter(({ group }) => group === 'waiting')
  const first = [...screens.filter(({ group }) => group === 'top'), ...waiting].slice(0, 4)
  const rest = screens.filter(screen => !first.includes(screen) && screen.group !== 'own')
  const waits = rest.reduce((sum, { path }) => sum + (counts[path] ?? 0), 0)
  return (
    <nav ref={bottomBar} className={`at-foot ${css.bar}`} aria-label={t.main}>
      <ul>
        {first.map(({ path, icon, name }) => (
          <li key={path}>
            <Link to={path} aria-current={path === here ? 'page' : undefined}>
              <Icon name={icon} />
              {name}
              <Count of={counts[path]} />
            </Link>
          </li>
        ))}
        {onSearch && (
          <li>
            <button type="button" aria-label={t.search.short} onClick={onSearch}>
              <Icon name="search" />
              <span className={css.word}>{t.search.short}</span>
            </button>
          </li>
        )}
        <li>
          <Menu
            trigger={props => (
              <button type="button" {...props}>
                <Icon name="more" />
                {t.more}
                <Count of={waits} />
                {waits > 0 && <span className="unseen">{t.waiting}</span>}
              </button>
            )}
          >
            {waiting.map(({ path }) => (
              <Views key={path} path={path} />
            ))}
            {rest.map(({ path, icon, name }) => (
              <Link key={path} to={path}>
                <Icon name={icon} /> {name}
                <Count of={counts[path]} />
              </Link>
            ))}
            <OwnEntries screens={screens} />
          </Menu>
        </li>
      </ul>
    </nav>
  )
}

function roleOf({ roles }: Person): string {
  if (roles.includes('admin')) return kit.role.admin
  return roles.map(role => kit.role[role]).join(', ') || kit.role.none
}
