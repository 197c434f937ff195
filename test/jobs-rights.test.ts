// Begun first: it takes long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { namesOf } from '../shared/fields/field.ts'
import type { Role } from '../shared/words/access.ts'
import { runImport } from '../src/exchange/imports/runs/work.ts'
import { queues } from '../src/foundation/queues.ts'
import { jobs } from '../src/jobs.ts'
import type { JobContext } from '../src/kernel/jobs/jobs.ts'
import { sendAlerts } from '../src/letters/digests/send-alerts.ts'
import { sendDigests } from '../src/office/dashboard/send-digests.ts'
import {
  continueOperation,
  PIECE,
  resumeOperations,
} from '../src/publishing/publications/moderation/bulk-job.ts'
import type { Requests, TestUser } from './app.ts'
import { waitingForLocks } from './databases.ts'
import { eventually } from './eventually.ts'
import * as make from './factories.ts'
import { asCsv, device, registerServer, sends } from './fixtures/geodae.ts'
import { rss } from './imports/documents.ts'
import { importWorld } from './imports/world.ts'

/** A job that acts for a person acts with the rights of now: they may be lost between the request and the work. */

const register = await registerServer()
const world = await importWorld({
  template: 'france',
  env: { PROCESS: 'all', GEODAE_URL: `${register.url}/geodae.csv` },
  jobs: { 'defibrillateurs.sync': jobs['defibrillateurs.sync'] },
})
const { app, server } = world
const admin = app.as(await app.user(['admin']))
const elsewhere = await make.commune(app)
const { id: here } = await one(`select id from communes where code_insee = '01004'`)
const never = new AbortController().signal
// The jobs of operations are run by hand: a test enqueues nothing that somebody else takes.
const context: JobContext = world.context

async function one(text: string, values: unknown[] = []) {
  const { rows } = await app.owner.query(text, values)
  return rows[0]
}

/** What may become of the person meanwhile. */
const LOSSES: Readonly<Record<string, (person: TestUser, role: Role) => Promise<{ status: number }>>> = {
  suspended: person => admin.patch(`/admin/users/${person.id}`, { status: 'suspended' }),
  demoted: (person, role) => admin.delete(`/admin/users/${person.id}/roles/${role}`),
  'limited to another commune': (person, role) =>
    admin.post(`/admin/users/${person.id}/roles`, { role, communes: [elsewhere] }),
}
type Loss = keyof typeof LOSSES

interface Scene {
  readonly role: Role
  /** The request, and what stands in the database before the job. Returns what the job does. */
  begin(
    desk: Requests,
    person: TestUser,
  ): Promise<{ work(): Promise<unknown>; check(loss: Loss | undefined): Promise<void> }>
}

////////////////////////////////////////////////////////////////////////////// bulk operations

const HERE = 2 * PIECE + 80
const ELSEWHERE = 60
async function many(acteur: string, commune: string, count: number) {
  await app.owner.query(
    `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
       moderation_by, duplicate_key, duplicate_reason)
     select 'Annonce ' || n, 'Texte', $1, (select id from publication_types where slug = 'actualite'), $2::uuid,
            array[$2::uuid], 'pending', false, 'member', gen_random_uuid(), 'signature'
     from generate_series(1, $3::int) n`,
    [acteur, commune, count],
  )
}
async function announced() {
  const acteur = await make.acteur(app, here)
  await many(acteur, here, HERE)
  await many(acteur, elsewhere, ELSEWHERE)
  return acteur
}
const step = (operation: string) =>
  app.service.db.transaction(tx => continueOperation(tx, { operation }, context))
const operationOf = (id: string) => one('select * from moderation_operations where id = $1', [id])
const ENDED = ['done', 'undone', 'stopped']
async function carriedOut(id: string) {
  for (;;) {
    await step(id)
    const left = await one('select from moderation_pieces where operation_id = $1 limit 1', [id])
    if (!left && ENDED.includes((await operationOf(id)).state)) return
  }
}

const TOTAL = HERE + ELSEWHERE
const request = (acteur: string) => ({ filter: { acteur_id: acteur }, expected_total: TOTAL })
const BULK: Readonly<Record<string, { readonly body: object; readonly changed: string }>> = {
  moderate: {
    body: { moderation_status: 'rejected', reason: 'Hors de la commune' },
    changed: `moderation_status = 'rejected'`,
  },
  feature: { body: { en_avant: true }, changed: 'en_avant' },
  delete: { body: {}, changed: 'deleted_at is not null' },
}
const bulk = async (desk: Requests, kind: string, acteur: string): Promise<string> => {
  const path = `/admin/publications/bulk/${kind}`
  const { status, body } = await desk.patch(path, { ...request(acteur), ...BULK[kind]?.body })
  assert.equal(status, 202, JSON.stringify(body))
  return body.meta.operation_id
}
const changedOf = async (acteur: string, kind: string) =>
  (
    await one(
      `select count(*)::int as n from publications where acteur_id = $1 and ${BULK[kind]?.changed ?? ''}`,
      [acteur],
    )
  ).n

