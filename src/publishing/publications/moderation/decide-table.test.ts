// Of a release: every state beside every decision, on three routes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startApp } from '../../../../test/app.ts'
import { eventually } from '../../../../test/eventually.ts'
import * as make from '../../../../test/factories.ts'
import {
  type After,
  afterModeration,
  afterValide,
  type Body,
  changes,
  differences,
  HOUR,
  STANDINGS,
  STATUSES,
  type Standing,
  standing,
} from '../../../../test/publications/decisions.ts'
import { inParallel, outcome, type Row, type Status, trailOf } from '../../../../test/publications/world.ts'
import { jobs } from '../../../jobs.ts'

/**
 * Every state × every decision, compared with the table of the interface (test/publications/decisions.ts). The same cases
 * go through the route of one publication, the bulk route and, for one decision, the job of large operations.
 */

const app = await startApp({
  env: { PROCESS: 'all' },
  jobs: { 'operations.continue': jobs['operations.continue'] },
})
const moderator = await app.user(['operator_moderation'])
const owner = await app.user()
const office = app.as(moderator)
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune, { can_publish: true })
await make.member(app, acteur, owner)

/** Inserts a publication for each state, in one statement. */
async function insertAll(states: readonly Standing[], of = acteur): Promise<string[]> {
  const rows = states.map(state => ({ ...state, id: crypto.randomUUID() }))
  await app.owner.query(
    `insert into publications (id, title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
       publie_le, moderation_by, moderation_reason, moderation_reason_code, created_by, duplicate_key, duplicate_reason)
     select id, 'Titre', 'Texte', $2::uuid, (select id from publication_types where slug = 'actualite'), $3::uuid,
       array[$3::uuid], moderation_status, valide, publie_le, moderation_by, moderation_reason, moderation_reason_code,
       $4::uuid, gen_random_uuid(), 'signature'
     from jsonb_to_recordset($1) as r (id uuid, moderation_status text, valide boolean, publie_le timestamptz,
       moderation_by text, moderation_reason text, moderation_reason_code text)`,
    // By the moderator: nobody is mailed.
    [JSON.stringify(rows), of, commune, moderator.id],
  )
  return rows.map(({ id }) => id)
}
const rowsOf = async (ids: readonly string[]): Promise<Row[]> =>
  (
    await app.owner.query(
      `select ${standing} from publications where id = any($1::uuid[]) order by array_position($1::uuid[], id)`,
      [ids],
    )
  ).rows

interface Case {
  readonly before: Standing
  readonly body: object | undefined
  readonly after: After
}
const moderation = (before: Standing, body: Body): Case => ({
  before,
  body,
  after: afterModeration(before, body),
})
type Span = readonly [from: number, to: number]

/** Compares rows and traces with the table, and `more` with what else the driver got back. */
async function assertDecided(
  action: string,
  cases: readonly Case[],
  ids: readonly string[],
  spanOf: (at: number) => Span,
  more: (at: number, row: Row) => readonly string[] = () => [],
): Promise<void> {
  const [rows, trails] = [await rowsOf(ids), await trailOf(app, ids)]
  const wrong = cases.flatMap((one, at) => {
    const row = rows[at] as Row
    const found = [
      ...differences(row, one.after, spanOf(at)),
      ...traceDifferences(action, one, row, trails.get(row.id) ?? []),
      ...more(at, row),
    ]
    return found.length === 0
      ? []
      : [`${JSON.stringify(one.before)} ${JSON.stringify(one.body)}: ${found.join('; ')}`]
  })
  assert.equal(wrong.length, 0, `${wrong.length} of ${cases.length} disagree:\n${wrong.join('\n')}`)
}

const TRACED = [
  'moderation_status',
  'valide',
  'publie_le',
  'moderation_by',
  'moderation_reason',
  'moderation_reason_code',
] as const

/** A change leaves one trace by the moderator with the state before and after; an unchanged publication leaves none. */
function traceDifferences(
  action: string,
  { before, after }: Case,
  row: Row,
  trail: readonly Row[],
): string[] {
  const changed = changes(before, after)
  const found: string[] = []
  if (
    trail.map(one => `${one.action} ${one.user_id}`).join() !== (changed ? `${action} ${moderator.id}` : '')
  )
    found.push(`trail is ${JSON.stringify(trail)}, although ${changed ? 'something' : 'nothing'} changed`)
  if (row.version > 1 !== changed) found.push(`version is ${row.version}`)
  if (changed && (row.moderated_by !== moderator.id || !row.moderated_at))
    found.push(`moderated by ${row.moderated_by} at ${row.moderated_at}`)
  const [trace] = trail
  if (!trace) return found
  const expected = TRACED.filter(name => before[name] !== after[name])
  const fieldsOf = (state: object) => Object.keys(state).sort().join()
  if (
    fieldsOf(trace.before) !== expected.toSorted().join() ||
    fieldsOf(trace.after) !== fieldsOf(trace.before)
  )
    found.push(`the trace has ${fieldsOf(trace.before)} → ${fieldsOf(trace.after)}, not ${expected}`)
  for (const name of expected) {
    const [was, is] = [trace.before[name], trace.after[name]]
    const isTime = name === 'publie_le'
    if (isTime ? (was === null) !== (before[name] === null) : was !== before[name])
      found.push(`the trace says that ${name} was ${was}`)
    if (isTime ? (is === null) !== (row[name] === null) : is !== row[name])
      found.push(`the trace says that ${name} became ${is}, it is ${row[name]}`)
  }
  return found
}

