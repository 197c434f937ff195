import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { AREAS, type Area } from '../../../shared/words/access.ts'
import { startApp, type TestUser } from '../../../test/app.ts'
import { type Opened, openStream } from '../../../test/event-streams.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { signInAt } from '../../../test/sign-in.ts'
import { pollChanges } from '../../exchange/changes/poll.ts'
import type { StreamAsked } from '../../kernel/routes/services.ts'
import { EMBEDDED } from '../../kernel/tokens/tokens.ts'
import { DeskStreams, MOST_CHANGES, MOST_OF_A_USER } from './follow.ts'
import { numberDeskChanges } from './number.ts'

const app = await startApp({ env: { RATE_LIMIT_SCALE: '0' } })
const other = await app.beside()
const numbering = pollChanges(app.service.db, { enqueue: async () => {} }, {})
after(() => numbering.stop())

const admin = await app.user(['admin'])
const [here, there] = [await make.commune(app), await make.commune(app)]
const moderator = await app.user(['operator_moderation'])
const waiting = (commune = here, fields = {}) =>
  make.publication(app, null, commune, { moderation_status: 'pending', valide: false, ...fields })
const opened: Opened[] = []
async function follow(user: Pick<TestUser, 'token'>, url = app.url, last?: string): Promise<Opened> {
  const stream = await openStream(url, user.token, last)
  opened.push(stream)
  return stream
}
const closeAll = () => {
  for (const stream of opened.splice(0)) stream.close()
}
async function limited(area: Area, communes: readonly string[]): Promise<TestUser> {
  const user = await app.user()
  const { status } = await app
    .as(admin)
    .post(`/admin/users/${user.id}/roles`, { role: AREAS[area].role, communes })
  assert.equal(status, 200)
  return user
}
const publish = (id: string, user: TestUser, { as } = app) =>
  as(user).patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' })

test('new items, decisions, assignments, notes and presence of a colleague reach the streams of both nodes', async () => {
  const streams = [await follow(moderator), await follow(moderator, other.url)]
  assert.deepEqual(
    streams.map(({ status, headers }) => [
      status,
      headers.get('content-type'),
      headers.get('x-accel-buffering'),
      headers.get('cache-control'),
    ]),
    streams.map(() => [200, 'text/event-stream; charset=utf-8', 'no', 'no-store, no-transform']),
  )
  const all = async (id: string, event?: string) => {
    for (const stream of streams) await stream.hears(id, event)
  }
  const id = await waiting()
  await all(id)
  const office = app.as(admin)
  const heardAgain = async (act: () => Promise<{ status: number }>, record = id) => {
    const before = streams.map(({ heard }) => heard.length)
    assert.ok([200, 201].includes((await act()).status))
    await eventually(
      async () =>
        streams.every(({ heard }, at) =>
          heard.slice(before[at]).some(({ data }) => data.some(one => one.id === record)),
        ),
      'both hear of it again',
    )
  }
  await heardAgain(() => office.patch(`/admin/publications/${id}/assignee`, { assignee_id: moderator.id }))
  await heardAgain(() => office.post(`/admin/publications/${id}/notes`, { body: 'À relire.' }))
  await heardAgain(() =>
    office.patch(`/admin/publications/${id}/moderate`, {
      moderation_status: 'rejected',
      reason_code: 'spam',
    }),
  )
  await office.send('PUT', '/admin/presence', { entity: 'publication', id })
  await all(id, 'presence')
  // Arriving at another item is leaving this one; reporting again the same is no news.
  const next = await waiting()
  const before = streams.map(({ heard }) => heard.filter(({ event }) => event === 'presence').length)
  await office.send('PUT', '/admin/presence', { entity: 'publication', id })
  await office.send('PUT', '/admin/presence', { entity: 'publication', id: next })
  await all(next, 'presence')
  for (const [at, { heard }] of streams.entries()) {
    const since = heard.filter(({ event }) => event === 'presence').slice(before[at])
    assert.deepEqual(
      since.map(({ data }) => data.map(one => one.id).sort()),
      [[id, next].sort()],
    )
  }
  // Numbered by then, so that no stream of the next test hears of it.
  await all(next)
  closeAll()
})

