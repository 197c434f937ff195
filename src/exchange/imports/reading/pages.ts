import { decodeText } from '../../../kernel/fetch/decode.ts'
import { type Door, FetchRefused } from '../../../kernel/fetch/fetch.ts'
import { explain } from '../explanations.ts'
import { Unreadable } from './item.ts'
import type { Notes } from './notes.ts'

/** Sources whose answer comes page by page. */

export interface PagePlan {
  readonly first: URL
  /** Keys go into a header, never into the address: addresses are logged by other servers. */
  readonly headers?: Readonly<Record<string, string>>
  /** Pages are fetched until there are this many items. */
  readonly most: number
  /** Whether `most` is what the operator chose: then nothing is missing after it. */
  readonly isAsked?: true
  /** 401 and 403 are about the key. */
  readonly asksForKey?: true
  /** Throws `Unreadable`. */
  pageOf(text: string, page: PageFacts): Page
  /** The items of all pages as one document of this format. */
  whole(items: readonly unknown[]): object
}

export interface PageFacts {
  readonly address: URL
  /** From 1. */
  readonly number: number
  /** The header of this name. */
  readonly link: string | undefined
  readonly notes: Notes
}

export interface Page {
  readonly found: readonly unknown[]
  /** The plan makes it from its own address: an answer does not lead to another server. */
  readonly next: URL | undefined
}

const MOST_PAGES = 20
const LONGEST_MS = 60_000

/** The items of all pages, up to the limits. A page that fails after the first ends the reading, with what came before. */
export async function fetchPages(
  door: Pick<Door, 'fetch'>,
  plan: PagePlan,
  notes: Notes,
  signal?: AbortSignal,
): Promise<readonly unknown[]> {
  const items: unknown[] = []
  const until = performance.now() + LONGEST_MS
  let address = plan.first
  for (let number = 1; ; number++) {
    const page = await onePage(door, plan, { address, number, notes }, signal).catch((error: unknown) => {
      if (number === 1 || signal?.aborted) throw error
      notes.warn(explain('page_unreadable', { number }))
      return undefined
    })
    if (!page) return items
    const { found, next } = page
    // One by one: a call has fewer arguments than a page of 10 MiB may have items.
    for (const item of found) items.push(item)
    if (found.length === 0 || !next || next.href === address.href) return items
    const isEnough = items.length >= plan.most
    if (isEnough && plan.isAsked) return items
    if (isEnough || number >= MOST_PAGES || performance.now() > until) {
      notes.warn(explain('agenda_longer', { count: items.length, pages: number }))
      return items
    }
    address = next
  }
}

async function onePage(
  door: Pick<Door, 'fetch'>,
  plan: PagePlan,
  page: Omit<PageFacts, 'link'>,
  signal: AbortSignal | undefined,
): Promise<Page> {
  const { headers = {} } = plan
  const asking = { accept: 'application/json', headers, ...(signal && { signal }) }
  const answer = await door.fetch(page.address.href, asking).catch((error: unknown) => {
    if (plan.asksForKey && error instanceof FetchRefused && (error.status === 401 || error.status === 403))
      throw new Unreadable(explain('key_refused'))
    throw error
  })
  if (answer.status === 'not_modified') throw new Unreadable(explain('agenda_said_nothing'))
  const type = answer.charset && `application/json; charset=${answer.charset}`
  const { text } = decodeText(answer.bytes, type)
  if (text.trim() === '') throw new Unreadable(explain('empty'))
  return plan.pageOf(text, { ...page, link: answer.headers.link })
}