const bulkScene = (kind: string): Scene => ({
  role: 'operator_moderation',
  async begin(desk) {
    const acteur = await announced()
    const id = await bulk(desk, kind, acteur)
    return {
      work: () => carriedOut(id),
      async check(loss) {
        const { state, updated, failed } = await operationOf(id)
        const expected = {
          all: ['done', TOTAL, 0],
          part: ['done', ELSEWHERE, HERE],
          none: ['stopped', 0, 0],
        }[loss === undefined ? 'all' : loss.startsWith('limited') ? 'part' : 'none']
        assert.deepEqual([state, updated, failed], expected)
        assert.equal(await changedOf(acteur, kind), updated)
        if (state === 'stopped') await toldOf(id)
      },
    }
  },
})
/** The administrator sees it, with what was done and what was not; the trail names it. */
async function toldOf(id: string) {
  const { data } = (await admin.get('/admin/operations?state=stopped')).body
  const [shown] = data.filter((operation: { id: string }) => operation.id === id)
  assert.deepEqual([shown?.state, shown?.total], ['stopped', TOTAL])
  assert.deepEqual(
    (await make.auditOf(app, id)).map(({ action, user_id }) => [action, user_id]),
    [['operation.stopped', null]],
  )
}

const undoScene: Scene = {
  role: 'operator_moderation',
  async begin(desk) {
    const acteur = await announced()
    const id = await bulk(admin, 'moderate', acteur)
    await carriedOut(id)
    assert.equal((await desk.post(`/admin/operations/${id}/undo`)).status, 202)
    return {
      work: () => carriedOut(id),
      async check(loss) {
        const { state, restored, skipped, undone_at } = await operationOf(id)
        const expected = {
          all: ['undone', TOTAL, 0],
          part: ['undone', ELSEWHERE, HERE],
          none: ['stopped', 0, 0],
        }[loss === undefined ? 'all' : loss.startsWith('limited') ? 'part' : 'none']
        assert.deepEqual([state, restored, skipped], expected)
        assert.equal(undone_at === null, state === 'stopped')
        assert.equal(await changedOf(acteur, 'moderate'), TOTAL - restored)
        if (state !== 'stopped') return
        await toldOf(id)
        // Another administrator undoes it.
        assert.equal((await admin.post(`/admin/operations/${id}/undo`)).status, 202)
        await carriedOut(id)
        const undone = await operationOf(id)
        assert.deepEqual([undone.state, undone.restored, undone.skipped], ['undone', TOTAL, 0])
      },
    }
  },
}

////////////////////////////////////////////////////////////////////////////// imports, syncs, mails

const importScene: Scene = {
  role: 'operator_imports',
  async begin(desk) {
    const path = `/${crypto.randomUUID()}.xml`
    const item = {
      id: path,
      title: `Fête ${path}`,
      text: 'Sur le quai.',
      link: `https://ville.example.org${path}`,
    }
    const url = server.serve(path, { body: rss([item]), type: 'application/rss+xml' })
    const id = await world.source({ url, commune_id: here, acteur_id: await make.acteur(app, here) })
    const { body } = await desk.post(`/admin/import-sources/${id}/run`)
    const run = body.data.id
    return {
      work: () => runImport({ run }, context, never),
      async check(loss) {
        const { status, error } = await one('select status, error from import_runs where id = $1', [run])
        const published = await world.publications(id)
        assert.deepEqual(
          [status, error?.code, published.length],
          loss ? ['failed', 'right_lost_meanwhile', 0] : ['succeeded', undefined, 1],
        )
        // The source is not to blame.
        const source = await one('select consecutive_failures as n from import_sources where id = $1', [id])
        assert.equal(source.n, 0)
      },
    }
  },
}