test('claims, conversations and appeals are told to those of their area, and nobody hears of another area or commune', async () => {
  const people = {
    moderation: await limited('moderation', [here]),
    elsewhere: await limited('moderation', [there]),
    claims: await limited('claims', [here]),
    support: await app.user(['operator_support']),
  }
  const streams = {
    moderation: await follow(people.moderation),
    elsewhere: await follow(people.elsewhere, other.url),
    claims: await follow(people.claims),
    support: await follow(people.support, other.url),
    admin: await follow(admin),
  }
  const acteur = await make.acteur(app, here)
  const publication = await waiting(here, { acteur_id: acteur })
  const claim = (
    await app.owner.query(
      `insert into claims (acteur_id, nom, email, language, expires_at) values ($1, 'Anne', 'anne@example.org', 'fr', now() + interval '1 day') returning id`,
      [acteur],
    )
  ).rows[0].id
  const asked = await app.anyone.post('/messages', {
    nom: 'Zoé',
    email: 'zoe@example.org',
    subject: 'Une question',
    body: 'Où êtes-vous ?',
  })
  assert.equal(asked.status, 201)
  const thread = (await app.owner.query('select id from support_threads')).rows[0].id
  const appeal = async (about: 'publication' | 'claim', id: string) =>
    (
      await app.owner.query(
        `insert into appeals (kind, ${about}_id, decision, decided_at, email, language, message)
         values ($1, $2, 'rejected', now(), 'anne@example.org', 'fr', 'Pourquoi ?') returning id`,
        [about, id],
      )
    ).rows[0].id
  const [ofPublication, ofClaim] = [await appeal('publication', publication), await appeal('claim', claim)]
  const last = await waiting(there)
  await app.as(admin).patch(`/admin/messages/threads/${thread}`, { assignee_id: people.support.id })
  const expected = {
    moderation: [publication, ofPublication],
    elsewhere: [last],
    claims: [claim, ofClaim],
    support: [thread],
    admin: [publication, claim, thread, ofPublication, ofClaim, last],
  }
  for (const name of Object.keys(streams) as (keyof typeof streams)[])
    for (const id of expected[name]) await streams[name].hears(id)
  // By then everything was told to everybody who may hear it.
  for (const name of Object.keys(streams) as (keyof typeof streams)[])
    assert.deepEqual(
      [...new Set(streams[name].heard.flatMap(({ data }) => data.map(({ id }) => id)))].sort(),
      [...expected[name]].sort(),
      name,
    )
  closeAll()
})

test('presence at an item outside of the own area is not told', async () => {
  const clerk = await follow(await app.user(['operator_claims']))
  const reader = await follow(moderator)
  const [id, claim] = [await waiting(), crypto.randomUUID()]
  const office = app.as(admin)
  await office.send('PUT', '/admin/presence', { entity: 'publication', id })
  await reader.hears(id, 'presence')
  await office.send('PUT', '/admin/presence', { entity: 'claim', id: claim })
  await clerk.hears(claim, 'presence')
  assert.ok(!clerk.heard.some(({ data }) => data.some(one => one.id === id)))
  closeAll()
})

test('a stream ends with the rights or the account it was opened with, before anything more is told', async () => {
  const changes: Record<string, (user: TestUser) => Promise<unknown>> = {
    suspended: user => app.owner.query(`update users set status = 'suspended' where id = $1`, [user.id]),
    'without role': user => app.owner.query('delete from user_roles where user_id = $1', [user.id]),
    'limited to a commune': user =>
      app.owner.query('update user_roles set commune_ids = $2 where user_id = $1', [user.id, [there]]),
    'another role too': user =>
      app.owner.query(`insert into user_roles (user_id, role) values ($1, 'operator_support')`, [user.id]),
    'signed out everywhere': user =>
      app.owner.query(`update users set signed_out_at = now() + interval '1 second' where id = $1`, [
        user.id,
      ]),
  }
  const witness = await follow(moderator)
  for (const [name, change] of Object.entries(changes)) {
    const user = await app.user(['operator_moderation'])
    const stream = await follow(user)
    const before = await waiting()
    await stream.hears(before)
    await change(user)
    const id = await waiting()
    await witness.hears(id)
    await stream.ends()
    assert.ok(!stream.has(id), `${name}: nothing is told`)
  }
  closeAll()
})