////////////////////////////////////////////////////////////////////////////// one publication

async function decideSingly(path: 'moderate' | 'valide', cases: readonly Case[]): Promise<void> {
  const ids = await insertAll(cases.map(({ before }) => before))
  const sent = await inParallel(
    ids.map((id, at) => ({ id, body: cases[at]?.body })),
    async ({ id, body }) => {
      const start = Date.now()
      const answer = await office.patch(`/admin/publications/${id}/${path}`, body)
      return { answer, span: [start, Date.now()] as Span }
    },
  )
  const action = path === 'valide' ? 'publication.valide_set' : 'publication.moderated'
  await assertDecided(
    action,
    cases,
    ids,
    at => (sent[at] as (typeof sent)[number]).span,
    (at, row) => replyDifferences((sent[at] as (typeof sent)[number]).answer, row),
  )
}

function replyDifferences(answer: Answer, row: Row): string[] {
  if (outcome(answer) !== '200') return [outcome(answer)]
  const { data } = answer.body
  const publie_le = row.publie_le === null ? null : new Date(row.publie_le).toISOString()
  const is = [
    data.status,
    data.moderation_status,
    data.valide,
    data.publie_le,
    data.moderation_reason,
    data.version,
  ]
  const expected = [
    row.moderation_status,
    row.moderation_status,
    row.valide,
    publie_le,
    row.moderation_reason,
    row.version,
  ]
  return JSON.stringify(is) === JSON.stringify(expected) ? [] : [`the reply is ${is}, the row ${expected}`]
}

const REASONS: readonly Omit<Body, 'moderation_status'>[] = [
  {},
  { reason: 'Hors de la commune' },
  { reason_code: 'off_topic' },
  { reason: 'Déjà dit', reason_code: 'spam' },
]
/** A publication is sent back only with a reason that says what to change. */
const reasonsOf = (status: Status) =>
  REASONS.filter(({ reason }) => status !== 'changes_requested' || reason !== undefined)
const PAST = new Date(Date.now() - 40 * HOUR).toISOString()
const FUTURE = new Date(Date.now() + 40 * HOUR).toISOString()

for (const moderation_status of STATUSES)
  test(`${moderation_status}, with and without a reason: the table holds for one publication`, () =>
    decideSingly(
      'moderate',
      STANDINGS.flatMap(before =>
        reasonsOf(moderation_status).map(reason => moderation(before, { moderation_status, ...reason })),
      ),
    ))

test('approved with a past or future time: the publication gets that time', () =>
  decideSingly(
    'moderate',
    STANDINGS.flatMap(before =>
      [PAST, FUTURE].map(publie_le => moderation(before, { moderation_status: 'approved', publie_le })),
    ),
  ))

test('a time with another decision than approval is refused and changes nothing', async () => {
  const cases = STANDINGS.flatMap(before =>
    STATUSES.filter(status => status !== 'approved').map(status => ({ before, status })),
  )
  const ids = await insertAll(cases.map(({ before }) => before))
  await inParallel(ids, async id => {
    const moderation_status = cases[ids.indexOf(id)]?.status
    const answer = await office.patch(`/admin/publications/${id}/moderate`, {
      moderation_status,
      publie_le: FUTURE,
      reason: 'Plus tard',
    })
    assert.equal(outcome(answer), '422 validation_failed')
    assert.deepEqual(
      answer.body.details.map((one: { path: string }) => one.path),
      ['publie_le'],
    )
  })
  for (const [at, row] of (await rowsOf(ids)).entries()) {
    assert.deepEqual(differences(row, cases[at]?.before as Standing, [0, 0]), [])
    assert.equal(row.version, 1)
  }
})

test('valide: true publishes, false hides and keeps the status, no body flips', () =>
  decideSingly(
    'valide',
    STANDINGS.flatMap(before =>
      [{ valide: true }, { valide: false }, {}, undefined].map(body => ({
        before,
        body,
        after: afterValide(before, body?.valide ?? !before.valide),
      })),
    ),
  ))

test('twenty flips of valide at once: none is lost, and each leaves its trace', async () => {
  const id = await make.publication(app, acteur, commune)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => office.patch(`/admin/publications/${id}/valide`)),
  )
  assert.deepEqual([...new Set(answers.map(outcome))], ['200'])
  assert.equal(answers.filter(({ body }) => body.data.valide).length, 10)
  assert.equal((await rowsOf([id]))[0]?.valide, true)
  const trail = (await trailOf(app, [id])).get(id) ?? []
  assert.deepEqual(
    trail.map(one => one.after.valide),
    Array.from({ length: 20 }, (_, at) => at % 2 === 1),
  )
})

////////////////////////////////////////////////////////////////////////////// many publications

