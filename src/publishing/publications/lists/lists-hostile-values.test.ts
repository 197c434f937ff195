import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import {
  EMAIL,
  type Field,
  FLAG,
  MESSAGE,
  NO_ADDRESS,
  NO_BODY,
  oneOf,
  SAID,
  TIMES,
  WRITTEN,
} from '../../../../test/publications/hostile-values.ts'
import { outcome } from '../../../../test/publications/world.ts'

/** Hostile values in every field that takes them: refused by the field's name, or stored exactly as sent. */

const app = await startApp()
const office = app.as(await app.user(['admin']))
const owner = await app.user()
const member = app.as(owner, 'public')
const commune = await make.commune(app)
const townHall = await make.mairie(app, commune, owner)
const acteur = await make.acteur(app, commune, { can_publish: true })
await make.member(app, acteur, owner)

/** Dates as text, so that no time zone applies. */
const row = async (id: string) =>
  (await app.owner.query('select *, date_debut::text as date_debut from publications where id = $1', [id]))
    .rows[0]
const brief = (value: unknown) => JSON.stringify(value)?.slice(0, 60)
const shown = (value: unknown) => (value instanceof Date ? value.toISOString() : value)

interface Door {
  readonly send: (fields: object) => Promise<Answer>
  /** The stored values. */
  readonly kept: (answer: Answer) => Promise<Record<string, unknown> | undefined>
  readonly status: number
}

async function holds(fields: Readonly<Record<string, Field>>, { send, kept, status }: Door): Promise<void> {
  const wrong: string[] = []
  for (const [name, { taken, refused }] of Object.entries(fields)) {
    for (const [given, stored] of taken) {
      const answer = await send({ [name]: given })
      if (answer.status !== status)
        wrong.push(`${name} ${brief(given)}: ${outcome(answer)}, should be ${status}`)
      else {
        const is = shown((await kept(answer))?.[name])
        if (is !== stored) wrong.push(`${name} ${brief(given)} became ${brief(is)}`)
      }
    }
    for (const given of refused) {
      const { status: got, body } = await send({ [name]: given })
      const paths = (body?.details ?? []).map(({ path }: { path: string }) => path.split('.')[0])
      if (`${got} ${body?.error} ${paths}` !== `422 validation_failed ${name}`)
        wrong.push(`${name} ${brief(given)}: ${got} ${body?.error ?? ''} ${paths}, should be 422 naming it`)
    }
  }
  assert.deepEqual(wrong, [])
}

const words = { title: 'Titre', body: 'Texte' }
const create: Door = {
  send: fields =>
    member.post('/publications', { ...words, acteur_id: acteur, commune_id: commune, ...fields }),
  kept: ({ body }) => row(body.data.id),
  status: 201,
}
const edited = await make.publication(app, acteur, commune)
const edit: Door = {
  send: fields => member.patch(`/publications/${edited}`, fields),
  kept: () => row(edited),
  status: 200,
}
const mairieCreate: Door = {
  send: fields => member.post(`/mairie/acteurs/${townHall}/publications`, { ...words, ...fields }),
  kept: ({ body }) => row(body.data.id),
  status: 201,
}

test('every field of a new publication', () => holds(WRITTEN, create))
test('every field of an edit', () => holds(WRITTEN, edit))
test('every field of a new publication of the mairie', () => holds(WRITTEN, mairieCreate))

for (const [name, door] of Object.entries({ create, edit, mairieCreate }))
  test(`${name}: texts that only look like addresses are refused and break nothing`, () => {
    const nobodyGoes: Field = { taken: [], refused: NO_ADDRESS }
    return holds({ source_url: nobodyGoes, image_url: nobodyGoes }, door)
  })

const REASONS = SAID.reason_code?.taken.map(([code]) => `${code}`) ?? []

const DECIDING: readonly (readonly [string, typeof member, (id: string) => string, string])[] = [
  ['the back-office', office, id => `/admin/publications/${id}/moderate`, acteur],
  ['a member', member, id => `/publications/${id}/moderate`, acteur],
  ['the mairie', member, id => `/mairie/acteurs/${townHall}/publications/${id}/moderate`, townHall],
]
for (const [name, by, path, of] of DECIDING)
  test(`every field of a decision as ${name}`, async () => {
    const id = await make.publication(app, of, commune)
    const said = {
      reason: SAID.reason,
      reason_code: { ...SAID.reason_code, refused: SAID.reason_code?.refused.filter(one => one !== null) },
    }
    await holds(said as Record<string, Field>, {
      send: fields => by.patch(path(id), { moderation_status: 'rejected', ...fields }),
      kept: async () => {
        const { moderation_reason: reason, moderation_reason_code: reason_code } = (await row(id)) ?? {}
        return { reason, reason_code }
      },
      status: 200,
    })
    const { taken, refused } = oneOf('rejected', 'pending')
    await holds(
      { moderation_status: { taken, refused } },
      { send: fields => by.patch(path(id), fields), kept: () => row(id), status: 200 },
    )
  })

