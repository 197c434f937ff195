import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { HOUR, STANDINGS, STATUSES, type Standing, standing } from '../../../test/publications/decisions.ts'
import { outcome, type Row, trailOf } from '../../../test/publications/world.ts'

/** What decisions must leave alone: the time of publication, what was deleted and comes back, what is not featured. */

const app = await startApp()
const moderator = await app.user(['operator_moderation'])
const owner = await app.user()
const office = app.as(moderator)
const commune = await make.commune(app)
const further = await make.commune(app)
const acteur = await make.acteur(app, commune, { can_publish: true })
await make.member(app, acteur, owner)

const whole = async (id: string): Promise<Row> =>
  (
    await app.owner.query(
      `select *, publie_le::text as publie_le_exact,
              array(select a.commune_id || ' ' || coalesce(a.visible_le::text, '')
                    from publication_communes a where a.publication_id = p.id order by 1) as attached
       from publications p where id = $1`,
      [id],
    )
  ).rows[0]

/** The same numbers in every run: what fails once fails again. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('a thousand random decisions move no time that was set, but where approval names another', async () => {
  const lanes = await Promise.all(Array.from({ length: 8 }, (_, seed) => lane(seed + 1)))
  assert.equal(
    lanes.reduce((sum, { decisions }) => sum + decisions, 0),
    1_000,
  )
  for (const { times } of lanes) {
    const { rows } = await app.owner.query(
      `select ${standing} from publications where id = any($1::uuid[])`,
      [[...times.keys()]],
    )
    for (const row of rows) {
      const known = times.get(row.id)
      assert.ok(known, 'of so many decisions one set it')
      assert.ok(row.publie_le.startsWith(known), `${row.publie_le} began as ${known}`)
    }
  }
})

/** A few publications that nobody else touches, and what is known of their times. */
async function lane(seed: number) {
  const random = randomFrom(seed)
  const pick = <T>(items: readonly T[]) => items[random(items.length)] as T
  const times = new Map<string, string | null>()
  for (const publie_le of [null, '2026-01-02T03:04:05.678901Z', null]) {
    const id = crypto.randomUUID()
    await make.publication(app, acteur, commune, {
      id,
      moderation_status: 'pending',
      valide: false,
      publie_le,
    })
    times.set(id, publie_le)
  }
  /** A time once seen may not move; the wire has milliseconds where the row has more. */
  const see = (id: string, shown: string | null, moved = false) => {
    const known = times.get(id)
    if (known && !moved) assert.equal(shown, `${known.slice(0, 23)}Z`)
    else times.set(id, shown?.replace('Z', '') ?? null)
  }
  for (let decision = 0; decision < 125; decision++) {
    const id = pick([...times.keys()])
    const moderation_status = pick(STATUSES)
    const way = random(10)
    if (way < 4) {
      const { body } = await office.patch(`/admin/publications/${id}/moderate`, { moderation_status })
      see(id, body.data.publie_le)
    } else if (way < 6) {
      const { body } = await office.patch(`/admin/publications/${id}/valide`)
      see(id, body.data.publie_le)
    } else if (way < 7) {
      const publie_le = new Date(Date.UTC(2026, random(12), 1 + random(28), random(24))).toISOString()
      const body = { moderation_status: 'approved', publie_le }
      const answer = await office.patch(`/admin/publications/${id}/moderate`, body)
      assert.equal(answer.body.data.publie_le, publie_le)
      see(id, publie_le, true)
    } else if (way < 8) {
      await app.as(owner, 'public').patch(`/publications/${id}/moderate`, { moderation_status })
    } else {
      const ids = [...times.keys()].filter(() => random(2) === 0)
      if (ids.length === 0) ids.push(id)
      const { body } = await office.patch('/admin/publications/bulk/moderate', { ids, moderation_status })
      assert.equal(body.data.failed.length, 0)
      for (const one of ids) see(one, (await office.get(`/admin/publications/${one}`)).body.data.publie_le)
    }
  }
  return { times, decisions: 125 }
}

