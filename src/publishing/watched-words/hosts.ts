import { sql, type Tx } from '../../kernel/db/db.ts'
import { eventLoopYielder } from '../../kernel/threads/event-loop.ts'

/** The hosts that texts link to, and those that accepted publications are known to link to. */

/** The authority of a web address, with the dots of other writings, which browsers take for dots. Each match is bounded and begins after the one before. */
const LINK = /(?:https?:\/\/|(?<![\p{L}\p{N}.@])www\.)([\p{L}\p{N}\p{M}\p{Cf}._~%:@。．｡-]{1,255})/giu
/** The most links of a text that are looked at. */
const MOST_LINKS = 200

interface LinkFound {
  readonly host: string
  readonly from: number
  readonly to: number
}

export function linksIn(text: string): LinkFound[] {
  const found: LinkFound[] = []
  for (const match of text.matchAll(LINK)) {
    const host = hostOf(match[1] ?? '')
    if (host !== undefined) found.push({ host, from: match.index, to: match.index + match[0].length })
    if (found.length === MOST_LINKS) break
  }
  return found
}

/** Without user, port and `www.`; international names in ASCII. */
function hostOf(authority: string): string | undefined {
  const [name = ''] = (authority.split('@').at(-1) ?? '').split(':')
  const host = URL.parse(`http://${name.replace(/\.+$/, '')}`)?.hostname.replace(/^www\./, '')
  return host?.includes('.') && host.length <= 253 ? host : undefined
}

/** A million publications take half a day, once. */
const BATCH = 3_000

interface Texts {
  readonly texts: string
  readonly updated_at: string
  readonly id: string
}

/**
 * Learns the hosts of accepted publications that have not changed for a day: what is withdrawn within a day teaches
 * nothing.
 */
export async function learnHosts(tx: Tx): Promise<number> {
  await tx.one(sql`select from published_hosts_read for update`)
  const rows = await tx.all<Texts>(sql`
    select id, updated_at::text as updated_at,
      case when visible_le is not null then concat_ws(' ', title, body, source_url, image_url) else '' end as texts
    from publications
    where (updated_at, id) > (select updated_at, publication_id from published_hosts_read)
      and updated_at < now() - interval '1 day'
    order by updated_at, id limit ${BATCH}`)
  const last = rows.at(-1)
  if (!last) return 0
  const hosts = new Set<string>()
  const breathe = eventLoopYielder()
  for (const { texts } of rows) {
    for (const { host } of linksIn(texts)) hosts.add(host)
    await breathe()
  }
  // In one order, as locks are.
  await tx.run(sql`
    insert into published_hosts (host) select * from unnest(${[...hosts].sort()}::text[]) on conflict do nothing`)
  await tx.run(sql`
    update published_hosts_read set updated_at = ${last.updated_at}::timestamptz, publication_id = ${last.id}`)
  return rows.length
}
