import { hash } from 'node:crypto'
import { about, Data, Id, Obj } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { countRows, type Db, type Sql, sql, type Tx } from '../../kernel/db/db.ts'
import { refuseAtOnce } from '../../kernel/fetch/fetch.ts'
import { isAmong } from '../../kernel/fetch/target.ts'
import { Paged } from '../../kernel/lists/paging.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import type { WriteContext } from '../../kernel/routes/action.ts'
import { isAdministrator } from '../../people/access/permissions.ts'
import { type SignedIn, signedIn } from '../../people/access/visitors.ts'
import { challenge, changedMeanwhile } from './challenge.ts'
import {
  deleteEndpoint,
  exchangeSecret,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  type NewRow,
  ofActeur,
  pairsOf,
  saveEndpoint,
  secretsOf,
  setState,
} from './endpoints.ts'
import { pageOfDeliveries, queueTest, replay } from './log.ts'
import { WEBHOOK_JOB } from './queue.ts'
import { DeliveriesQuery, Delivery, Endpoint, EndpointChanges, EndpointWithSecret } from './shapes.ts'

/** The actions on an endpoint, the same for owners of acteurs and for administrators. */

interface Managers {
  /** Owners: the path names the acteur first. */
  readonly isBelowActeur: boolean
  /** The parts of an endpoint that a change leaves, as the API page names them. */
  readonly kept: string
  /** The description of `verify`. */
  readonly description?: string
  /** Selects the endpoints that the caller may manage, and refuses a caller who may manage none. */
  conditions(db: Db, id: string, visitor: SignedIn): Promise<readonly Sql[]>
}

export function managedBy({ isBelowActeur, kept, description, conditions }: Managers) {
  const params = isBelowActeur ? Obj({ id: Id, endpointId: Id }) : Obj({ id: Id })
  const paramsOfDelivery = isBelowActeur
    ? Obj({ id: Id, endpointId: Id, deliveryId: Id })
    : Obj({ id: Id, deliveryId: Id })
  const forbidden = isBelowActeur ? (['forbidden'] as const) : []
  /** The id of the endpoint, if the caller may manage it. */
  const reached = async (db: Db, { params, ...visitor }: Reaching) => {
    const id = params.endpointId ?? params.id
    return { id, among: await conditions(db, params.id, visitor) }
  }
  const locked = async (context: Reaching & { readonly tx: Tx }) => {
    const { id, among } = await reached(context.tx, context)
    return await lockEndpoint(context.tx, id, among)
  }

  return {
    byId: signedIn.read({
      summary: `One webhook endpoint${isBelowActeur ? ' of the acteur' : ''}; its secret is never shown again`,
      params,
      reply: Data(Endpoint),
      errors: forbidden,
      async run(context) {
        const { id, among } = await reached(context.db, context)
        return { data: await findEndpoint(context.db, id, among) }
      },
    }),

    update: signedIn.write({
      summary: `Change the name, address or events of an endpoint; ${kept} stay`,
      description:
        'A changed address is unverified until it answers the challenge (`…/verify`): what waits is sent to it then, and what happens before is not sent. Events that wait already are sent although they are not chosen any more.',
      params,
      body: EndpointChanges,
      reply: Data(Endpoint),
      errors: [...forbidden, 'source_url_forbidden'],
      versioned: true,
      async run(context) {
        const { tx, audit, config, caller, body, refuseStale } = context
        const before = await locked(context)
        const { id } = before
        refuseStale(before.version)
        const { nom, url, events } = { ...before, ...body }
        const isElsewhere = url !== before.url
        if (isElsewhere) {
          const { granted_to } = found(await secretsOf(tx, id))
          // An owner cannot give a private address to an endpoint of an administrator, nor the reverse.
          refuseForbidden(url, isAdministrator(caller) ? pairsOf(granted_to, config) : [])
        }
        await saveEndpoint(tx, id, { nom, url, events }, { isElsewhere })
        const after = await findEndpoint(tx, id)
        audit.record({ id, before: traced(before), after: traced(after) })
        return { data: after }
      },
    }),

    /** Sent once; a failure does not count. */
    test: signedIn.write({
      summary: 'Send a test event now; the log has the answer',
      description:
        'Sends `webhook.test` with `sequence` 0 and ids of nothing, signed like every event, whatever events are chosen. It is sent once; a failure changes nothing for the events, and 410 disables the endpoint as always.',
      params,
      reply: Data(Delivery),
      errors: [...forbidden, 'webhook_disabled'],
      async run(context) {
        const { id, state } = await locked(context)
        return { data: await sendNow(context, id, state, tx => queueTest(tx, id)) }
      },
    }),

    verify: signedIn.write({
      summary: 'Verify an endpoint, or enable it again: it must answer a signed challenge',
      ...(description && { description }),
      params,
      reply: Data(Endpoint),
      errors: [...forbidden, 'webhook_unverified'],
      async prepare(context) {
        const db = context.db.pool
        const { id, among } = await reached(db, context)
        await findEndpoint(db, id, among)
        return await challenge({ ...context, db }, id, context.now)
      },
      async run(context) {
        const { tx, audit, enqueue, prepared } = context
        const { id, url, state } = await locked(context)
        if (url !== prepared) throw changedMeanwhile()
        audit.considered()
        if (state === 'unverified' || state === 'disabled') {
          await setState(tx, id, 'active')
          audit.record({ id, before: { state }, after: { state: 'active' } })
          await enqueue(WEBHOOK_JOB, {})
        }
        return { data: await findEndpoint(tx, id) }
      },
    }),

    disable: signedIn.write({
      summary: 'Disable an endpoint: what happens meanwhile is not sent later',
      params,
      reply: Data(Endpoint),
      errors: forbidden,
      async run(context) {
        const { tx, audit } = context
        const { id, state } = await locked(context)
        audit.considered()
        if (state !== 'disabled') {
          await setState(tx, id, 'disabled')
          audit.record({ id, before: { state }, after: { state: 'disabled' } })
        }
        return { data: await findEndpoint(tx, id) }
      },
    }),

    exchange: signedIn.write({
      summary: 'Exchange the secret of an endpoint; for a day, events are signed with both',
      params,
      reply: Data(EndpointWithSecret),
      errors: forbidden,
      async run(context) {
        const { tx, audit, secrets } = context
        const { id } = await locked(context)
        const secret = await exchangeSecret(tx, secrets, id)
        audit.record({ id, before: { secret: 'former' }, after: { secret: 'new' } })
        return { data: { ...(await findEndpoint(tx, id)), secret } }
      },
    }),

    remove: signedIn.write({
      summary: 'Delete an endpoint with its log',
      params,
      reply: Data(Obj({ deleted: about('Always `true`', Type.Boolean()) })),
      errors: forbidden,
      async run(context) {
        const { id, events, acteur } = await locked(context)
        await deleteEndpoint(context.tx, id)
        context.audit.record({ id, before: { events, ...(acteur && { acteur_id: acteur.id }) } })
        return { data: { deleted: true } }
      },
    }),

    deliveries: signedIn.read({
      summary: 'The log of an endpoint: its events of the last thirty days, newest first',
      params,
      query: DeliveriesQuery,
      reply: Paged(Delivery),
      errors: [...forbidden, 'page_too_deep'],
      async run(context) {
        const { db, query } = context
        const { id, among } = await reached(db, context)
        await findEndpoint(db, id, among)
        return await pageOfDeliveries(db, id, query)
      },
    }),

    again: signedIn.write({
      summary: 'Send an event of the log again, with the same `webhook-id`',
      params: paramsOfDelivery,
      reply: Data(Delivery),
      errors: [...forbidden, 'webhook_disabled'],
      async run(context) {
        const { id, state } = await locked(context)
        return { data: await sendNow(context, id, state, tx => replay(tx, id, context.params.deliveryId)) }
      },
    }),
  }
}

