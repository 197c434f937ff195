import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { sql } from '../../kernel/db/db.ts'
import { forgetChanges, numberBatch, numberChanges } from './number.ts'

const app = await startApp()
const [here, there] = [await make.commune(app), await make.commune(app)]
const hall = await make.mairie(app, here)
const { db } = app.service
const number = () => numberChanges(db)
const scoped = async (slug: string, communes: string[] | null, acteurs: string[] | null = null) => {
  await app.owner.query(
    `insert into app_sources (slug, commune_ids, acteur_ids) values ($1, $2, $3)
     on conflict (slug) do update set commune_ids = excluded.commune_ids, acteur_ids = excluded.acteur_ids`,
    [slug, communes, acteurs],
  )
}

interface Change {
  readonly kind: string
  readonly id: string
  readonly change: 'upsert' | 'delete'
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  readonly [record: string]: any
}
/** A follower that is up to date; `next` numbers what is due and returns what came since. */
async function follow(source = 'public', more = '') {
  let cursor = ''
  const caller = app.as(undefined, source)
  const read = async () => {
    const all: Change[] = []
    for (let has_more = true; has_more; ) {
      const { status, body } = await caller.get(`/changes?per_page=50${more}${cursor && `&after=${cursor}`}`)
      assert.equal(status, 200, JSON.stringify(body))
      all.push(...body.data)
      cursor = body.meta.next
      has_more = body.meta.has_more
    }
    return all
  }
  await number()
  const first = await read()
  return {
    first,
    caller,
    cursor: () => cursor,
    next: async () => {
      await number()
      return (await read()).map(({ kind, id, change }) => `${kind} ${id} ${change}`)
    },
    read,
  }
}
const HOUR_MS = 3_600_000
const inAnHour = () => new Date(Date.now() + HOUR_MS)
/** As if an hour had passed for these publications: no trigger sees it. */
const anHourPasses = (...ids: string[]) =>
  app.owner.query(`
    set session_replication_role = replica;
    update publications set publie_le = publie_le - interval '1 hour', fin_le = fin_le - interval '1 hour',
      featured_until = featured_until - interval '1 hour' where id in ('${ids.join("', '")}');
    update changes_waiting set due_at = due_at - interval '1 hour'
      where record_id in ('${ids.join("', '")}') and due_at > now();
    set session_replication_role = origin`)
const isOf = (id: string) => (line: string) => line.includes(id)

test('a mirror begins with all public records, in an order in which what others refer to comes first', async () => {
  const shown = await make.publication(app, hall, here)
  const waiting = await make.publication(app, hall, here, { moderation_status: 'pending', valide: false })
  const { first } = await follow()
  const kinds = [...new Set(first.map(({ kind }) => kind))]
  assert.deepEqual(kinds, ['type', 'commune', 'acteur', 'publication'])
  const { body } = await app.anyone.get(`/publications/${shown}`)
  assert.deepEqual(first.find(({ id }) => id === shown)?.publication, body.data)
  assert.deepEqual(
    first.find(({ id }) => id === hall)?.acteur,
    (await app.anyone.get(`/acteurs/${hall}`)).body.data,
  )
  assert.equal(first.filter(({ id }) => id === waiting).length, 0)
  assert.ok(first.every(({ change }) => change === 'upsert'))
})

test('publishing, editing and withdrawing are changes; a draft that nobody saw is none', async () => {
  const follower = await follow()
  const id = await make.publication(app, hall, here, { moderation_status: 'pending', valide: false })
  await app.owner.query(`update publications set title = 'Autre' where id = $1`, [id])
  assert.deepEqual(await follower.next(), [])
  await app.owner.query(
    `update publications set moderation_status = 'published', valide = true where id = $1`,
    [id],
  )
  assert.deepEqual(await follower.next(), [`publication ${id} upsert`])
  await app.owner.query(`update publications set title = 'Encore' where id = $1`, [id])
  await app.owner.query(`update publications set title = 'Enfin' where id = $1`, [id])
  assert.deepEqual(await follower.next(), [`publication ${id} upsert`])
  await app.owner.query('update publications set deleted_at = now() where id = $1', [id])
  assert.deepEqual(await follower.next(), [`publication ${id} delete`])
  assert.deepEqual(await follower.next(), [])
})

