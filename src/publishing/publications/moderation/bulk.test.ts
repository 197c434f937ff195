import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import { waitingForLocks } from '../../../../test/databases.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import { heldTransactions } from '../../../../test/held-transactions.ts'
import { STANDINGS, STATUSES, type Standing, standing } from '../../../../test/publications/decisions.ts'
import { outcome, type Row, trailOf } from '../../../../test/publications/world.ts'

/** Bulk decisions by id. That each one follows the table of decisions is tested in decide-table.test.ts. */

const app = await startApp()
const transactions = heldTransactions(app.service)
const moderator = await app.user(['operator_moderation'])
const office = app.as(moderator)
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const NOWHERE = '00000000-0000-7000-8000-000000000000'

const bulk = (body: object) => office.patch('/admin/publications/bulk/moderate', body)
const lay = async (befores: readonly Standing[]) => {
  const ids: string[] = []
  for (const before of befores)
    ids.push(await make.publication(app, acteur, commune, { ...before, created_by: moderator.id }))
  return ids
}
const look = async (ids: readonly string[]): Promise<Row[]> => {
  const { rows } = await app.owner.query(
    `select ${standing} from publications where id = any($1::uuid[]) order by array_position($1::uuid[], id)`,
    [ids],
  )
  return rows
}
const versionsOf = async (ids: readonly string[]): Promise<number[]> => {
  const { rows } = await app.owner.query(
    'select version from publications where id = any($1::uuid[]) order by array_position($1::uuid[], id)',
    [ids],
  )
  return rows.map(({ version }) => version)
}
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map(item => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)

test('unknown and deleted publications fail, and the others are decided', async () => {
  const [moves, stays, gone] = [
    await make.publication(app, acteur, commune),
    await make.publication(app, acteur, commune, {
      moderation_status: 'rejected',
      valide: false,
      moderation_by: 'backoffice',
    }),
    await make.publication(app, acteur, commune, { deleted_at: new Date() }),
  ]
  const { rows: before } = await app.owner.query('select * from publications where id = $1', [gone])
  const answer = await bulk({
    ids: [gone, NOWHERE, moves.toUpperCase(), stays],
    moderation_status: 'rejected',
  })
  assert.equal(answer.status, 200)
  const { updated, unchanged, failed } = answer.body.data
  assert.deepEqual([updated, unchanged], [[moves], [stays]])
  assert.deepEqual(
    failed.map(({ id, error, message }: Row) => [id, error, typeof message]),
    [
      [gone, 'not_found', 'string'],
      [NOWHERE, 'not_found', 'string'],
    ],
  )
  assert.deepEqual((await app.owner.query('select * from publications where id = $1', [gone])).rows, before)
  const trail = await trailOf(app, [moves, stays, gone, NOWHERE])
  assert.deepEqual([...trail.keys()], [moves])
})

test('a bulk takes one to 500 ids without duplicates, and no time unless it approves', async () => {
  const id = await make.publication(app, acteur, commune)
  const many = (count: number) => [id, ...Array.from({ length: count - 1 }, () => crypto.randomUUID())]
  const decide = async (ids: unknown, more = {}) => {
    const answer = await bulk({ ids, moderation_status: 'pending', ...more })
    return `${outcome(answer)} ${answer.body.details?.map(({ path }: Row) => path) ?? ''}`.trim()
  }
  for (const [ids, path] of [
    [[], 'ids'],
    [many(501), 'ids'],
    [[id, id], 'ids'],
    [[id, 'x'], 'ids.1'],
    [id, 'ids'],
    [[null], 'ids.0'],
  ] as const)
    assert.equal(await decide(ids), `422 validation_failed ${path}`)
  assert.equal(await decide([id], { publie_le: new Date().toISOString() }), '422 validation_failed publie_le')
  assert.equal((await look([id]))[0]?.moderation_status, 'published')

  const answer = await bulk({ ids: many(500), moderation_status: 'pending' })
  assert.deepEqual([answer.body.data.updated, answer.body.data.failed.length], [[id], 499])
  // The same id in two spellings is one publication: decided once, and traced once.
  assert.match(await decide([id, id.toUpperCase()], { moderation_status: 'rejected' }), /^(200|422)/)
  assert.ok(((await trailOf(app, [id])).get(id)?.length ?? 0) <= 2)
})