test('a stream ends with its session', async () => {
  const auth = signInAt(app)
  const bearer = await auth.member('anne@example.org')
  const token = await auth.token(bearer)
  await app.as({ token }).get('/me')
  await app.owner.query(
    `insert into user_roles (user_id, role) select id, 'operator_moderation' from users where email = 'anne@example.org'`,
  )
  const stream = await follow({ token })
  await stream.hears(await waiting())
  await auth.post('/sign-out', {}, { bearer })
  const told = await waiting()
  await stream.ends()
  assert.ok(!stream.has(told))
  closeAll()
})

test('opened again with the last id, on the other node, a stream misses nothing and hears nothing twice', async () => {
  const first = await follow(moderator)
  const seen = await waiting()
  await first.hears(seen)
  const { last } = first
  first.close()
  const missed = [await waiting(), await waiting()]
  const witness = await follow(moderator)
  for (const id of missed) await publish(id, admin)
  for (const id of missed) await witness.hears(id)
  const again = await follow(moderator, other.url, last)
  for (const id of missed) await again.hears(id)
  assert.ok(!again.has(seen))
  assert.equal(again.heard[0]?.event, 'changed')
  closeAll()
})

test('without an id, with one that is unknown here, and after too many changes, the screen reads everything again', async () => {
  const first = await follow(moderator)
  const { last = '' } = first
  assert.equal(first.heard[0]?.event, 'reset')
  const [seq = '', at = ''] = last.split('-')
  for (const id of [
    'x',
    `${Number(seq) + 1_000}-${at}`,
    `${seq}-${Number(at) - 1}`,
    `${seq}`,
    '9'.repeat(40),
  ])
    assert.equal((await follow(moderator, app.url, id)).heard[0]?.event, 'reset', id)
  closeAll()
  const follower = await follow(moderator)
  await app.owner.query(
    `insert into desk_waiting (kind, record_id, item, item_id) select 'claim', id, 'claim', id
     from (select new_id() as id from generate_series(1, $1)) made`,
    [MOST_CHANGES + 1],
  )
  await eventually(async () => follower.heard.filter(({ event }) => event === 'reset').length === 2, 'reset')
  assert.equal((await follow(moderator, app.url, last)).heard[0]?.event, 'reset')
  const id = await waiting()
  await follower.hears(id)
  closeAll()
})

test('of many streams opened at once a user gets six, and a closed one makes room', async () => {
  const user = await app.user(['operator_moderation'])
  const all = await Promise.all(Array.from({ length: 20 }, () => follow(user)))
  const by = Map.groupBy(all, ({ status }) => status)
  assert.deepEqual([by.get(200)?.length, by.get(429)?.length], [MOST_OF_A_USER, 20 - MOST_OF_A_USER])
  assert.equal(by.get(429)?.[0]?.headers.get('retry-after'), '30')
  by.get(200)?.[0]?.close()
  await eventually(async () => (await follow(user)).status === 200, 'there is room again')
  closeAll()
})

const openAt = (node: DeskStreams, { id, subject }: TestUser) => {
  const identity = { issuer: EMBEDDED, subject, issuedAt: Date.now() / 1_000 }
  return node.open({ identity, caller: { id } as StreamAsked['caller'], after: undefined })
}

test('a stream begins once its node listens: who comes to an item is told to those who follow by then', async () => {
  const order: string[] = []
  const listening = {
    isOpen: false,
    get tried() {
      return Promise.resolve().then(() => void order.push('it listens'))
    },
    close() {},
  }
  const node = new DeskStreams({ ...app.service.db, listen: () => listening }, { secondFactor: 'optional' })
  await openAt(node, moderator)
  order.push('a stream has begun')
  node.close()
  assert.deepEqual(order, ['it listens', 'a stream has begun'])
})

test('a node goes on listening while a stream is being opened and the last open one ends, and stops after it', async () => {
  let closed = 0
  const listening = { isOpen: true, tried: Promise.resolve(), close: () => void closed++ }
  const node = new DeskStreams({ ...app.service.db, listen: () => listening }, { secondFactor: 'optional' })
  const first = await openAt(node, moderator)
  const opening = openAt(node, admin)
  first.body.destroy()
  const second = await opening
  assert.equal(closed, 0)
  second.body.destroy()
  await becomes(async () => closed, 1)
})