const LAID: readonly Row[] = [
  ...STANDINGS,
  {
    commune_ids: [commune, further],
    epingle: true,
    en_avant: true,
    featured_until: new Date(Date.now() + HOUR),
  },
]
const lay = (fields: Row | Standing) => make.publication(app, acteur, commune, { ...fields })
const timeless = ({ updated_at: _, version: __, ...row }: Row) => row

for (const [name, remove] of [
  ['the back-office', (id: string) => office.delete(`/admin/publications/${id}`)],
  ['its owner', (id: string) => app.as(owner, 'public').delete(`/publications/${id}`)],
] as const)
  test(`deleted by ${name} and restored, it is what it was; again changes nothing and is not traced`, async () => {
    for (const fields of LAID) {
      const id = await lay(fields)
      const before = await whole(id)
      for (const step of ['deleted', 'restored'] as const) {
        const act = () =>
          step === 'deleted' ? remove(id) : office.patch(`/admin/publications/${id}/restore`)
        const first = await act()
        assert.equal(outcome(first), '200')
        const after = await whole(id)
        assert.equal(after.deleted_at !== null, step === 'deleted')
        const { deleted_at, visible_le, attached, ...rest } = timeless(after)
        if (step === 'restored') assert.deepEqual(timeless(after), timeless(before))
        else {
          assert.partialDeepStrictEqual(before, rest)
          assert.equal(visible_le, null)
        }
        const second = await act()
        assert.deepEqual(second.body.data, first.body.data)
        assert.deepEqual(await whole(id), after)
      }
      assert.deepEqual(
        ((await trailOf(app, [id])).get(id) ?? []).map(({ action }) => action),
        ['publication.deleted', 'publication.restored'],
      )
    }
  })

test('ten deletions at once, then ten restorations: one of each is traced', async () => {
  const id = await lay({})
  for (const act of [
    () => office.delete(`/admin/publications/${id}`),
    () => office.patch(`/admin/publications/${id}/restore`),
  ])
    assert.deepEqual([...new Set((await Promise.all(Array.from({ length: 10 }, act))).map(outcome))], ['200'])
  assert.equal((await trailOf(app, [id])).get(id)?.length, 2)
})

test('what is not featured has no end of it: null in the row and null, literally, in every answer', async () => {
  const until = new Date(Date.now() + HOUR).toISOString()
  for (const body of [
    { en_avant: false },
    { en_avant: false, featured_until: null },
    { en_avant: false, featured_until: until },
    { en_avant: false, featured_until: new Date(Date.now() - HOUR).toISOString() },
  ]) {
    const id = await lay({})
    const on = await office.patch(`/admin/publications/${id}/feature`, {
      en_avant: true,
      featured_until: until,
    })
    assert.deepEqual([on.body.data.en_avant, on.body.data.featured_until], [true, until])
    const off = await office.patch(`/admin/publications/${id}/feature`, body)
    assert.deepEqual([off.body.data.en_avant, off.body.data.featured_until], [false, null])
    const { en_avant, featured_until } = await whole(id)
    assert.deepEqual([en_avant, featured_until], [false, null])
    for (const [path, source] of [
      [`/admin/publications/${id}`, 'backoffice'],
      [`/publications/${id}`, 'public'],
    ] as const) {
      const raw = await fetch(`${app.url}/api/v1${path}`, {
        headers: { 'x-app-source': source, authorization: `Bearer ${moderator.token}` },
      })
      assert.match(await raw.text(), /"en_avant":false,"featured_until":null/)
    }
  }
})

test('a feature without an end has none, and one that ends in the past is refused whole', async () => {
  const id = await lay({})
  const feature = (body: unknown) => office.patch(`/admin/publications/${id}/feature`, body)
  for (const body of [{ en_avant: true }, { en_avant: true, featured_until: null }]) {
    const { data } = (await feature(body)).body
    assert.deepEqual([data.en_avant, data.featured_until], [true, null])
  }
  const before = await whole(id)
  const answer = await feature({ en_avant: true, featured_until: new Date(Date.now() - 1).toISOString() })
  assert.equal(outcome(answer), '422 validation_failed')
  assert.equal(answer.body.details[0].path, 'featured_until')
  assert.deepEqual(await whole(id), before)
})
