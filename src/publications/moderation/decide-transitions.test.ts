import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answer, startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
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
} from '../../../test/publications/decisions.ts'
import { inParallel, outcome, type Row, trailOf } from '../../../test/publications/world.ts'

/** Every state × every decision of the back-office, against the interface's own table. */

const app = await startApp()
const moderator = await app.user(['operator_moderation'])
const office = app.as(moderator)
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)

const lay = (before: Standing) => make.publication(app, acteur, commune, { ...before })
const look = async (id: string): Promise<Row> =>
  (await app.owner.query(`select ${standing} from publications where id = $1`, [id])).rows[0]

const SAYINGS: readonly Omit<Body, 'moderation_status'>[] = [
  {},
  { reason: 'Hors de la commune' },
  { reason_code: 'off_topic' },
  { reason: 'Déjà dit', reason_code: 'spam' },
]
const AT = [new Date(Date.now() - 40 * HOUR).toISOString(), new Date(Date.now() + 40 * HOUR).toISOString()]

interface Case {
  readonly before: Standing
  readonly path: 'moderate' | 'valide'
  readonly body: unknown
  readonly after: After
}
async function holds(cases: readonly Case[]): Promise<void> {
  const laid: (Case & { id: string })[] = []
  for (const one of cases) laid.push({ ...one, id: await lay(one.before) })
  const answers = await inParallel(laid, async ({ id, path, body }) => {
    const start = Date.now()
    const answer = await office.patch(`/admin/publications/${id}/${path}`, body)
    return { answer, span: [start, Date.now()] as const }
  })
  const trails = await trailOf(
    app,
    laid.map(({ id }) => id),
  )
  const wrong: string[] = []
  for (const [at, one] of laid.entries()) {
    const { answer, span } = answers[at] as (typeof answers)[number]
    const row = await look(one.id)
    const found =
      outcome(answer) === '200'
        ? [
            ...differences(row, one.after, span),
            ...tracesOf(one, row, trails.get(one.id) ?? []),
            ...shownDiffers(answer, row),
          ]
        : [outcome(answer)]
    if (found.length > 0)
      wrong.push(`${JSON.stringify(one.before)} ${one.path} ${JSON.stringify(one.body)}: ${found.join('; ')}`)
  }
  assert.equal(wrong.length, 0, `${wrong.length} of ${cases.length} disagree:\n${wrong.join('\n')}`)
}

/** One trace of what changed, by whom; none where nothing did, and then nobody moderated. */
function tracesOf({ before, path, after }: Case, row: Row, trail: readonly Row[]): string[] {
  const moved = changes(before, after)
  const action = path === 'valide' ? 'publication.valide_set' : 'publication.moderated'
  const found: string[] = []
  if (trail.map(one => `${one.action} ${one.user_id}`).join() !== (moved ? `${action} ${moderator.id}` : ''))
    found.push(`trail is ${JSON.stringify(trail)}, although ${moved ? 'something' : 'nothing'} changed`)
  if (row.version > 1 !== moved) found.push(`version is ${row.version}`)
  if (moved && (row.moderated_by !== moderator.id || !row.moderated_at))
    found.push(`moderated by ${row.moderated_by} at ${row.moderated_at}`)
  const [trace] = trail
  if (trace)
    for (const [name, value] of Object.entries(trace.after))
      if (name in before && name !== 'publie_le' && value !== row[name])
        found.push(`the trail says ${name} became ${value}, it is ${row[name]}`)
  return found
}

function shownDiffers({ body: { data } }: Answer, row: Row): string[] {
  const at = row.publie_le === null ? null : new Date(row.publie_le).toISOString()
  const is = [
    data.status,
    data.moderation_status,
    data.valide,
    data.publie_le,
    data.moderation_reason,
    data.version,
  ]
  const ought = [
    row.moderation_status,
    row.moderation_status,
    row.valide,
    at,
    row.moderation_reason,
    row.version,
  ]
  return JSON.stringify(is) === JSON.stringify(ought) ? [] : [`shown is ${is}, stands ${ought}`]
}

for (const to of STATUSES)
  test(`moderated to ${to}: one result from every state, whatever is said with it`, () =>
    holds(
      STANDINGS.flatMap(before =>
        SAYINGS.map(said => {
          const body = { moderation_status: to, ...said }
          return { before, path: 'moderate' as const, body, after: afterModeration(before, body) }
        }),
      ),
    ))

test('approved for a time: that time stands, past or future, and whatever stood before', () =>
  holds(
    STANDINGS.flatMap(before =>
      AT.map(publie_le => {
        const body: Body = { moderation_status: 'approved', publie_le }
        return { before, path: 'moderate' as const, body, after: afterModeration(before, body) }
      }),
    ),
  ))

test('a time goes with approval alone: with any other decision it moves nothing', async () => {
  for (const before of STANDINGS)
    for (const moderation_status of STATUSES.filter(status => status !== 'approved')) {
      const id = await lay(before)
      const answer = await office.patch(`/admin/publications/${id}/moderate`, {
        moderation_status,
        publie_le: AT[1],
      })
      assert.equal(outcome(answer), '422 validation_failed')
      assert.deepEqual(
        answer.body.details.map((one: { path: string }) => one.path),
        ['publie_le'],
      )
      const row = await look(id)
      assert.deepEqual(differences(row, before, [0, 0]), [])
      assert.equal(row.version, 1)
    }
})

test('valide: true publishes, false hides and leaves the status, nothing said flips', () =>
  holds(
    STANDINGS.flatMap(before =>
      [{ valide: true }, { valide: false }, {}, undefined].map(body => ({
        before,
        path: 'valide' as const,
        body,
        after: afterValide(before, body?.valide ?? !before.valide),
      })),
    ),
  ))

test('twenty flips at once are twenty flips: none is lost, each leaves its trace', async () => {
  const id = await make.publication(app, acteur, commune)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => office.patch(`/admin/publications/${id}/valide`)),
  )
  assert.deepEqual([...new Set(answers.map(outcome))], ['200'])
  assert.equal(answers.filter(({ body }) => body.data.valide).length, 10)
  assert.equal((await look(id)).valide, true)
  const trail = (await trailOf(app, [id])).get(id) ?? []
  assert.deepEqual(
    trail.map(one => one.after.valide),
    Array.from({ length: 20 }, (_, at) => at % 2 === 1),
  )
})