test('a planned publication appears at its time, at its new time when it was moved, and not when it was withdrawn before', async () => {
  const follower = await follow()
  const plain = await make.publication(app, hall, here, { publie_le: inAnHour() })
  const moved = await make.publication(app, hall, here, { publie_le: inAnHour() })
  await app.owner.query('update publications set publie_le = $2 where id = $1', [
    moved,
    new Date(Date.now() + 3 * HOUR_MS),
  ])
  const gone = await make.publication(app, hall, here, { publie_le: inAnHour() })
  await app.owner.query('update publications set deleted_at = now() where id = $1', [gone])
  assert.deepEqual(await follower.next(), [])
  await anHourPasses(plain, moved, gone)
  const seen: string[] = []
  await eventually(async () => {
    seen.push(...(await follower.next()))
    return seen.some(isOf(plain))
  }, 'the planned publication')
  await eventually(async () => {
    seen.push(...(await follower.next()))
    return (await app.owner.query('select from changes_waiting where due_at <= now()')).rows.length === 0
  }, 'nothing is due')
  assert.deepEqual(seen, [`publication ${plain} upsert`])
  await app.owner.query('update publications set publie_le = now() where id = $1', [moved])
  assert.deepEqual(await follower.next(), [`publication ${moved} upsert`])
})

test('the end of an alert and of a feature are changes', async () => {
  const soon = inAnHour()
  const alert = await make.publication(app, hall, here, { type: 'alerte', fin_le: soon })
  const featured = await make.publication(app, hall, here, { en_avant: true, featured_until: soon })
  const follower = await follow()
  const before = follower.first.filter(({ id }) => id === alert || id === featured)
  assert.deepEqual(
    before.map(({ publication }) => publication.en_vigueur || publication.en_avant),
    [true, true],
  )
  await anHourPasses(alert, featured)
  const after = new Map<string, Change>()
  await eventually(async () => {
    await number()
    for (const change of await follower.read()) after.set(change.id, change)
    return after.has(alert) && after.has(featured)
  }, 'both ends')
  assert.equal(after.get(alert)?.publication.en_vigueur, false)
  const { en_avant, featured_until } = after.get(featured)?.publication ?? {}
  assert.deepEqual([en_avant, featured_until], [false, null])
})

test('the end of a feature is a change, although the publication was featured before anybody saw it', async () => {
  const id = await make.publication(app, hall, here, {
    moderation_status: 'pending',
    valide: false,
    publie_le: null,
  })
  await app.owner.query('update publications set en_avant = true, featured_until = $2 where id = $1', [
    id,
    inAnHour(),
  ])
  await app.owner.query(
    `update publications set moderation_status = 'published', valide = true, publie_le = now() where id = $1`,
    [id],
  )
  const follower = await follow()
  await anHourPasses(id)
  await number()
  const [change] = await follower.read()
  assert.deepEqual([change?.id, change?.publication.en_avant], [id, false])
})

