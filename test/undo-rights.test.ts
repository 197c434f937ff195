// Of a release: every undo beside every way to lose a right.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../src/kernel/db/db.ts'
import { grantRole } from '../src/people/users/queries.ts'
import { startApp, type TestUser } from './app.ts'
import * as make from './factories.ts'

/**
 * Every undo and restore, combined with every way to remove a right in between. A removed right must not come back by
 * the undo.
 */
const app = await startApp()
const office = app.as(await app.user(['admin']))
const commune = await make.commune(app)

type Right = 'come in' | 'office' | 'write' | 'publish' | 'describe' | 'lead'
const OF_MEMBERS: readonly Right[] = ['write', 'publish', 'describe', 'lead']

/** A user's rights: in each of these acteurs, and as an operator. */
async function rightsOf(person: TestUser, acteurs: readonly string[]): Promise<Set<Right>> {
  const rights = new Set<Right>()
  const own = app.as(person)
  const me = await own.get('/me')
  if (me.status !== 200) return rights
  rights.add('come in')
  if (me.body.data.roles.length > 0) rights.add('office')
  for (const id of acteurs) {
    const { status, body } = await own.get(`/me/acteurs/${id}`)
    if (status === 200) for (const right of body.data.may) rights.add(right)
  }
  return rights
}

interface Scene {
  readonly person: TestUser
  /** Another owner. */
  readonly colleague: TestUser
  /** The acteur on which the rights are held before the undo. */
  readonly acteur: string
  readonly all: readonly string[]
  undo(): Promise<{ status: number; body: { error?: string } }>
}

async function somebody(): Promise<TestUser> {
  const person = await app.user()
  await app.service.db.transaction(tx => grantRole(tx, person.id, 'operator_communes'))
  return person
}
async function team(person: TestUser, role: 'owner' | 'editor' = 'owner') {
  const colleague = await app.user()
  const acteur = await make.acteur(app, commune, { can_publish: true })
  await make.member(app, acteur, person, role, ['manage_publications', 'publish_publications'])
  await make.member(app, acteur, colleague)
  return { person, colleague, acteur, all: [acteur] }
}
const ok = <A extends { readonly status: number; readonly body: unknown }>(answer: A): A => {
  assert.ok(answer.status < 300, JSON.stringify(answer.body))
  return answer
}