const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map(item => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)

for (const moderation_status of STATUSES)
  test(`${moderation_status}, with and without a reason: the table holds in bulk`, async () => {
    for (const reason of reasonsOf(moderation_status)) {
      const body = { moderation_status, ...reason }
      const cases = STANDINGS.map(before => moderation(before, body))
      const ids = await insertAll(STANDINGS)
      const start = Date.now()
      const answer = await office.patch('/admin/publications/bulk/moderate', { ids: shuffled(ids), ...body })
      assert.equal(outcome(answer), '200')
      const span = [start, Date.now()] as const
      await assertDecided('publication.moderated', cases, ids, () => span)
      const { updated, unchanged, failed } = answer.body.data
      const moved = cases.map(({ before, after }) => changes(before, after))
      assert.deepEqual(updated.toSorted(), ids.filter((_, at) => moved[at]).toSorted())
      assert.deepEqual(unchanged.toSorted(), ids.filter((_, at) => !moved[at]).toSorted())
      assert.deepEqual(failed, [])
    }
  })

test('published with a reason: the table holds for what a job decides', async () => {
  const body: Body = { moderation_status: 'published', reason: 'Relu', reason_code: 'other' }
  const many = await make.acteur(app, commune)
  const cases = Array.from({ length: 11 }, () => STANDINGS)
    .flat()
    .map(before => moderation(before, body))
  const ids = await insertAll(
    cases.map(({ before }) => before),
    many,
  )
  const start = Date.now()
  const answer = await office.patch('/admin/publications/bulk/moderate', {
    filter: { acteur_id: many },
    expected_total: cases.length,
    ...body,
  })
  assert.equal(outcome(answer), '202')
  const { data } = await eventually(async () => {
    const operation = await office.get(`/admin/operations/${answer.body.meta.operation_id}`)
    return operation.body.data.state === 'done' && operation.body
  }, 'the operation is done')
  await assertDecided('publication.moderated', cases, ids, () => [start, Date.now()])
  const moved = cases.filter(({ before, after }) => changes(before, after)).length
  assert.deepEqual([data.updated, data.unchanged, data.failed], [moved, cases.length - moved, 0])
})

////////////////////////////////////////////////////////////////////////////// sequences of decisions

/** A pseudo-random sequence from a seed, so that a failure can be repeated. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

test('random sequences of decisions never move a time that was set, unless approval names another', async () => {
  const lanes = await Promise.all(Array.from({ length: 8 }, (_, seed) => lane(seed + 1)))
  const times = new Map(lanes.flatMap(one => [...one]))
  for (const row of await rowsOf([...times.keys()])) {
    const known = times.get(row.id)
    if (known) assert.ok(row.publie_le.startsWith(known), `${row.publie_le} began as ${known}`)
  }
})

/** Decides at random about three publications of its own, and returns the times that they must have afterwards. */
async function lane(seed: number) {
  const random = randomFrom(seed)
  const pick = <T>(items: readonly T[]) => items[random(items.length)] as T
  const pending: Standing = {
    moderation_status: 'pending',
    valide: false,
    publie_le: null,
    moderation_reason: null,
    moderation_reason_code: null,
    moderation_by: 'member',
  }
  const started = [pending, { ...pending, publie_le: '2026-01-02T03:04:05.678901Z' }, pending]
  const ids = await insertAll(started)
  const times = new Map(ids.map((id, at) => [id, started[at]?.publie_le ?? null]))
  /** A time once set may not move; the API has milliseconds where the row has more. */
  const see = (id: string, shown: string | null, moved = false) => {
    const known = times.get(id)
    if (known && !moved) assert.equal(shown, `${known.slice(0, 23)}Z`)
    else times.set(id, shown?.replace('Z', '') ?? null)
  }
  for (let decision = 0; decision < 40; decision++) {
    const id = pick(ids)
    const decision = { moderation_status: pick(STATUSES), reason: 'Relu' }
    const route = random(10)
    if (route < 4) {
      const { body } = await office.patch(`/admin/publications/${id}/moderate`, decision)
      see(id, body.data.publie_le)
    } else if (route < 6) {
      const { body } = await office.patch(`/admin/publications/${id}/valide`)
      see(id, body.data.publie_le)
    } else if (route < 7) {
      const publie_le = new Date(Date.UTC(2026, random(12), 1 + random(28), random(24))).toISOString()
      const body = { moderation_status: 'approved', publie_le }
      const answer = await office.patch(`/admin/publications/${id}/moderate`, body)
      assert.equal(answer.body.data.publie_le, publie_le)
      see(id, publie_le, true)
    } else if (route < 8) {
      await app.as(owner, 'public').patch(`/publications/${id}/moderate`, decision)
    } else {
      const some = ids.filter(() => random(2) === 0)
      if (some.length === 0) some.push(id)
      const { body } = await office.patch('/admin/publications/bulk/moderate', {
        ids: some,
        ...decision,
      })
      assert.equal(body.data.failed.length, 0)
      for (const one of some) see(one, (await office.get(`/admin/publications/${one}`)).body.data.publie_le)
    }
  }
  return times
}