interface Reaching extends SignedIn {
  readonly params: { readonly id: string; readonly endpointId?: string }
}
type Writing = WriteContext<undefined, undefined, undefined>

async function sendNow(
  { tx, audit, enqueue }: Pick<Writing, 'tx' | 'audit' | 'enqueue'>,
  id: string,
  state: Endpoint['state'],
  queued: (tx: Tx) => Promise<Delivery>,
): Promise<Delivery> {
  if (state !== 'active') throw new Problem('webhook_disabled')
  const delivery = await queued(tx)
  audit.record({ id, after: { delivery_id: delivery.id } })
  await enqueue(WEBHOOK_JOB, {})
  return delivery
}

/** The audit trail is never erased, and the name and address may name a person. */
const traced = ({ events, state, version, url }: Endpoint) => ({
  events,
  state,
  version,
  url_sha256: hash('sha256', url),
})

export async function addEndpoint(
  { tx, audit, secrets, config }: Pick<Writing, 'tx' | 'audit' | 'secrets' | 'config'>,
  row: NewRow,
  grant: Parameters<typeof insertEndpoint>[3],
) {
  refuseForbidden(row.url, pairsOf(grant.granted_to, config))
  if (row.acteur_id !== undefined) await refuseMany(tx, row.acteur_id)
  const made = await insertEndpoint(tx, secrets, row, grant)
  const { id, events, acteur, communes, epcis } = made
  audit.record({
    id,
    after: {
      events,
      ...(acteur && { acteur_id: acteur.id }),
      ...(communes.length > 0 && { commune_ids: communes.map(one => one.id) }),
      ...(epcis.length > 0 && { epci_codes: epcis.map(one => one.code) }),
    },
  })
  return made
}

function refuseForbidden(url: string, pairs: readonly string[]): void {
  const isPlain = new URL(url).protocol !== 'https:'
  if ((isPlain && !isAmong(url, pairs)) || refuseAtOnce(url, pairs)) throw new Problem('source_url_forbidden')
}

/** Endpoints of an acteur. Those above it from before stay. */
export const MOST_OF_ACTEUR = 10

async function refuseMany(tx: Tx, acteurId: string): Promise<void> {
  await tx.one(sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks ${acteurId}`}, 0))`)
  const there = await countRows(tx, sql`webhook_endpoints k where ${ofActeur(acteurId)}`)
  if (there >= MOST_OF_ACTEUR) throw new Problem('webhook_limit')
}
