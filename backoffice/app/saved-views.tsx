import { useQuery } from '@tanstack/react-query'
import { useRouter, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { View } from '../kit/api/contract.ts'
import { client, reading } from '../kit/api/queries.ts'
import { onPlainClick } from '../kit/desk/row.tsx'
import { useViewCounts, VIEW_COUNTS, viewedAt, views } from '../kit/views/saved.ts'
import { number } from '../kit/words/format.ts'
import { appealsAddress, filterOf as appealsOf } from '../office/appeals/address.ts'
import { claimsAddress, filterOf as claimsOf } from '../office/claims/address.ts'
import { messagesAddress, filterOf as threadsOf } from '../office/messages/address.ts'
import { deskAddress, filterOf as publicationsOf } from '../office/moderation/address.ts'
import css from './saved-views.module.css'
import { t } from './texts.ts'

/** The saved views of the queues, in the menu, with the number of items in each. */

type Search = Readonly<Record<string, string>>

/** The list of the API that a view of a queue shows. Other screens hold nothing that waits. */
const LISTS: Readonly<Record<string, (search: Search) => readonly [list: string, filter: object]>> = {
  '/moderation': search => ['publications', publicationsOf(deskAddress(search))],
  '/demandes': search => ['claims', claimsOf(claimsAddress(search))],
  '/messages': search => ['threads', threadsOf(messagesAddress(search))],
  '/contestations': search => ['appeals', appealsOf(appealsAddress(search))],
}

/** The most that the service counts in one request: lists, and letters of their addresses. */
const MOST = 12
const MOST_LETTERS = 3_000
const EVERY_MS = 60_000

const pathOf = ({ address }: View) => address.split('?')[0] ?? ''

function listOf(view: View): string {
  const [list, filter] = LISTS[pathOf(view)]?.(
    Object.fromEntries(new URL(view.address, location.origin).searchParams),
  ) ?? ['', {}]
  const words = Object.entries(filter).map(([name, value]) => [name, String(value)])
  return `${list}?${new URLSearchParams(words)}`
}

/** Those of the menu, and their counts by one request for all screens. */
function useShown(): readonly View[] {
  const saved = useQuery(views()).data?.data ?? []
  const shown = saved.filter(view => LISTS[pathOf(view)]).slice(0, MOST)
  let letters = 0
  const lists = shown.map(listOf).filter(list => {
    letters += list.length + 1
    return letters <= MOST_LETTERS
  })
  const counted = useQuery({
    ...reading('GET /api/v1/admin/views/counts', { query: { of: lists.join(' ') } }),
    enabled: lists.length > 0,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  }).data?.data
  const known = JSON.stringify(
    counted && Object.fromEntries(shown.map(({ id }, at) => [id, counted[at] ?? undefined])),
  )
  useEffect(() => {
    if (known) client.setQueryData(VIEW_COUNTS, JSON.parse(known))
  }, [known])
  return shown
}

export function SavedViews({ path }: { readonly path: string }) {
  const router = useRouter()
  const here = useRouterState({ select: ({ location }) => viewedAt(location.href) })
  const counts = useViewCounts()
  const own = useShown().filter(view => pathOf(view) === path)
  if (own.length === 0) return null
  return (
    <ul className={css.views} aria-label={t.search.views}>
      {own.map(({ id, nom, address }) => (
        <li key={id}>
          <a
            className="flex middle least gap-8 round"
            href={address}
            title={nom}
            aria-current={address === here || undefined}
            onClick={onPlainClick(() => router.history.push(address))}
          >
            <bdi className="cut">{nom}</bdi>
            {counts[id] !== undefined && (
              <span className="last least soft figures">{number(counts[id])}</span>
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}