test('of streams of many users opened at once a node takes so many, and a closed one makes room', async () => {
  const node = new DeskStreams(app.service.db, { secondFactor: 'optional' }, 3)
  const users = await Promise.all(Array.from({ length: 12 }, () => app.user(['operator_moderation'])))
  const open = (user: TestUser) => openAt(node, user)
  const all = await Promise.allSettled(users.map(open))
  const taken = all.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
  const refused = all.flatMap(one => (one.status === 'rejected' ? [one.reason.code] : []))
  assert.deepEqual([taken.length, [...new Set(refused)]], [3, ['unavailable']])
  taken[0]?.body.destroy()
  await becomes(async () => node.count, 2)
  const [again] = await Promise.allSettled(users.slice(0, 1).map(open))
  assert.equal(again?.status, 'fulfilled')
  node.close()
})

test('open streams hold no place of a request and no connection, and a node listens by one', async () => {
  const figures = async () => {
    const { text } = await app.service.metrics.text(undefined)
    return ['parvis_event_streams', 'parvis_requests_in_flight'].map(name =>
      Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]),
    )
  }
  await becomes(figures, [0, 0])
  const people = [moderator, admin, await app.user(['operator_support'])]
  for (const user of people) for (let n = 0; n < 5; n++) await follow(user)
  for (const user of people) await follow(user, other.url)
  await becomes(figures, [15, 0])
  assert.deepEqual(app.service.db.load().requests.waiting, 0)
  const listening = async () =>
    (
      await app.owner.query(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and application_name = 'parvis listens'`,
      )
    ).rows[0].n
  await becomes(listening, 2)
  closeAll()
  await becomes(figures, [0, 0])
  await becomes(listening, 0)
})

test('a listening connection that is cut is opened again, and nothing is lost', async () => {
  const stream = await follow(moderator)
  for (let round = 0; round < 3; round++) {
    await app.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'parvis listens'`,
    )
    await stream.hears(await waiting())
  }
  closeAll()
})

test('decisions at once on two nodes are told once each, in one order, to all', async () => {
  const ids: string[] = []
  for (let n = 0; n < 40; n++) ids.push(await waiting())
  const streams = [await follow(moderator), await follow(admin, other.url)]
  const first = await waiting()
  for (const stream of streams) await stream.hears(first)
  const colleague = await app.user(['operator_moderation'])
  const nodes = [app, other]
  const answers = await Promise.all(
    ids.flatMap((id, n) =>
      [admin, colleague].map((user, one) =>
        nodes[(n + one) % 2]?.as(user).patch(`/admin/publications/${id}/moderate`, {
          moderation_status: one === 0 ? 'published' : 'rejected',
          ...(one === 1 && { reason_code: 'spam' }),
        }),
      ),
    ),
  )
  assert.deepEqual([...new Set(answers.map(answer => answer?.status))], [200])
  for (const stream of streams) for (const id of ids) await stream.hears(id)
  const last = await waiting()
  for (const stream of streams) await stream.hears(last)
  const [one, two] = streams.map(({ heard }) => {
    const told = heard.flatMap(({ data }) => data.map(({ id }) => id))
    return told.slice(told.indexOf(first), told.indexOf(last))
  })
  assert.deepEqual(one, two)
  closeAll()
})

test('while a batch is numbered and not committed, no other process gives numbers', async () => {
  await numbering.stop()
  await app.service.db.transaction(numberDeskChanges)
  await waiting()
  const second = await app.service.db.transaction(async tx => {
    assert.equal(await numberDeskChanges(tx), 1)
    await waiting()
    return await other.service.db.transaction(numberDeskChanges)
  })
  assert.equal(second, 0)
  assert.equal(await other.service.db.transaction(numberDeskChanges), 1)
})

test('a node that stops ends its streams, and opens no more', async () => {
  const third = await app.beside()
  const stream = await follow(moderator, third.url)
  await third.stop()
  await stream.ends()
  closeAll()
})
