import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const app = await startApp()
const office = app.as(await app.user(['admin']))
const names = ['Zoé', 'élodie', null, 'Anne', 'Œuvre']
const people: string[] = []
for (const [at, nom] of names.entries()) {
  const { id } = await app.user(['operator_support'])
  people.push(id)
  await app.owner.query(
    `update users set nom = $2, last_seen_at = case when $3 > 1 then now() - $3 * interval '1 day' end where id = $1`,
    [id, nom, at],
  )
}
const all = async (query: string) => {
  const seen: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const { status, body } = await office.get(
      `/admin/users?role=operator_support&per_page=2&${query}${next && `&after=${encodeURIComponent(next)}`}`,
    )
    assert.equal(status, 200, JSON.stringify(body))
    seen.push(...body.data.map(({ id }: { id: string }) => id))
    next = body.meta.next
  }
  return seen.map(id => people.indexOf(id))
}

test('users are sorted by name, those without one last, or by last visit, page by page', async () => {
  assert.deepEqual(await all('sort=nom_asc'), [3, 1, 4, 0, 2])
  assert.deepEqual(await all('sort=last_seen_desc'), [2, 3, 4, 1, 0])
  assert.deepEqual(await all(''), [4, 3, 2, 1, 0])
})

test('the filters find members of an acteur and invited users', async () => {
  const acteur = await make.acteur(app, await make.commune(app))
  await app.owner.query(`insert into actor_users (acteur_id, user_id, role) values ($1, $2, 'owner')`, [
    acteur,
    people[1],
  ])
  assert.deepEqual(await all(`acteur_id=${acteur}`), [1])
  await app.owner.query(
    `insert into user_identities (issuer, subject, user_id) values ('https://ailleurs.example', 'x', $1)`,
    [people[0]],
  )
  assert.deepEqual(await all('expected=false'), [0])
  assert.deepEqual(await all('expected=true'), [4, 3, 2, 1])
  assert.deepEqual([await all('team=true'), await all('team=false')], [[4, 3, 2, 1, 0], []])
})

test('a stale version is refused, and a visit does not change the version', async () => {
  const [id = ''] = people
  const { version } = (await office.get(`/admin/users/${id}`)).body.data
  await app.owner.query('update users set last_seen_at = now() where id = $1', [id])
  const save = (nom: string) =>
    office.patch(`/admin/users/${id}`, { nom }, { headers: { 'if-match': `"${version}"` } })
  const both = await Promise.all([save('Une'), save('Autre')])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412])
  assert.equal((await office.get(`/admin/users/${id}`)).body.data.version, version + 1)
})