test('what publications show of an acteur, a type or a stored picture changes them as well', async () => {
  const acteur = await make.acteur(app, here)
  const id = await make.publication(app, acteur, here, { type: 'evenement' })
  const { rows } = await app.owner.query(
    `insert into fetched_files (url, host) values ('https://exemple.fr/a.png', 'exemple.fr') returning id`,
  )
  await app.owner.query('update publications set picture_id = $2 where id = $1', [id, rows[0].id])
  const follower = await follow()
  await app.owner.query(`update acteurs set nom = 'Nouveau nom' where id = $1`, [acteur])
  assert.deepEqual((await follower.next()).sort(), [`acteur ${acteur} upsert`, `publication ${id} upsert`])
  const types = await app.owner.query(
    `update publication_types set nom = 'Sortie' where slug = 'evenement' returning id`,
  )
  assert.deepEqual((await follower.next()).sort(), [
    `publication ${id} upsert`,
    `type ${types.rows[0].id} upsert`,
  ])
  await app.owner.query(`insert into media (key, kind) values (repeat('a', 40), 'image')`)
  await app.owner.query(
    `update fetched_files set image = '{"id":"01985e2c-7d4a-7c3e-9b1f-4a6d2e8c0f17","alt":"Une halle","key":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa","width":1,"height":1,"widths":[1],"placeholder":"p"}' where id = $1`,
    [rows[0].id],
  )
  assert.deepEqual(await follower.next(), [`publication ${id} upsert`])
  await app.owner.query('update acteurs set active = false where id = $1', [acteur])
  assert.deepEqual(await follower.next(), [`acteur ${acteur} delete`])
})

test('the publications of a renamed type come in batches, each of them once', async () => {
  await app.owner.query(
    `insert into publications (title, body, type_id, commune_id, commune_ids, moderation_status, valide, publie_le, moderation_by, duplicate_key, duplicate_reason)
     select 'Avis', 'Texte', t.id, $1, array[$1::uuid], 'published', true, now(), 'member', gen_random_uuid(), 'signature'
     from publication_types t, generate_series(1, 2500) where t.slug = 'service'`,
    [here],
  )
  const follower = await follow()
  await app.owner.query(`update publication_types set nom = 'Chantiers' where slug = 'service'`)
  const seen = await follower.next()
  assert.equal(new Set(seen).size, 2_501)
  assert.equal(seen.length, 2_501)
})

test('lists of a commune are named, and read again by their own address', async () => {
  const follower = await follow('public', '&kinds=elus,infos,defibrillateurs')
  assert.deepEqual(follower.first, [])
  await app.owner.query('update communes set elus_version = elus_version + 1 where id = $1', [here])
  await app.owner.query(
    `insert into defibrillateurs (gid, nom, commune_id, en_service) values ('9', 'Halle', $1, true)`,
    [there],
  )
  assert.deepEqual(
    (await follower.next()).sort(),
    [`defibrillateurs ${there} upsert`, `elus ${here} upsert`].sort(),
  )
})

test('a merged commune disappears', async () => {
  const [old, now] = [await make.commune(app), await make.commune(app)]
  const follower = await follow()
  await app.owner.query('update communes set successor_id = $2 where id = $1', [old, now])
  assert.deepEqual(await follower.next(), [`commune ${old} delete`])
})

test('an app hears only of what is within its scope, and of what leaves it', async () => {
  await scoped('feed-here', [here])
  await scoped('feed-acteur', null, [hall])
  await eventually(
    async () => (await app.as(undefined, 'feed-here').get(`/communes/${there}/elus`)).status === 403,
    'the scopes',
  )
  const [town, own] = [await follow('feed-here'), await follow('feed-acteur')]
  const other = await make.acteur(app, there)
  const id = await make.publication(app, hall, here)
  const foreign = await make.publication(app, other, there)
  assert.deepEqual(await town.next(), [`publication ${id} upsert`])
  assert.deepEqual(await own.next(), [`publication ${id} upsert`])
  await app.owner.query(
    'update publications set commune_id = $2, commune_ids = array[$2::uuid] where id = $1',
    [id, there],
  )
  assert.deepEqual(await town.next(), [`publication ${id} delete`])
  assert.deepEqual(await own.next(), [`publication ${id} upsert`])
  await app.owner.query('update publications set acteur_id = $2 where id = $1', [id, other])
  assert.deepEqual(await town.next(), [])
  assert.deepEqual(await own.next(), [`publication ${id} delete`])
  await app.owner.query('insert into acteur_communes (acteur_id, commune_id) values ($1, $2)', [other, here])
  assert.deepEqual(await town.next(), [`acteur ${other} upsert`])
  // In the scope by its zone alone.
  await app.owner.query('update acteurs set active = false where id = $1', [other])
  assert.deepEqual(await town.next(), [`acteur ${other} delete`])
  await app.owner.query('update acteurs set active = true where id = $1', [other])
  assert.deepEqual(await town.next(), [`acteur ${other} upsert`])
  await app.owner.query('delete from acteur_communes where acteur_id = $1', [other])
  assert.deepEqual(await town.next(), [`acteur ${other} delete`])
  assert.ok(![...town.first, ...own.first].some(one => one.id === foreign))
})

