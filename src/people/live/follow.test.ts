import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startApp, type TestUser } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { openStream } from '../../../test/event-streams.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Db, Sql } from '../../kernel/db/db.ts'
import { type EventStream, HEARTBEAT } from '../../kernel/http/event-stream.ts'
import type { StreamAsked } from '../../kernel/routes/services.ts'
import { EMBEDDED } from '../../kernel/tokens/tokens.ts'
import { DeskStreams, MOST_OF_A_USER } from './follow.ts'
import { numberDeskChanges } from './number.ts'

/** What a node guards against while it opens and feeds streams. */

const app = await startApp({ env: { RATE_LIMIT_SCALE: '0' } })
const commune = await make.commune(app)
const { db } = app.service
const nodes: DeskStreams[] = []
after(() => {
  for (const node of nodes) node.close()
})
function nodeOn(changed: Partial<Database>): DeskStreams {
  const node = new DeskStreams({ ...db, ...changed }, { secondFactor: 'optional' })
  nodes.push(node)
  return node
}
const open = (node: DeskStreams, { id, subject }: TestUser, last?: string) =>
  node.open({
    identity: { issuer: EMBEDDED, subject, issuedAt: Date.now() / 1_000 },
    caller: { id } as StreamAsked['caller'],
    after: last,
  })
/** What has come so far. */
function read({ body }: EventStream): () => string {
  let text = ''
  body.on('data', (part: Buffer) => {
    text += part.toString()
  })
  return () => text
}
const waiting = () =>
  make.publication(app, null, commune, { moderation_status: 'pending', valide: false, publie_le: null })
const change = async () => {
  const id = await waiting()
  await db.transaction(numberDeskChanges)
  return id
}

test('clients that go while their streams are being opened leave their places', async () => {
  const user = await app.user(['operator_moderation'])
  const held = new pg.Client(app.connection)
  await held.connect()
  const isHeld = async () =>
    (await waitingForLocks(app.connection.database ?? '', { query: '%desk_changes%' })) > 0
  try {
    await held.query('begin; lock table desk_changes in access exclusive mode')
    const leaving = new AbortController()
    const headers = { authorization: `Bearer ${user.token}`, 'x-app-source': 'backoffice' }
    const asked = Array.from({ length: MOST_OF_A_USER }, () =>
      fetch(`${app.url}/api/v1/admin/live`, { headers, signal: leaving.signal }),
    )
    await eventually(isHeld, 'they are being opened')
    leaving.abort()
    await Promise.allSettled(asked)
    // Until the service has seen it. If it sees it later, they close as open streams do.
    await sleep(300)
  } finally {
    await held.end()
  }
  await eventually(async () => {
    const stream = await openStream(app.url, user.token)
    stream.close()
    return stream.status === 200
  }, 'there is room again')
})

test('a stream that is opened while a change is told misses nothing', async () => {
  let hold: Promise<void> | undefined
  let isReading = () => {}
  const short: Db = {
    async all<Row>(query: Sql) {
      const rows = await db.short.all<Row>(query)
      if (hold && JSON.stringify(query).includes('desk_changes')) {
        const held = hold
        hold = undefined
        isReading()
        await held
      }
      return rows
    },
    one: query => db.short.one(query),
    run: query => db.short.run(query),
  }
  const node = nodeOn({ short })
  const [first, second] = [await app.user(['operator_moderation']), await app.user(['operator_moderation'])]
  const told = read(await open(node, first))
  await eventually(async () => told().includes('id: '), 'its first event')
  const last = /id: (\S+)/.exec(told())?.[1]
  const [reading, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  hold = released.promise
  isReading = reading.resolve
  const opening = open(node, second, last)
  await reading.promise
  const id = await change()
  // Without the turn the first stream hears of it now, and the second never.
  for (let n = 0; n < 20 && !told().includes(id); n++) await sleep(50)
  released.resolve()
  const missed = read(await opening)
  await eventually(async () => told().includes(id), 'the open stream hears it')
  await eventually(async () => missed().includes(id), 'the one that was being opened hears it')
})

test('without a listening connection changes are looked for, and not only at each heartbeat', async () => {
  const node = nodeOn({ listen: () => ({ isOpen: false, close() {} }) as ReturnType<Database['listen']> })
  const told = read(await open(node, await app.user(['operator_moderation'])))
  const id = await change()
  await eventually(async () => told().includes(id), 'it is found')
  assert.ok(!told().includes(HEARTBEAT))
})