const UNDO: Readonly<Record<string, () => Promise<Scene>>> = {
  async 'two acteurs taken apart'() {
    const person = await somebody()
    const { colleague, acteur: from } = await team(person)
    const acteur = await make.acteur(app, commune, { can_publish: true })
    await make.member(app, acteur, colleague)
    const merged = ok(await office.post(`/admin/acteurs/${acteur}/merge`, { from_id: from }))
    const { id } = merged.body.meta.merge
    const undo = () => office.post(`/admin/acteurs/${acteur}/merges/${id}/undo`)
    return { person, colleague, acteur, all: [acteur, from], undo }
  },
  async 'two acteurs taken apart, both of which they wrote for'() {
    const person = await somebody()
    const { colleague, acteur: from } = await team(person)
    const { acteur } = await team(person, 'editor')
    await make.member(app, acteur, colleague)
    const merged = ok(await office.post(`/admin/acteurs/${acteur}/merge`, { from_id: from }))
    const { id } = merged.body.meta.merge
    const undo = () => office.post(`/admin/acteurs/${acteur}/merges/${id}/undo`)
    return { person, colleague, acteur, all: [acteur, from], undo }
  },
  async 'three acteurs taken apart'() {
    const person = await somebody()
    const { colleague, acteur: first } = await team(person)
    const [second, acteur] = [
      await make.acteur(app, commune, { can_publish: true }),
      await make.acteur(app, commune, { can_publish: true }),
    ]
    await make.member(app, acteur, colleague)
    const one = ok(await office.post(`/admin/acteurs/${second}/merge`, { from_id: first }))
    const two = ok(await office.post(`/admin/acteurs/${acteur}/merge`, { from_id: second }))
    const undo = async () => {
      ok(await office.post(`/admin/acteurs/${acteur}/merges/${two.body.meta.merge.id}/undo`))
      return await office.post(`/admin/acteurs/${second}/merges/${one.body.meta.merge.id}/undo`)
    }
    return { person, colleague, acteur, all: [acteur, second, first], undo }
  },
  async 'an approved claim'() {
    const person = await somebody()
    const scene = await team(person, 'editor')
    const asked = await app.as(person, 'public').post('/claims', { acteur_id: scene.acteur, message: 'Moi' })
    const { id } = ok(asked).body.data
    ok(await office.patch(`/admin/claims/${id}`, { status: 'approved' }))
    return { ...scene, undo: () => office.post(`/admin/claims/${id}/undo`) }
  },
  async 'a rejected publication'() {
    const scene = await team(await somebody())
    const id = await make.publication(app, scene.acteur, commune, { created_by: scene.person.id })
    const done = ok(
      await office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'rejected' }),
    )
    return { ...scene, undo: () => office.post(`/admin/operations/${done.body.meta.operation_id}/undo`) }
  },
  async 'a deleted publication'() {
    const scene = await team(await somebody())
    const id = await make.publication(app, scene.acteur, commune, { created_by: scene.person.id })
    ok(await office.delete(`/admin/publications/${id}`))
    return { ...scene, undo: () => office.patch(`/admin/publications/${id}/restore`) }
  },
  async 'a corrected publication'() {
    const scene = await team(await somebody())
    const id = await make.publication(app, scene.acteur, commune, { created_by: scene.person.id })
    ok(await office.patch(`/admin/publications/${id}`, { title: 'Corrigé' }))
    const [revision] = ok(await office.get(`/admin/publications/${id}/revisions`)).body.data
    return { ...scene, undo: () => office.post(`/admin/publications/${id}/revisions/${revision.id}/restore`) }
  },
  async 'a deleted acteur'() {
    const scene = await team(await somebody())
    ok(await office.delete(`/admin/acteurs/${scene.acteur}`))
    return { ...scene, undo: () => office.delete(`/admin/acteurs/${scene.acteur}/restore`) }
  },
  async 'a suspension'() {
    const scene = await team(await somebody())
    ok(await office.patch(`/admin/users/${scene.person.id}`, { status: 'suspended' }))
    return {
      ...scene,
      async undo() {
        const answer = await office.patch(`/admin/users/${scene.person.id}`, { status: 'active' })
        // The test's token is older, and replaces a later sign-in.
        await app.owner.query(`update users set signed_out_at = null where id = $1`, [scene.person.id])
        return answer
      },
    }
  },
}

type Way = (scene: Scene) => Promise<{ readonly status: number }>
const member = ({ acteur, person }: Scene) => `/admin/acteurs/${acteur}/members/${person.id}`
/** The ways to remove a right. */
const REVOKE: Readonly<Record<string, readonly [Way, readonly Right[]]>> = {
  'removed by the back-office': [scene => office.delete(member(scene)), OF_MEMBERS],
  'removed by a colleague in charge': [
    ({ acteur, person, colleague }) => app.as(colleague).delete(`/me/acteurs/${acteur}/members/${person.id}`),
    OF_MEMBERS,
  ],
  'left by themselves': [
    ({ acteur, person }) => app.as(person).delete(`/me/acteurs/${acteur}/members/${person.id}`),
    OF_MEMBERS,
  ],
  'without permissions': [
    scene => office.patch(member(scene), { role: 'editor', permissions: [] }),
    OF_MEMBERS,
  ],
  'without the permission to publish': [
    scene => office.patch(member(scene), { role: 'editor', permissions: ['manage_publications'] }),
    ['publish', 'lead'],
  ],
  'no longer in charge': [
    ({ acteur, person, colleague }) =>
      app.as(colleague).patch(`/me/acteurs/${acteur}/members/${person.id}`, {
        role: 'editor',
        permissions: ['manage_publications', 'publish_publications'],
      }),
    ['lead'],
  ],
  'handed over': [
    ({ acteur, person, colleague }) =>
      app.as(person).post(`/me/acteurs/${acteur}/members/${colleague.id}/hand-over`),
    ['lead'],
  ],
  'without the role': [
    ({ person }) => office.delete(`/admin/users/${person.id}/roles/operator_communes`),
    ['office'],
  ],
  suspended: [
    ({ person }) => office.patch(`/admin/users/${person.id}`, { status: 'suspended' }),
    ['come in', 'office', ...OF_MEMBERS],
  ],
  'account closed': [
    ({ person }) => office.post('/admin/personal-data/erase', { email: person.email, really: true }),
    ['come in', 'office', ...OF_MEMBERS],
  ],
  'the acteur publishes under review': [
    ({ acteur }) => office.post(`/admin/acteurs/${acteur}/can-publish`, { can_publish: false }),
    ['publish'],
  ],
  'the acteur inactive': [
    ({ acteur }) => office.patch(`/admin/acteurs/${acteur}/active`, { active: false }),
    ['write', 'publish'],
  ],
  'the acteur deleted': [({ acteur }) => office.delete(`/admin/acteurs/${acteur}`), OF_MEMBERS],
}

