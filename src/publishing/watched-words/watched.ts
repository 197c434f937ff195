import { type Db, sql } from '../../kernel/db/db.ts'
import { eventLoopYielder } from '../../kernel/threads/event-loop.ts'
import { type Match, matcherOf, type WatchedList } from './matcher.ts'
import type { Watched } from './shapes.ts'

/**
 * Badges are computed when publications are read, and not stored: they always follow the lists of today. A page holds a
 * hundred publications at most.
 */

interface NamedList extends WatchedList {
  readonly nom: string
}

export interface Searched {
  readonly title: string
  readonly body: string
  readonly lieu: string | null
  readonly source_url: string | null
  readonly image_url: string | null
}

/** The lists that are on, as a column: JSON, null without any. PostgreSQL reads them once a statement. */
export const activeLists = sql`(
  select json_agg(json_build_object('nom', l.nom, 'kind', l.kind, 'words', l.words) order by lower(l.nom))::text
  from watched_words l where l.active) as watched_lists`

/** By publication, what each list found in it. Other work gets its turn between two words. */
export async function watchedIn(
  db: Db,
  lists: readonly NamedList[],
  publications: readonly Searched[],
): Promise<Watched[][]> {
  const match = matcherOf(lists)
  const breathe = eventLoopYielder()
  const all: (readonly Match[])[] = []
  for (const { title, lieu, body, source_url, image_url } of publications) {
    const matching = match({ texts: present([title, lieu, body]), links: present([source_url, image_url]) })
    let step = matching.next()
    for (; !step.done; step = matching.next()) {
      const turn = breathe()
      if (turn) await turn
    }
    all.push(step.value)
  }
  const known = await knownHosts(
    db,
    all.flat().flatMap(({ host }) => host ?? []),
  )
  return all.map(matches => {
    const shown = matches.filter(({ host }) => host === undefined || !known.has(host))
    return lists.flatMap(({ nom }, list) => {
      const texts = shown.filter(one => one.list === list).map(({ text }) => text)
      return texts.length > 0 ? [{ nom, texts: texts.slice(0, MOST_TEXTS) }] : []
    })
  })
}
const MOST_TEXTS = 5

const present = (texts: readonly (string | null)[]): string[] => texts.filter(text => text !== null)

async function knownHosts(db: Db, hosts: readonly string[]): Promise<ReadonlySet<string>> {
  if (hosts.length === 0) return new Set()
  const rows = await db.all<{ host: string }>(sql`
    select host from published_hosts where host = any(${[...new Set(hosts)]}::text[])`)
  return new Set(rows.map(({ host }) => host))
}
