import assert from 'node:assert/strict'
import { test } from 'node:test'
import type pg from 'pg'
import { namesOf } from '../../shared/fields/field.ts'
import {
  CHANGE_KINDS,
  type ChangeKind,
  EVENT_KINDS,
  type EventKind,
} from '../../src/exchange/changes/kinds.ts'
import { FAN_OUT } from '../../src/exchange/changes/number.ts'
import { EVENTS } from '../../src/exchange/webhook-endpoints/events.ts'
import { copyOf, inDatabase, MIGRATED } from '../databases.ts'

/** Triggers put changes into `changes_waiting`. A table without them changes untold: no feed and no webhook has it. */

type Kind = ChangeKind | EventKind | keyof typeof FAN_OUT
const EVER = ['insert', 'update', 'delete']
/** The statements that tell each kind of change, by the table they write. */
const TOLD: Readonly<Record<Kind, Readonly<Record<string, readonly string[]>>>> = {
  type: { publication_types: EVER },
  commune: {
    communes: ['insert', 'update'],
    commune_hosts: EVER,
    commune_places: EVER,
    actor_users: EVER,
    epcis: ['update'],
  },
  acteur: { acteurs: EVER, acteur_communes: EVER },
  publication: { publications: EVER },
  elus: { communes: ['update'] },
  collectes: { communes: ['update'] },
  infos: { communes: ['update'] },
  defibrillateurs: { defibrillateurs: EVER, commune_defibrillateurs: EVER },
  claim: { claims: ['update'] },
  subscription: { subscriptions: ['insert', 'update'] },
  sync: { defibrillateur_syncs: ['update'] },
  of_type: { publication_types: EVER },
  of_acteur: { acteurs: EVER },
  of_picture: { fetched_files: ['update'] },
  of_commune: { communes: ['update'] },
}
const KINDS: readonly Kind[] = [...CHANGE_KINDS, ...EVENT_KINDS, ...namesOf(FAN_OUT)]

interface Trigger {
  readonly name: string
  readonly on: string
  readonly statements: readonly string[]
  readonly source: string
}
const triggersOf = async (client: pg.Client) =>
  (
    await client.query<Trigger>(`
      select tgname as name, relname as on, prosrc as source,
        array_remove(array[case when tgtype & 4 > 0 then 'insert' end, case when tgtype & 16 > 0 then 'update' end,
          case when tgtype & 8 > 0 then 'delete' end], null) as statements
      from pg_trigger t join pg_class c on c.oid = tgrelid join pg_proc f on f.oid = tgfoid
      where not tgisinternal and tgenabled <> 'D' and prosrc like '%insert into changes_waiting%'`)
  ).rows

/** The statements that change a kind untold: `claim: update of claims`. */
async function untold(client: pg.Client): Promise<string[]> {
  const triggers = await triggersOf(client)
  return KINDS.flatMap(kind => {
    const telling = triggers.filter(({ source }) => source.includes(`'${kind}'`))
    return Object.entries(TOLD[kind]).flatMap(([table, statements]) =>
      statements
        .filter(one => !telling.some(({ on, statements }) => on === table && statements.includes(one)))
        .map(one => `${kind}: ${one} of ${table}`),
    )
  })
}

test('every kind of change, and the record of every event of webhooks, is told by triggers', async () => {
  assert.deepEqual(await inDatabase(MIGRATED, untold), [])
  for (const [event, { record }] of Object.entries(EVENTS)) assert.ok(KINDS.includes(record), event)
})

test('each trigger is missed if it is taken away', async () => {
  const copy = await copyOf('empty')
  try {
    await inDatabase(copy.name, async client => {
      const triggers = await triggersOf(client)
      for (const { name, on, statements } of triggers) {
        await client.query(`begin; drop trigger ${name} on ${on}`)
        const missed = await untold(client)
        await client.query('rollback')
        for (const one of statements)
          assert.ok(
            missed.some(line => line.endsWith(`: ${one} of ${on}`)),
            `${name}: ${missed.join()}`,
          )
      }
      await client.query('drop trigger claims_told on claims')
      assert.deepEqual(await untold(client), ['claim: update of claims'])
    })
  } finally {
    await copy.drop()
  }
})