/** Skipped: the right itself is undone, or cannot be removed at that moment. */
const LEFT_OUT = new Set(['a suspension: suspended', 'a deleted acteur: the acteur deleted'])

test('an undo without changes in between restores all rights', async () => {
  for (const [name, begin] of Object.entries(UNDO)) {
    const scene = await begin()
    ok(await scene.undo())
    const expected = new Set<Right>(['come in', 'office', ...OF_MEMBERS])
    if (name === 'an approved claim') expected.delete('lead')
    assert.deepEqual((await rightsOf(scene.person, scene.all)).symmetricDifference(expected), new Set(), name)
  }
})

for (const [undone, begin] of Object.entries(UNDO))
  test(`no right comes back with ${undone}`, async () => {
    let taken = 0
    for (const [how, [revoke, rights]] of Object.entries(REVOKE)) {
      if (LEFT_OUT.has(`${undone}: ${how}`)) continue
      const scene = await begin()
      const { status } = await revoke(scene)
      // Some ways are impossible with deleted records and suspended users: then nothing was removed.
      if (status >= 400) continue
      taken++
      const between = await rightsOf(scene.person, scene.all)
      const answer = await scene.undo()
      assert.ok([200, 202, 404, 409, 412].includes(answer.status), `${undone}, ${how}: ${answer.status}`)
      const after = await rightsOf(scene.person, scene.all)
      const back = rights.filter(right => after.has(right) && !between.has(right))
      assert.deepEqual(back, [], `${undone}, ${how}: answered ${answer.status}`)
      for (const right of rights) assert.ok(!after.has(right), `${undone}, ${how}: ${right}`)
    }
    assert.ok(taken >= 3, `${undone}: ${taken} ways`)
  })

test('undoing a merge returns rights to the merged acteur that the remaining one never had', async () => {
  const person = await app.user()
  const { acteur: from } = await team(person)
  const into = await make.acteur(app, commune, { can_publish: false, active: false })
  const merged = ok(await office.post(`/admin/acteurs/${into}/merge`, { from_id: from }))
  ok(await office.post(`/admin/acteurs/${into}/merges/${merged.body.meta.merge.id}/undo`))
  const { active, can_publish, deleted_at } = (await office.get(`/admin/acteurs/${from}`)).body.data
  assert.deepEqual([active, can_publish, deleted_at], [true, true, null])
})

test('a right that was taken while two are taken apart is taken from both', async () => {
  for (let round = 0; round < 6; round++) {
    const scene = await (UNDO['two acteurs taken apart'] as () => Promise<Scene>)()
    const [removed, undone] = await Promise.all([office.delete(member(scene)), scene.undo()])
    assert.equal(undone.status, 200)
    // Removed before the merge: gone from both acteurs. Removed after: was no longer a member of the remaining one.
    const rows = await app.service.db.pool.all<{ acteur_id: string }>(
      sql`select acteur_id from actor_users where user_id = ${scene.person.id}`,
    )
    assert.equal(rows.length, removed.status === 200 ? 0 : 1, `${removed.status}`)
  }
})