let devices = 0
const syncScene = (path: string): Scene => ({
  role: 'operator_communes',
  async begin(desk) {
    const gid = `${++devices}`
    const text = asCsv([...Array(devices).keys()].map(at => device(at + 1, { c_nom: `DAE ${gid}` })))
    // The register answers when it is told to: the request is accepted long before.
    const halt = { begun: () => {}, finish: () => {} }
    const begun = new Promise<void>(resolve => {
      halt.begun = resolve
    })
    register.answer = (request, response) => {
      halt.finish = () => sends(text)(request, response)
      halt.begun()
    }
    const { status, body } = await desk.post(path, {})
    assert.equal(status, 202, JSON.stringify(body))
    await begun
    return {
      async work() {
        halt.finish()
        await eventually(async () => {
          const row = await one('select status from defibrillateur_syncs where id = $1', [body.data.id])
          return ['ok', 'failed', 'held'].includes(row.status)
        }, 'the sync is over')
      },
      async check(loss) {
        const { status, said } = await one('select * from defibrillateur_syncs where id = $1', [body.data.id])
        const found = await one('select nom from defibrillateurs where gid = $1', [gid])
        assert.deepEqual(
          [status, said?.code, found?.nom],
          loss ? ['failed', 'right_lost', undefined] : ['ok', undefined, `DAE ${gid}`],
        )
        if (!loss) return
        const shown = (await admin.get(`/admin/defibrillateurs-france/syncs/${body.data.id}`)).body.data
        assert.match(shown.message.message, /n’a plus ce droit\. Rien n’a été changé\.$/)
      },
    }
  },
})

/** Mails that tell a person what they may see. */
const toldScene = (template: string, choice: object, work: () => Promise<unknown>): Scene => ({
  role: 'operator_moderation',
  async begin(desk, person) {
    const acteur = await make.acteur(app, here)
    assert.equal((await desk.send('PUT', '/me/digest', choice)).status, 200)
    // Nothing else waits where the person may be limited to.
    await app.owner.query('delete from publications where commune_id = $1', [elsewhere])
    await app.owner.query(`update digests set next_at = now() where user_id = $1 and next_at is not null`, [
      person.id,
    ])
    await make.publication(app, acteur, here, {
      title: 'Coupure d’eau',
      type: 'alerte',
      moderation_status: 'pending',
      valide: false,
      publie_le: null,
    })
    return {
      work,
      async check(loss) {
        const mails = await one(
          'select count(*)::int as n from mails where recipient_email = $1 and template = $2',
          [person.email, template],
        )
        assert.equal(mails.n, loss ? 0 : 1)
      },
    }
  },
})

////////////////////////////////////////////////////////////////////////////// the table

const ACTING: Partial<Record<keyof typeof queues, Readonly<Record<string, Scene>>>> = {
  'operations.continue': {
    'a bulk decision': bulkScene('moderate'),
    'a bulk feature': bulkScene('feature'),
    'a bulk deletion': bulkScene('delete'),
    'the undo of an operation': undoScene,
  },
  'imports.run': { 'a run of a source by hand': importScene },
  'defibrillateurs.sync': {
    'a sync with the whole register': syncScene('/admin/defibrillateurs-france/sync'),
    'a sync of a commune': syncScene(`/admin/communes/${here}/defibrillateurs/sync`),
  },
  'digests.send': {
    'a digest': toldScene('digest', { frequency: 'daily' }, () => sendDigests({}, context, never)),
  },
  'alerts.send': {
    'a mail about an alert that waits': toldScene('alert', { frequency: 'none', alerts: true }, () =>
      sendAlerts({}, context, never),
    ),
  },
}
/** Jobs that act for nobody, and why. */
const NOBODYS: Partial<Record<keyof typeof queues, string>> = {
  'audit.seal': 'the service’s own',
  'backup.nightly': 'the operator’s settings',
  'changes.number': 'numbers what was committed',
  'clock.check': 'the service’s own',
  'claims.expire': 'by age',
  'defibrillateurs.nightly': 'by the clock',
  'defibrillateurs.overdue': 'queues a job that was lost, which asks for itself',
  'imports.due': 'by the schedule of a source, which belongs to the service',
  'imports.lost': 'ends what has no job',
  'keys.rotate': 'by the clock',
  'limits.sweep': 'the service’s own',
  'media.forgotten': 'it deletes files that a committed removal left',
  'mail.send': 'what it sends was written in the transaction of the request or job that wanted it',
  'mail.overdue': 'the same',
  'media.sweep': 'what nothing refers to',
  'operations.overdue': 'queues a job that was lost, which asks for itself',
  'payments.apply': 'what the provider signed, also where an administrator has it applied again',
  'payments.overdue': 'the same',
  'place.purge': 'the service’s own, about what is public',
  'place.push': 'for subscribers, about what is public',
  'pictures.fetch': 'for publications that name them, by the rules of the acteur',
  'publications.fold_totals': 'the service’s own',
  'publications.learn_hosts': 'the service’s own',
  'publications.move_words': 'the service’s own',
  'publications.unpin_ended': 'by the clock',
  'transparency.store': 'by the clock',
  'upkeep.nightly': 'by age',
  'webhooks.send': 'for an endpoint, whose maker’s right is read with each delivery (IN_FORCE)',
  'weekly_mail.send': 'for subscribers, about what is public',
}