test('a transaction that commits late is not skipped, and no number is visible before a lower one', async () => {
  const [early, late] = [await make.publication(app, hall, here), await make.publication(app, hall, here)]
  const follower = await follow()
  await app.owner.query('begin')
  await app.owner.query(`update publications set title = 'A' where id = $1`, [early])
  await db.transaction(tx => tx.run(sql`update publications set title = 'B' where id = ${late}`))
  assert.deepEqual(await follower.next(), [`publication ${late} upsert`])
  await app.owner.query('commit')
  assert.deepEqual(await follower.next(), [`publication ${early} upsert`])
})

test('a change of somebody whose transaction began before the publication was published is told', async () => {
  const id = await make.publication(app, hall, here, { publie_le: new Date(Date.now() + 3_600_000) })
  const follower = await follow()
  await app.owner.query('begin')
  await app.owner.query('select now()')
  await db.transaction(tx => tx.run(sql`update publications set publie_le = now() where id = ${id}`))
  assert.deepEqual(await follower.next(), [`publication ${id} upsert`])
  await app.owner.query(`update publications set title = 'Later' where id = $1`, [id])
  await app.owner.query('commit')
  assert.deepEqual(await follower.next(), [`publication ${id} upsert`])
})

test('a planned appearance waits for a change that began before it and commits after it', async () => {
  const follower = await follow()
  // Its time may pass before the change, on a busy machine.
  const id = await eventually(async () => {
    const soon = new Date(Date.now() + 4_000)
    const planned = await make.publication(app, hall, here, { publie_le: soon })
    await app.owner.query('begin')
    await app.owner.query(`update publications set title = 'Meanwhile' where id = $1`, [planned])
    const { rows } = await app.owner.query('select clock_timestamp() < $1 as early', [soon])
    if (rows[0].early) return planned
    return await app.owner.query('rollback').then(() => false as const)
  }, 'a change that began before its time')
  await eventually(
    async () =>
      (await db.pool.one(sql`select from publications where id = ${id} and visible_le < now()`)) !==
      undefined,
    'its time',
  )
  assert.deepEqual((await follower.next()).filter(isOf(id)), [])
  await app.owner.query('commit')
  await number()
  const change = (await follower.read()).find(one => one.id === id)
  assert.equal(change?.publication?.title, 'Meanwhile')
})

test('while a process numbers, another one leaves it alone', async () => {
  const [one, other] = [await make.publication(app, hall, here), await make.publication(app, hall, here)]
  const follower = await follow()
  await app.owner.query(`update publications set title = 'A' where id = $1`, [one])
  await db.transaction(async tx => {
    assert.equal(await numberBatch(tx), 1)
    await app.owner.query(`update publications set title = 'B' where id = $1`, [other])
    assert.equal(await db.transaction(inner => numberBatch(inner)), 0)
    assert.deepEqual(await follower.read(), [])
  })
  assert.deepEqual(await follower.next(), [`publication ${one} upsert`, `publication ${other} upsert`])
})

