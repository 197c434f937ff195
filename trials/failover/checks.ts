import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../../test/fixtures/cluster.ts'
import type { MailServer } from '../../test/fixtures/mail-server.ts'
import { send } from '../requests.ts'
import type { Service } from '../service.ts'
import type { Done } from './load.ts'

export interface Verdict {
  readonly acknowledged: number
  /** Requests that had to be retried. */
  readonly again: number
  readonly lost: number
  readonly doubled: number
  /** Time from the end of the load to the end of its last job. */
  readonly settled: number
  readonly trail: string
  readonly broken: readonly string[]
}

/** Long enough for a job with a lost worker: heartbeat, supervision, and a mail's lease. */
const SETTLE_MS = 90_000

/** Counts each entry of the ledger in the database directly. */
const COUNTS: Readonly<Record<Done['kind'], string>> = {
  publication: `select title as name, count(*)::int as n from publications where title = any($1) group by 1`,
  decision: `select p.title as name, count(*)::int as n from audit_log a join publications p on p.id::text = a.entity_id
             where a.action = 'publication.moderated' and p.moderation_status = 'published' and p.title = any($1) group by 1`,
  message: `select requester_email as name, count(*)::int as n from support_threads where requester_email = any($1) group by 1`,
  reply: `select recipient_email as name, count(*)::int as n from mails where recipient_email = any($1) group by 1`,
  event: `select event_id as name, count(*)::int as n from payment_events where event_id = any($1) group by 1`,
}

/** Acknowledged writes that are gone, and writes that are there twice. */
async function countLedger(
  primary: Server,
  ledger: readonly Done[],
  broken: string[],
): Promise<{ lost: number; doubled: number }> {
  let lost = 0
  let doubled = 0
  for (const [kind, text] of Object.entries(COUNTS)) {
    const all = ledger.filter(done => done.kind === kind)
    const rows = await primary.ask<{ name: string; n: number }>(text, [all.map(({ name }) => name)])
    const found = new Map(rows.map(({ name, n }) => [name, n]))
    for (const { name, answer } of all) {
      const count = found.get(name) ?? 0
      if (answer && count === 0) lost += broken.push(`${kind} ${name} was acknowledged and is gone`) && 1
      if (count > 1) doubled += broken.push(`${kind} ${name} is there ${count} times`) && 1
    }
  }
  return { lost, doubled }
}

export async function checked(
  primary: Server,
  ledger: readonly Done[],
  mails: MailServer,
  nodes: Service,
): Promise<Verdict> {
  const broken: string[] = []
  const settled = await settle(primary, broken)
  let { lost, doubled } = await countLedger(primary, ledger, broken)
  for (const { name } of ledger.filter(done => done.kind === 'reply' && done.answer)) {
    const sent = mails.acceptedFor(name)
    if (sent.length === 0) lost += broken.push(`the mail to ${name} was never sent`) && 1
    const ids = new Set(sent.map(({ parsed }) => parsed.messageId))
    if (ids.size > 1) doubled += broken.push(`${name} got ${ids.size} mails`) && 1
  }
  await askedAgain(ledger, nodes, broken)
  broken.push(...(await sequencesBehind(primary)))
  const audit = await nodes.command('audit', 'verify')
  if (audit.code !== 0) broken.push(audit.said)
  const acknowledged = ledger.filter(({ answer }) => answer)
  return {
    acknowledged: acknowledged.length,
    again: acknowledged.filter(({ tries }) => tries > 1).length,
    lost,
    doubled,
    settled,
    trail: audit.code === 0 ? `whole: ${trailOf(audit.said)}` : 'BROKEN',
    broken,
  }
}

function trailOf(said: string): string {
  const [, sealed = '?', open = '?'] = /over (\d+) rows, (\d+) rows not sealed/.exec(said) ?? []
  return `${sealed} sealed, ${open} open`
}

/** Every mail was sent, and every event applied. */
async function settle(primary: Server, broken: string[]): Promise<number> {
  const began = performance.now()
  for (;;) {
    const [open] = await primary.ask<{ mails: number; events: number }>(`
      select (select count(*)::int from mails where status = 'queued') as mails,
             (select count(*)::int from payment_events where status = 'received') as events`)
    const passed = performance.now() - began
    if (open?.mails === 0 && open.events === 0) return passed
    if (passed > SETTLE_MS) {
      broken.push(`${open?.mails} mails and ${open?.events} events were still waiting after ${passed} ms`)
      return passed
    }
    await sleep(50)
  }
}

/**
 * Repeating acknowledged requests gives the same answers; a sample of each kind, the last before and after the
 * failover.
 */
async function askedAgain(ledger: readonly Done[], nodes: Service, broken: string[]): Promise<void> {
  const keyed = ledger.filter(({ answer, request }) => answer && request.key)
  for (const { kind, name, request, answer, tries } of keyed) {
    if (tries === 1 && Math.random() > 0.2) continue
    const repeated = await send(nodes.urls, request)
    if (repeated.body !== answer?.body)
      broken.push(`${kind} ${name}, asked again: ${repeated.status} ${repeated.body}, before ${answer?.body}`)
  }
}

/** A sequence behind its column would return a number twice. */
async function sequencesBehind(primary: Server): Promise<string[]> {
  const all = await primary.ask<{ sequence: string; of: string; column: string }>(`
    select s.oid::regclass::text as sequence, d.refobjid::regclass::text as of, quote_ident(a.attname) as column
    from pg_class s join pg_depend d on d.objid = s.oid and d.classid = 'pg_class'::regclass and d.deptype in ('a', 'i')
    join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid where s.relkind = 'S'`)
  const behind: string[] = []
  for (const { sequence, of, column } of all) {
    const [row] = await primary.ask<{ fine: boolean }>(
      `select coalesce(max(${column}), 0) <= (select last_value from ${sequence}) as fine from ${of}`,
    )
    if (!row?.fine) behind.push(`${sequence} is behind ${of}.${column}`)
  }
  return behind
}
