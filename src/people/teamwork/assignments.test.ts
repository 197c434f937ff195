import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AREAS } from '../../../shared/words/access.ts'
import { startApp, type TestUser } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { heldTransactions } from '../../../test/held-transactions.ts'
import { outcome } from '../../../test/sign-in.ts'

const app = await startApp()
const transactions = heldTransactions(app.service)
const admin = app.as(await app.user(['admin']))
const [here, there] = [await make.commune(app), await make.commune(app)]

/** The two kinds: their path, their area, and one that waits in a commune. */
const KINDS = {
  publications: {
    area: 'moderation',
    entity: 'publication',
    make: async (commune: string) =>
      make.publication(app, await make.acteur(app, commune), commune, {
        moderation_status: 'pending',
        valide: false,
        publie_le: null,
      }),
  },
  claims: {
    area: 'claims',
    entity: 'claim',
    async make(commune: string) {
      const { rows } = await app.owner.query(
        `insert into claims (acteur_id, message, language, expires_at)
         values ($1, 'C’est la nôtre', 'fr', now() + interval '7 days') returning id`,
        [await make.acteur(app, commune)],
      )
      return rows[0].id as string
    },
  },
} as const

for (const [kind, { area, entity, make: one }] of Object.entries(KINDS)) {
  const { role } = AREAS[area]
  const colleague = async (nom: string, communes?: readonly string[]): Promise<TestUser> => {
    const user = await app.user()
    await app.owner.query('update users set nom = $1 where id = $2', [nom, user.id])
    const given = await admin.post(`/admin/users/${user.id}/roles`, { role, ...(communes && { communes }) })
    assert.equal(outcome(given), '200')
    return user
  }
  const [maelle, karim] = [await colleague('Maëlle'), await colleague('Karim')]
  const mine = app.as(maelle)
  const assign = (id: string, body: object, as = mine) => as.patch(`/admin/${kind}/${id}/assignee`, body)
  const assigneeOf = async (id: string) => (await mine.get(`/admin/${kind}/${id}`)).body.data.assignee
  const listed = async (to: string, as = mine) =>
    (await as.get(`/admin/${kind}?assigned_to=${to}&per_page=100`)).body.data.map(
      ({ id }: { id: string }) => id,
    )

  test(`${kind}: a colleague is assigned, shown, found by the filter, traced, and taken off`, async () => {
    const id = await one(here)
    const version = async () => (await mine.get(`/admin/${kind}/${id}`)).body.data.version
    const before = await version()
    const { status, body } = await assign(id, { assignee_id: karim.id })
    assert.deepEqual([status, body.data], [200, { assignee: { id: karim.id, nom: 'Karim' } }])
    assert.deepEqual(await assigneeOf(id), { id: karim.id, nom: 'Karim' })
    assert.deepEqual([await listed(karim.id), await listed('me', app.as(karim))], [[id], [id]])
    assert.ok(!(await listed('nobody')).includes(id))
    assert.deepEqual(await listed('me'), [])
    // Repeating it changes nothing.
    await assign(id, { assignee_id: karim.id })
    assert.equal((await assign(id, { assignee_id: null })).body.data.assignee, null)
    assert.ok((await listed('nobody')).includes(id))
    assert.equal(await version(), before, 'a decision under way is not stale')
    const trail = await make.auditOf(app, id)
    assert.deepEqual(
      trail.map(({ action, before, after }) => [action, before.assignee_id, after.assignee_id]),
      [
        [`${entity}.assigned`, null, karim.id],
        [`${entity}.assigned`, karim.id, null],
      ],
    )
  })

  test(`${kind}: only colleagues who can open it are assigned; one who lost access follows nothing`, async () => {
    const id = await one(here)
    const [elsewhere, limited] = [await colleague('Ici', [there]), await colleague('Là', [here])]
    const strangers = [await app.user(), await app.user(['operator_imports']), elsewhere]
    for (const { id: assignee_id } of strangers)
      assert.equal(outcome(await assign(id, { assignee_id })), '422 validation_failed')
    assert.equal(outcome(await assign(id, { assignee_id: limited.id }, app.as(elsewhere))), '404 not_found')
    assert.equal(outcome(await assign(id, { assignee_id: crypto.randomUUID() })), '422 validation_failed')
    assert.equal(outcome(await assign(crypto.randomUUID(), { assignee_id: null })), '404 not_found')
    assert.equal(outcome(await assign(id, { assignee_id: limited.id })), '200')
    await admin.delete(`/admin/users/${limited.id}/roles/${role}`)
    assert.ok((await listed('nobody')).includes(id))
    // Whose role is for other communes by now does not find it either.
    const [kept, moved] = [await one(here), await one(here)]
    const mover = await colleague('Ailleurs', [here, there])
    for (const each of [kept, moved]) await assign(each, { assignee_id: mover.id })
    const whose = async () => (await listed('nobody')).filter((each: string) => [kept, moved].includes(each))
    assert.deepEqual(await whose(), [])
    await admin.post(`/admin/users/${mover.id}/roles`, { role, communes: [there] })
    assert.deepEqual((await whose()).sort(), [kept, moved].sort())
    assert.deepEqual(await listed('me', app.as(mover)), [])
    await admin.post(`/admin/users/${mover.id}/roles`, { role, communes: [here] })
    assert.deepEqual(await whose(), [])
    await admin.post(`/admin/users/${mover.id}/roles`, { role: 'admin' })
    await admin.post(`/admin/users/${mover.id}/roles`, { role, communes: [there] })
    assert.deepEqual(await whose(), [], 'an administrator reads everything')
    await admin.delete(`/admin/users/${mover.id}/roles/admin`)
    const names = (await mine.get(`/admin/${kind}/colleagues`)).body.data.map(
      ({ nom }: { nom: string }) => nom,
    )
    assert.ok(names.includes('Karim') && names.includes('Ici') && !names.includes('Là'), names.join())
  })

  const ofTwo = async (id: string) => {
    const before = (await make.auditOf(app, id)).length
    const take = (user: TestUser) => assign(id, { assignee_id: user.id, instead_of: null }, app.as(user))
    const held = transactions.hold('commit')
    const first = take(maelle)
    await held.reached
    const both = [first, take(karim)]
    await eventually(
      async () => (await waitingForLocks(app.connection.database ?? '')) > 0,
      'the second waits for the first',
    )
    held.release()
    assert.deepEqual((await Promise.all(both)).map(outcome), ['200', '412 stale_version'])
    assert.equal((await assigneeOf(id)).id, maelle.id)
    assert.equal((await make.auditOf(app, id)).length, before + 1)
  }
  test(`${kind}: of two who take it at once, one follows it and the other is told`, async () => {
    await ofTwo(await one(here))
    // Also where the row of the assignment is there already.
    const released = await one(here)
    for (const assignee_id of [karim.id, null]) await assign(released, { assignee_id })
    await ofTwo(released)
  })
}
