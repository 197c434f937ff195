import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { HOUR, STANDINGS, type Standing } from '../../../test/publications/decisions.ts'
import { inParallel, outcome, type Row, trailOf } from '../../../test/publications/world.ts'

/** Deleting, restoring and featuring by the back-office. */

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
  test(`deleted by ${name} and restored, it is as before; repeating either changes nothing and is not traced`, async () => {
    await inParallel(LAID, async fields => {
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
    })
  })

test('ten deletions at once, then ten restorations at once: one of each is traced', async () => {
  const id = await lay({})
  for (const act of [
    () => office.delete(`/admin/publications/${id}`),
    () => office.patch(`/admin/publications/${id}/restore`),
  ])
    assert.deepEqual([...new Set((await Promise.all(Array.from({ length: 10 }, act))).map(outcome))], ['200'])
  assert.equal((await trailOf(app, [id])).get(id)?.length, 2)
})

test('a publication that is not featured has featured_until null, in the row and in every reply', async () => {
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

test('featured without an end stays without one; an end in the past is refused and changes nothing', async () => {
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
