import { useQuery } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Area } from '../../shared/words/access.ts'
import { t as passkeys } from '../kit/account/passkeys-texts.ts'
import { t as account } from '../kit/account/texts.ts'
import { ITEM_TITLE } from '../kit/desk/open-item.ts'
import { activeShortcuts } from '../kit/keys.ts'
import { LINKS } from '../kit/links.ts'
import { usePerson } from '../kit/person.ts'
import { Icon, type IconName } from '../kit/ui/icon.tsx'
import { views } from '../kit/views/saved.ts'
import { common, nouns } from '../kit/words/texts.ts'
import { TABS } from '../office/settings/address.ts'
import { t as settings } from '../office/settings/texts.ts'
import { keyName } from './key-name.ts'
import { visibleTo } from './navigation.ts'
import { lastOpened } from './opened.ts'
import { matches } from './search-matches.ts'
import { t } from './texts.ts'

/** What `Ctrl K` does beside finding: the actions of the page below, screens, settings and saved views. */

interface Command {
  readonly name: string
  /** The key that does it without the search. */
  readonly keys?: string
  readonly icon?: IconName
  run(): void
}

/** Moves, and what the search itself is: nobody looks for them. */
const LEFT_OUT = /^(G .|J|K|X|\/|\?|Escape|Ctrl K)$/

export function Commands({ typed, onClose }: { readonly typed: string; readonly onClose: () => void }) {
  const router = useRouter()
  const person = usePerson()
  const areas: readonly Area[] = person?.areas ?? []
  const { data } = useQuery(views())
  const go = (address: string) => () => router.history.push(address)
  // Read once when the search opens, so that a command never acts on an item that changed behind the dialog.
  const [here] = useState(() => activeShortcuts().filter(({ key }) => !LEFT_OUT.test(key)))
  const [about] = useState(() => document.getElementById(ITEM_TITLE)?.textContent ?? undefined)
  const actions = here.map(({ key, does }) => ({
    name: capital(does),
    keys: key,
    // The screen may have rendered meanwhile: its function of now.
    run: () =>
      activeShortcuts()
        .findLast(one => one.key === key)
        ?.run(),
  }))
  const screens = (person ? visibleTo(person) : []).map(({ name, path, icon, letter }) => ({
    name,
    icon,
    keys: `G ${letter}`,
    run: go(path),
  }))
  const parts = [
    ...(areas.includes('reserved')
      ? TABS.map(tab => ({
          name: `${nouns.settings} › ${settings.tab[tab]}`,
          icon: 'wheel' as const,
          run: go(`/reglages?onglet=${tab}`),
        }))
      : []),
    ...(areas.includes('imports')
      ? [{ name: t.search.newSource, icon: 'feed' as const, run: go('/imports/nouvelle') }]
      : []),
    ...[common.password, account.factor.title, passkeys.title, account.display, account.devices.title].map(
      name => ({ name: `${nouns.account} › ${name}`, icon: 'person' as const, run: go('/compte') }),
    ),
  ]
  const saved = (data?.data ?? []).map(({ nom, address }) => ({
    name: nom,
    icon: 'star' as const,
    run: go(address),
  }))
  const isEmpty = typed === ''
  const fitting = (commands: readonly Command[]) => commands.filter(({ name }) => matches(name, typed))
  const perform = (command: Command) => {
    onClose()
    // Once the dialog is gone: an action may open another.
    requestAnimationFrame(() => command.run())
  }
  const list = (title: string, commands: readonly Command[]) =>
    commands.length > 0 && <List title={title} commands={commands} onPick={perform} />
  return (
    <>
      {list(about ? t.search.on(about) : t.here, fitting(actions))}
      {isEmpty && <Opened onClose={onClose} />}
      {!isEmpty && list(t.search.go, [...fitting(screens), ...fitting(parts)])}
      {list(t.search.views, fitting(saved))}
    </>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function List({
  title,
  commands,
  onPick,
}: {
  readonly title: string
  readonly commands: readonly Command[]
  readonly onPick: (command: Command) => void
}) {
  return (
    <section>
      <h3 className="soft least bold">{title}</h3>
      <ul>
        {commands.map(command => (
          <li key={command.name}>
            <button type="button" onClick={() => onPick(command)}>
              {command.icon && <Icon name={command.icon} />}
              <b dir="auto">{command.name}</b>
              {command.keys && (
                <small>
                  {command.keys.split(' ').map(key => (
                    <kbd key={key}>{keyName(key)}</kbd>
                  ))}
                </small>
              )}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Opened({ onClose }: { readonly onClose: () => void }) {
  const opened = lastOpened()
  if (opened.length === 0) return null
  return (
    <section>
      <h3 className="soft least bold">{t.search.opened}</h3>
      <ul>
        {opened.map(({ kind, id, nom }) => (
          <li key={id}>
            <Link {...LINKS[kind](id)} onClick={onClose}>
              <b dir="auto">{nom}</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
