import { sql, type Tx } from '../../../kernel/db/db.ts'
import { identifier } from '../../../kernel/texts/plain-text.ts'
import { eventLoopYielder } from '../../../kernel/threads/event-loop.ts'
import { localDay, localTime } from '../../../kernel/values/local-time.ts'
import { duplicateKeyOf } from '../../../publishing/publications/duplicates.ts'
import type { FeedItem } from '../reading/item.ts'
import { pageIdentity } from '../reading/texts/page-identity.ts'
import { contentOfItem, hashOf } from './rules.ts'
import { COMPARED, type Facts, type Stored, sameItems } from './same-item.ts'

/**
 * Items that the source had under another identifier: found again, they are renamed and not made twice. A few statements, however
 * many items.
 */

/** How many stored items are compared. */
const MOST_FORMER = 5_000

/** The identifier that each item had before, where it still has that one. */
export async function findFormerNames(
  tx: Tx,
  sourceId: string,
  items: readonly FeedItem[],
  now: Date,
): Promise<ReadonlyMap<string, string>> {
  const moved = await findMovedNames(tx, sourceId, items)
  const taken = new Set([...items.map(({ external_id }) => external_id), ...moved.names.values()])
  const pages = await findFormerPages(tx, sourceId, items, taken)
  const names = new Map([...moved.names, ...pages])
  for (const before of pages.values()) taken.add(before)
  const fresh = items.filter(({ external_id }) => !moved.known.has(external_id) && !names.has(external_id))
  return new Map([...names, ...(await findSame(tx, sourceId, items, fresh, taken, now))])
}

/**
 * Items that are known by their page used to be known by its exact address. Of several that mean the same page, the one of
 * this very address counts, else the first.
 */
async function findFormerPages(
  tx: Tx,
  sourceId: string,
  items: readonly FeedItem[],
  taken: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const pages = new Map(
    items.flatMap(({ external_id, source_url }) =>
      external_id === pageIdentity(source_url) ? [[external_id, identifier(source_url)] as const] : [],
    ),
  )
  if (pages.size === 0) return new Map()
  const rows = await tx.all<{ external_id: string }>(sql`
    select external_id from import_items
    where source_id = ${sourceId} and (external_id like 'http%' or external_id = any(${[...pages.values()]}::text[]))
      and not external_id = any(${[...taken]}::text[])
    order by publication_id limit ${MOST_FORMER}`)
  const held = await tx.all<{ external_id: string }>(sql`
    select external_id from import_items
    where source_id = ${sourceId} and external_id = any(${[...pages.keys()]}::text[])`)
  for (const { external_id } of held) pages.delete(external_id)
  const byAddress = new Map([...pages].map(([page, address]) => [address, page]))
  const former = new Map<string, string>()
  for (const { external_id } of rows) {
    const exact = byAddress.get(external_id)
    const page = exact ?? pageIdentity(external_id)
    if (page !== null && pages.has(page) && (exact || !former.has(page))) former.set(page, external_id)
  }
  return former
}

const ADDRESS = /https?:\/\/(?:www\.)?/gi
const BEGINNINGS = ['https://', 'https://www.', 'http://', 'http://www.']

/** The same identifier before its site moved to https, or to or from `www.`. */
export const spellingsOf = (id: string): string[] =>
  id.search(ADDRESS) < 0
    ? []
    : BEGINNINGS.map(beginning => id.replaceAll(ADDRESS, beginning)).filter(other => other !== id)

/** Many systems make the identifier of an item of its address (`https://v.fr/?p=12`, `12 at http://www.v.fr`). */
async function findMovedNames(tx: Tx, sourceId: string, items: readonly FeedItem[]) {
  const spellings = new Map(items.map(({ external_id }) => [external_id, spellingsOf(external_id)] as const))
  const rows = await tx.all<{ external_id: string }>(sql`
    select external_id from import_items
    where source_id = ${sourceId} and external_id = any(${[...spellings].flat(2)}::text[])`)
  const known = new Set(rows.map(({ external_id }) => external_id))
  // An identifier that the reading has too is another item; two items never share one row.
  const free = new Set([...known].filter(id => !spellings.has(id)))
  const names = new Map<string, string>()
  for (const [id, others] of spellings) {
    const before = known.has(id) ? undefined : others.find(other => free.has(other))
    if (before === undefined) continue
    free.delete(before)
    names.set(id, before)
  }
  return { names, known }
}

/** Publications that the source had under another identifier, by what they say. */
async function findSame(
  tx: Tx,
  sourceId: string,
  items: readonly FeedItem[],
  unknown: readonly FeedItem[],
  taken: ReadonlySet<string>,
  now: Date,
) {
  if (unknown.length === 0) return new Map<string, string>()
  const names = new Set(unknown.map(({ external_id }) => external_id))
  const reading: Facts[] = []
  const giveWay = eventLoopYielder()
  for (const item of items) {
    await giveWay()
    reading.push(...factsOf(item))
  }
  const fresh = reading.filter(({ external_id }) => names.has(external_id))
  const unnamed = fresh.filter(
    ({ external_id, date_debut }) => external_id.startsWith('hash:') && date_debut === null,
  )
  const ofRebuiltSite = fresh.length === reading.length ? fresh.filter(one => one.date_debut === null) : []
  const stored = await tx.all<Stored>(sql`
    select i.external_id, i.words_hash, coalesce(p.title, '') as title, p.source_url, p.date_debut::text as date_debut,
      p.heure_debut, p.lieu, left(p.body, ${COMPARED}) as body,
      i.external_id = any(${[...taken]}::text[]) as is_here,
      coalesce(coalesce(p.date_fin, p.date_debut) + coalesce(p.heure_fin, p.heure_debut, '23:59')::time
        >= ${localTime(now, 'Europe/Paris')}::timestamp, false) as is_coming
    from import_items i left join publications p on p.id = i.publication_id
    where i.source_id = ${sourceId} and (
      i.words_hash = any(${fresh.map(({ words_hash }) => words_hash)}::text[])
      or p.duplicate_key = any(${fresh.flatMap(one => keyOf(one))}::uuid[])
      or coalesce(p.date_fin, p.date_debut) >= ${localDay(now, 'Europe/Paris')}::date
      or p.date_debut is null and p.title = any(${ofRebuiltSite.map(({ title }) => title)}::text[])
      or p.date_debut is null and i.external_id like 'hash:%'
        and (p.title = any(${unnamed.map(({ title }) => title)}::text[]) or p.body = any(${unnamed.map(({ body }) => body)}::text[])))
    order by i.publication_id desc nulls last limit ${MOST_FORMER}`)
  return await sameItems({ reading, fresh, stored })
}

function factsOf(item: FeedItem): Facts[] {
  const words = contentOfItem(item)
  return words ? [{ ...words, external_id: item.external_id, words_hash: hashOf(words) }] : []
}

/** The key by the page alone. */
const keyOf = ({ source_url, ...one }: Facts) =>
  source_url === null
    ? []
    : [duplicateKeyOf({ ...one, source_url, acteur_id: null, type_id: '' }).duplicate_key]