test('an old cursor, one of another scope and one of a restored database are refused with 410; the newest is kept', async () => {
  const gone = async (follower: Awaited<ReturnType<typeof follow>>) => {
    const { status, body } = await follower.caller.get(`/changes?after=${follower.cursor()}`)
    return `${status} ${body.error}`
  }
  const follower = await follow()
  await scoped('feed-moved', [here])
  await eventually(
    async () => (await app.as(undefined, 'feed-moved').get(`/communes/${there}/elus`)).status === 403,
    'the first scope',
  )
  const moved = await follow('feed-moved')
  await scoped('feed-moved', [there])
  await eventually(async () => (await gone(moved)) === '410 changes_gone', 'the new scope')

  const id = await make.publication(app, hall, here)
  const [behind] = [await follow()]
  await app.owner.query(`update changes set at = now() - interval '36 days'`)
  await app.owner.query(`update publications set title = 'A' where id = $1`, [id])
  const current = await follow()
  assert.ok((await db.transaction(forgetChanges)) > 0)
  assert.equal(await gone(follower), '410 changes_gone')
  assert.equal(await gone(behind), '410 changes_gone')
  await app.owner.query(`update changes set at = now() - interval '36 days'`)
  assert.equal(await db.transaction(forgetChanges), 0)
  const idle = await follow()
  assert.equal((await idle.next()).length, 0)
  assert.equal(
    await gone(current),
    '410 changes_gone',
    'its row has another time, as after a restored backup',
  )
})

test('a cursor that is none, an unknown kind and a page that is too large are refused', async () => {
  for (const query of ['after=x', 'kinds=elus,x', 'kinds=', 'per_page=101', `after=${'x'.repeat(401)}`])
    assert.equal((await app.anyone.get(`/changes?${query}`)).status, 422, query)
  const { body } = await app.anyone.get('/changes?kinds=publications')
  assert.match(body.details[0].message, /publication, elus/, 'says which there are')
  const follower = await follow()
  const { status } = await app.anyone.get(`/changes?kinds=elus&after=${follower.cursor()}`)
  assert.equal(status, 422, 'of other kinds')
})

test('after=now begins without what exists, and goes on like any cursor', async () => {
  await number()
  const begun = await app.anyone.get('/changes?after=now')
  assert.deepEqual([begun.status, begun.body.data, begun.body.meta.has_more], [200, [], false])
  const id = await make.publication(app, hall, here)
  await number()
  const { body } = await app.anyone.get(`/changes?after=${begun.body.meta.next}`)
  assert.deepEqual(
    body.data.map((one: Change) => `${one.kind} ${one.id} ${one.change}`),
    [`publication ${id} upsert`],
  )
})

test('one commune is followed alone, within the scope of the app', async () => {
  const follower = await follow('public', `&commune_id=${here}`)
  assert.ok(follower.first.some(({ id }) => id === here))
  assert.ok(!follower.first.some(({ id }) => id === there))
  const [inside, outside] = [
    await make.publication(app, hall, here),
    await make.publication(app, await make.acteur(app, there), there),
  ]
  const lines = await follower.next()
  assert.ok(lines.some(isOf(inside)) && !lines.some(isOf(outside)))
  const elsewhere = await app.anyone.get(`/changes?commune_id=${there}&after=${follower.cursor()}`)
  assert.equal(elsewhere.status, 422, 'a cursor is one of its commune')
  await scoped('la-bas', [there])
  const beyond = () => app.as(undefined, 'la-bas').get(`/changes?commune_id=${here}`)
  await eventually(async () => (await beyond()).body.error === 'scope_violation', 'the scope is read again')
})

test('an answer without news is revalidated', async () => {
  const follower = await follow()
  const path = `/changes?after=${follower.cursor()}`
  const etag = (await app.anyone.get(path)).headers.get('etag') ?? ''
  assert.equal((await app.anyone.get(path, { headers: { 'if-none-match': etag } })).status, 304)
})