test('twenty bulks over the same hundred publications at once: all succeed, one after the other', async () => {
  const ids = await lay(Array.from({ length: 100 }, (_, at) => STANDINGS[at % STANDINGS.length] as Standing))
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      bulk({ ids: shuffled(ids), moderation_status: STATUSES[at % STATUSES.length], reason: `Lot ${at}` }),
    ),
  )
  assert.deepEqual([...new Set(answers.map(outcome))], ['200'])
  const rows = await look(ids)
  assert.equal(new Set(rows.map(row => `${row.moderation_status} ${row.moderation_reason}`)).size, 1)
  // Each decision began where the one before it had ended.
  const trail = await trailOf(app, ids)
  for (const id of ids) {
    const steps = trail.get(id) ?? []
    assert.equal(steps.length, 20)
    for (const [at, step] of steps.slice(1).entries())
      assert.equal(step.before.moderation_reason, steps[at]?.after.moderation_reason)
  }
})

test('with the versions that were read, a bulk leaves what was changed since as it is', async () => {
  const [one, other] = [
    await make.publication(app, acteur, commune),
    await make.publication(app, acteur, commune),
  ]
  const ids = [one, other]
  const [, read] = await versionsOf(ids)
  await office.patch(`/admin/publications/${other}`, { body: 'Un autre texte.' })
  const decision = { moderation_status: 'rejected', reason_code: 'spam' }
  for (const [path, body] of [
    ['moderate', decision],
    ['feature', { en_avant: true }],
    ['delete', {}],
  ] as const) {
    const [now] = await versionsOf(ids)
    const answer = await office.patch(`/admin/publications/bulk/${path}`, {
      ...body,
      ids,
      versions: [now, read],
    })
    const { updated, failed } = answer.body.data
    assert.deepEqual(
      [updated, failed.map(({ id, error }: Row) => [id, error])],
      [[one], [[other, 'stale_version']]],
      path,
    )
  }
  assert.equal((await look(ids))[1]?.moderation_status, 'published')
  for (const body of [
    { ids, versions: [1] },
    { versions: [1], filter: {}, expected_total: 1 },
  ])
    assert.equal(outcome(await bulk({ ...body, ...decision })), '422 validation_failed')
})

test('of a bulk and a colleague who refuses one of them at once, the second leaves what the first did', async () => {
  const colleague = app.as(await app.user(['operator_moderation']))
  const waiting = { moderation_status: 'pending', valide: false }
  for (const first of ['colleague', 'bulk']) {
    const ids = await make.several(3, () => make.publication(app, acteur, commune, waiting))
    const [one = ''] = ids
    const versions = await versionsOf(ids)
    const refuse = () =>
      colleague.patch(
        `/admin/publications/${one}/moderate`,
        { moderation_status: 'rejected', reason_code: 'spam' },
        { headers: { 'if-match': `"${versions[0]}"` } },
      )
    const publish = () => bulk({ ids, versions, moderation_status: 'published' })
    const held = transactions.hold('commit')
    const before = first === 'colleague' ? refuse() : publish()
    await held.reached
    const after = first === 'colleague' ? publish() : refuse()
    await eventually(
      async () => (await waitingForLocks(app.connection.database ?? '')) > 0,
      'the second waits for the first',
    )
    held.release()
    const [refusal, published] =
      first === 'colleague' ? [await before, await after] : [await after, await before]
    const { updated, failed } = published.body.data
    const statuses = (await look(ids)).map(({ moderation_status }) => moderation_status)
    const [status, left] = first === 'colleague' ? ['rejected', [one]] : ['published', []]
    assert.deepEqual(statuses, [status, 'published', 'published'], first)
    assert.equal(refusal.status, first === 'colleague' ? 200 : 412)
    assert.deepEqual(
      [updated.length, failed.map(({ id, error }: Row) => [id, error])],
      [3 - left.length, left.map(id => [id, 'stale_version'])],
    )
  }
})

test('an author who writes for two acteurs gets a mail for each, with the page of that acteur', async () => {
  const author = await app.user()
  const acteurs = [await make.acteur(app, commune), await make.acteur(app, commune)]
  const ids: string[] = []
  for (const one of acteurs) {
    await make.member(app, one, author)
    ids.push(await make.publication(app, one, commune, { created_by: author.id }))
  }
  assert.equal((await bulk({ ids, moderation_status: 'rejected' })).status, 200)
  const { rows } = await app.owner.query('select text from mails where recipient_email = $1', [author.email])
  const links = rows.map(({ text }) => /espace\/ecrire\?\S+/.exec(text)?.[0])
  assert.deepEqual(
    links.sort(),
    acteurs.map((one, at) => `espace/ecrire?pour=${one}&publication=${ids[at]}`).sort(),
  )
})