/** Jobs that act for a member of an acteur, and where their rights are tested. */
const MEMBERS: Partial<Record<keyof typeof queues, string>> = {
  'registers.continue': 'src/office/act-registers/act-registers.test.ts',
}

test('each job acts for a person, or for nobody with a reason', () => {
  assert.deepEqual(
    [...namesOf(ACTING), ...namesOf(MEMBERS), ...namesOf(NOBODYS)].sort(),
    namesOf(queues).sort(),
  )
})

const given = async (role: Role) => {
  const person = await app.user([role])
  return { person, desk: app.as(person) }
}
for (const [job, scenes] of Object.entries(ACTING))
  for (const [name, { role, begin }] of Object.entries(scenes)) {
    test(`${job}: ${name} is done for a person who keeps the right`, async () => {
      const { person, desk } = await given(role)
      const { work, check } = await begin(desk, person)
      await work()
      await check(undefined)
    })
    for (const [loss, lose] of Object.entries(LOSSES))
      test(`${job}: ${name} is not done outside of the rights of a person ${loss} meanwhile`, async () => {
        const { person, desk } = await given(role)
        const { work, check } = await begin(desk, person)
        assert.equal((await lose(person, role)).status, 200)
        await work()
        await check(loss)
      })
  }

////////////////////////////////////////////////////////////////////////////// between two pieces

test('a suspension between two pieces waits for the first, and the second is not carried out', async () => {
  const { person, desk } = await given('operator_moderation')
  const acteur = await announced()
  const id = await bulk(desk, 'delete', acteur)
  const first = await one('select id from publications where acteur_id = $1 order by id limit 1', [acteur])
  const { database = '' } = app.connection
  const colleague = new pg.Client(app.connection)
  await colleague.connect()
  try {
    // The first piece has read the rights, and waits for a publication: so the suspension waits for the piece.
    await colleague.query('begin')
    await colleague.query('select from publications where id = $1 for update', [first.id])
    const piece = step(id)
    await eventually(async () => (await waitingForLocks(database)) >= 1, 'the piece waits')
    const order: string[] = []
    const suspension = admin
      .patch(`/admin/users/${person.id}`, { status: 'suspended' })
      .then(({ status }) => order.push(`suspended ${status}`))
    await eventually(async () => (await waitingForLocks(database)) >= 2, 'the suspension waits for the piece')
    await colleague.query('commit')
    await piece
    await suspension
    assert.deepEqual(order, ['suspended 200'])
  } finally {
    await colleague.end()
  }
  assert.equal(await changedOf(acteur, 'delete'), PIECE)
  await carriedOut(id)
  const stopped = await operationOf(id)
  assert.deepEqual([stopped.state, stopped.updated], ['stopped', PIECE])
  assert.equal(await changedOf(acteur, 'delete'), PIECE)
  await toldOf(id)
  // A stopped operation has no work left, and what it did is taken back by somebody else.
  await app.service.db.transaction(tx =>
    resumeOperations(tx, {}, { ...context, enqueue: async () => assert.fail('a job is queued') }),
  )
  const undo = await admin.post(`/admin/operations/${id}/undo`)
  assert.deepEqual([undo.status, undo.body.meta.queued], [202, PIECE])
  await carriedOut(id)
  assert.equal(await changedOf(acteur, 'delete'), 0)
  assert.deepEqual([(await operationOf(id)).state, (await operationOf(id)).restored], ['undone', PIECE])
})

test('the authors of what a stopped operation decided are told, those of the rest are not', async () => {
  const { person, desk } = await given('operator_moderation')
  const acteur = await announced()
  const [early, late] = [await app.user(), await app.user()]
  for (const author of [early, late]) await make.member(app, acteur, author)
  await app.owner.query(
    `update publications p set created_by = case when n <= $2 then $3::uuid else $4::uuid end
     from (select id, row_number() over (order by id) as n from publications where acteur_id = $1) numbered
     where numbered.id = p.id`,
    [acteur, PIECE, early.id, late.id],
  )
  const id = await bulk(desk, 'moderate', acteur)
  await step(id)
  await admin.delete(`/admin/users/${person.id}/roles/operator_moderation`)
  await carriedOut(id)
  const { rows } = await app.owner.query(
    `select recipient_email from mails where template = 'publication-rejected' and recipient_email = any($1)`,
    [[early.email, late.email]],
  )
  assert.deepEqual(
    rows.map(({ recipient_email }) => recipient_email),
    [early.email],
  )
  assert.equal((await operationOf(id)).state, 'stopped')
})