test('every field of a bulk decision', async () => {
  const id = await make.publication(app, acteur, commune)
  await holds(
    { moderation_status: oneOf('pending', 'approved', 'published', 'rejected') },
    {
      send: fields => office.patch('/admin/publications/bulk/moderate', { ids: [id], ...fields }),
      kept: () => row(id),
      status: 200,
    },
  )
})

test('every value of approval times, valide and feature ends', async () => {
  const id = await make.publication(app, acteur, commune)
  const kept = () => row(id)
  const patch = (what: string) => (fields: object) =>
    office.patch(`/admin/publications/${id}/${what}`, fields)
  const approve = patch('moderate')
  await holds(
    { publie_le: { ...TIMES, refused: [...TIMES.refused, null] } },
    { send: fields => approve({ moderation_status: 'approved', ...fields }), kept, status: 200 },
  )
  await holds({ valide: FLAG }, { send: patch('valide'), kept, status: 200 })
  await holds({ en_avant: FLAG }, { send: patch('feature'), kept, status: 200 })
  const feature = patch('feature')
  const until = TIMES.taken.map(
    ([given, stored]) => [`${given}`.replace(/^20\d\d/, '2096'), `${stored}`.replace(/^20../, year)] as const,
  )
  await holds(
    { featured_until: { taken: until, refused: TIMES.refused } },
    { send: fields => feature({ en_avant: true, ...fields }), kept, status: 200 },
  )
})
/** The values name 2025 to 2027, which must lie in the future here. */
const year = (written: string) => ({ 2025: '2095', 2027: '2097' })[written] ?? '2096'

test('times at the edge of the accepted range never fail, and accepted ones can be read again', async () => {
  const id = await make.publication(app, acteur, commune)
  for (const publie_le of [
    '1900-01-01T00:00:00Z',
    '1900-01-01T00:00:00+14:00',
    '2200-12-31T23:59:59Z',
    '2200-12-31T23:59:59-14:00',
    '1900-01-01T00:00:00.0000001Z',
    '2026-01-01T00:00:00.123456Z',
  ]) {
    const body = { moderation_status: 'approved', publie_le }
    const { status } = await office.patch(`/admin/publications/${id}/moderate`, body)
    assert.match(`${status}`, /^(200|422)$/, publie_le)
    for (const path of [`/admin/publications/${id}`, '/admin/publications?sort=publie_le_asc'])
      assert.equal((await office.get(path)).status, 200, publie_le)
  }
})

test('every field of a report', async () => {
  const reports = async (id: string) =>
    (
      await app.owner.query('select * from publication_reports where publication_id = $1 order by id desc', [
        id,
      ])
    ).rows[0]
  const address = { ...EMAIL }
  for (const [name, field] of Object.entries({
    reason: oneOf(...REASONS),
    message: MESSAGE,
    email: address,
  })) {
    let id = ''
    await holds(
      { [name]: field },
      {
        send: async fields => {
          // Each report needs a publication of its own: a second report by the same person is the first.
          id = await make.publication(app, acteur, commune)
          return await app.anyone.post(`/publications/${id}/report`, { reason: 'spam', ...fields })
        },
        kept: () => reports(id),
        status: 201,
      },
    )
  }
})

const PATHS: readonly (readonly [typeof member, 'POST' | 'PATCH', string])[] = [
  [member, 'POST', '/publications'],
  [member, 'PATCH', `/publications/${edited}`],
  [member, 'PATCH', `/publications/${edited}/moderate`],
  [app.anyone, 'POST', `/publications/${edited}/report`],
  [member, 'POST', `/mairie/acteurs/${townHall}/publications`],
  [office, 'PATCH', '/admin/publications/bulk/moderate'],
  [office, 'PATCH', `/admin/publications/${edited}/moderate`],
  [office, 'PATCH', `/admin/publications/${edited}/feature`],
  [office, 'PATCH', `/admin/publications/${edited}/valide`],
]
test('malformed bodies are refused everywhere and change nothing', async () => {
  const before = await row(edited)
  for (const [by, method, path] of PATHS)
    for (const [raw, status] of NO_BODY) {
      const answer = await by.send(method, path, undefined, { raw })
      assert.equal(answer.status, status, `${method} ${path} ${raw.slice(0, 40)}: ${outcome(answer)}`)
    }
  assert.deepEqual(await row(edited), before)
})
