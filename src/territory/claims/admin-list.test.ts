import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'

const lines: string[] = []
const app = await startApp({ log: line => lines.push(line) })
const operator = await app.user(['operator_claims'])
const office = app.as(operator)
const [here, there] = [
  await make.commune(app, { nom: 'Écully' }),
  await make.commune(app, { nom: 'Saint-Étienne' }),
]
const club = await make.acteur(app, here, { nom: 'Étoile sportive' })
const shop = await make.acteur(app, there, { nom: 'Boulangerie' })
const zoned = await make.acteur(app, there, { nom: 'Zèbre' })
await app.owner.query('insert into acteur_communes values ($1, $2)', [zoned, here])

/** A claim per minute, recognised by its message. */
const STOCK: readonly (readonly [message: string, acteur: string, fields: Record<string, unknown>])[] = [
  ['premier', club, { status: 'rejected', nom: 'Jeanne Dupré', email: 'jeanne@example.org' }],
  ['deuxième', club, { status: 'expired', telephone: '04 78 11 22 33' }],
  ['troisième', club, { status: 'approved' }],
  ['quatrième', shop, { status: 'pending', nom: 'Œnone' }],
  ['cinquième_100%', zoned, { status: 'pending', email: 'zoe@example.org' }],
]
for (const [
  at,
  [message, acteur_id, { status, nom = null, email = null, telephone = null }],
] of STOCK.entries())
  await app.owner.query(
    `insert into claims (message, acteur_id, status, nom, email, telephone, created_at, decided_at, language, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'fr', now())`,
    [
      message,
      acteur_id,
      status,
      nom,
      email,
      telephone,
      new Date(Date.UTC(2026, 2, 1, 12, at)),
      status === 'approved' || status === 'rejected' ? new Date() : null,
    ],
  )

type Body = {
  data: { message: string }[]
  meta: { total: number; next: string | null } & Record<string, number>
}
const page = async (query: string): Promise<Body> => {
  const { status, body } = await office.get(`/admin/claims?${query}`)
  assert.equal(status, 200, `${query}: ${JSON.stringify(body)}`)
  return body
}
const messages = ({ data }: Body) => data.map(({ message }) => message)

const FILTERS: readonly (readonly [query: string, messages: readonly string[]])[] = [
  ['', ['cinquième_100%', 'quatrième', 'troisième', 'deuxième', 'premier']],
  ['sort=created_at_desc', ['cinquième_100%', 'quatrième', 'troisième', 'deuxième', 'premier']],
  ['sort=created_at_asc', ['premier', 'deuxième', 'troisième', 'quatrième', 'cinquième_100%']],
  ['sort=expires_at_asc', ['quatrième', 'cinquième_100%', 'troisième', 'deuxième', 'premier']],
  ['status=pending', ['cinquième_100%', 'quatrième']],
  ['status=approved', ['troisième']],
  ['status=rejected', ['premier']],
  ['status=expired', ['deuxième']],
  [`acteur_id=${club}`, ['troisième', 'deuxième', 'premier']],
  [`acteur_id=${club}&status=rejected`, ['premier']],
  [`commune_id=${here}`, ['cinquième_100%', 'troisième', 'deuxième', 'premier']],
  [`commune_id=${there}&status=pending&sort=created_at_asc`, ['quatrième', 'cinquième_100%']],
  ['commune_id=00000000-0000-7000-8000-000000000000', []],
  // By message and contacts, ignoring accents and case, or by acteur.
  ['q=deuxieme', ['deuxième']],
  ['q=DUPRÉ', ['premier']],
  ['q=oenone', ['quatrième']],
  ['q=zoe@example', ['cinquième_100%']],
  ['q=78%2011', ['deuxième']],
  ['q=etoile', ['troisième', 'deuxième', 'premier']],
  ['q=boulangerie&status=pending', ['quatrième']],
  ['q=100%25', ['cinquième_100%']],
  ['q=_100', ['cinquième_100%']],
  ['q=%5C', []],
  ['q=', ['cinquième_100%', 'quatrième', 'troisième', 'deuxième', 'premier']],
]

for (const [query, expected] of FILTERS)
  test(`the list of claims${query && ` ?${query.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id')}`}: the same whole, by pages and by cursor`, async () => {
    const all = await page(`${query}&per_page=100`)
    assert.deepEqual(messages(all), expected)
    assert.equal(all.meta.total, expected.length)
    // Numbered pages and cursors give the same rows.
    const numbered: string[] = []
    const walked: string[] = []
    for (let number = 1; number <= Math.ceil(expected.length / 2); number++)
      numbered.push(...messages(await page(`${query}&per_page=2&page=${number}`)))
    for (let next: string | null = ''; next !== null; ) {
      const body = await page(`${query}&per_page=2${next && `&after=${next}`}`)
      walked.push(...messages(body))
      next = body.meta.next
    }
    assert.deepEqual([numbered, walked], [expected, expected])
  })

test('unknown filters are refused instead of ignored', async () => {
  for (const wrong of ['statut=pending', 'status=open', 'acteur_id=x', 'sort=nom_asc', 'page=0', 'after=x']) {
    const { status, body } = await office.get(`/admin/claims?${wrong}`)
    assert.deepEqual([status, body.details[0].path], [422, wrong.split('=')[0]], wrong)
  }
})

test('the record is complete, and reading contacts is logged without them', async () => {
  lines.length = 0
  const { data } = await page('q=premier')
  const { id, decided_at, expires_at, ...rest } = data[0] as Record<string, string>
  assert.deepEqual(rest, {
    acteur_id: club,
    acteur: { id: club, nom: 'Étoile sportive', commune: { id: here, nom: 'Écully', departement: null } },
    message: 'premier',
    status: 'rejected',
    nom: 'Jeanne Dupré',
    email: 'jeanne@example.org',
    telephone: null,
    claimant_user_id: null,
    decided_by: null,
    note: null,
    reason: null,
    assignee: null,
    notes_count: 0,
    exchange: null,
    created_at: '2026-03-01T12:00:00.000Z',
    version: 1,
  })
  const read = lines.find(line => line.includes('contact details were read'))
  assert.ok(read?.includes(operator.id))
  assert.ok(!lines.some(line => /jeanne|Dupré|premier/i.test(line)))
})
