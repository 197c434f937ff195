import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, testConfig } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { nearDoor } from '../../../test/fixtures/near-door.ts'
import { actPdf, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { heldTransactions } from '../../../test/held-transactions.ts'
import { feedServer } from '../../../test/imports/feed-server.ts'
import type { JobContext } from '../../kernel/jobs/jobs.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { forgetRegisters } from './queries.ts'
import { continueRegisters } from './take-over.ts'

const server = await feedServer()
const app = await startApp({ env: { RATE_LIMIT_SCALE: '0' } })
const log = createLog('silent')
const contextWith = (settings: Partial<JobContext['config']> = {}): JobContext => {
  const config = { ...testConfig({ DATA_DIR: app.dataDir }), ...settings }
  const { db, secrets, metrics } = app.service
  const door = nearDoor(config, log, [server.pair])
  return { db, config, secrets, log, metrics, door, enqueue: async () => {}, onStop: () => {} }
}
const work = (context = contextWith()) => continueRegisters({}, context, new AbortController().signal)

interface Town {
  readonly hall: string
  readonly commune: string
  readonly clerk: Awaited<ReturnType<typeof app.user>>
}
async function newTown(): Promise<Town> {
  const commune = await make.commune(app)
  const clerk = await app.user()
  return { commune, clerk, hall: await make.mairie(app, commune, clerk) }
}
const path = (hall: string) => `/mairie/acteurs/${hall}/registre`
const send = ({ hall, clerk }: Town, body: object) => app.as(clerk, 'mairie').post(path(hall), body)
const newest = async ({ hall, clerk }: Town) => (await app.as(clerk, 'mairie').get(path(hall))).body.data
const HEADER = 'Nature;N°;Date;Objet;Lien'
const table = (...rows: readonly (readonly string[])[]) =>
  [HEADER, ...rows.map(row => row.join(';'))].join('\n')
const row = (numero: string, more: { nature?: string; date?: string; url?: string } = {}) => [
  more.nature ?? 'Délibération',
  numero,
  more.date ?? '12/03/2019',
  `Objet de ${numero}`,
  more.url ?? server.serve(`/${numero}.pdf`, { body: Buffer.from(actPdf(`Acte ${numero}`)) }),
]
const actsOf = async ({ commune }: Town) =>
  (
    await app.owner.query(
      `select a.nature, a.numero, a.repris_de is not null as brought, p.visible_le <= now() as visible
       from actes a join publications p on p.id = a.publication_id where a.commune_id = $1 order by a.numero`,
      [commune],
    )
  ).rows

test('a clerk sees what is understood, takes it over, and a second time nothing comes twice', async () => {
  const town = await newTown()
  const text = table(
    row('D-1'),
    row('A-2', { nature: 'arrêté' }),
    row('D-3', { url: server.serve('/page', { body: '<html>Introuvable</html>', type: 'text/html' }) }),
    row('D-4', { date: '12/03/19' }),
    row('D-5', { nature: 'Compte rendu' }),
    row('D-6', { url: `${server.url}/gone.pdf` }),
  )
  const asked = server.asked.length
  const trial = await send(town, { text, trial: true })
  assert.equal(trial.status, 200)
  const wrong = [
    { line: 5, numero: null, why: 'date' },
    { line: 6, numero: null, why: 'nature' },
  ]
  const { state, total, left, lines, sample } = trial.body.data
  assert.deepEqual([state, total, left, lines], ['trial', 4, 2, wrong])
  assert.deepEqual(sample[1], { nature: 'arrete', numero: 'A-2', date: '2019-03-12', objet: 'Objet de A-2' })
  assert.deepEqual([server.asked.length, await newest(town), await actsOf(town)], [asked, null, []])

  const begun = await send(town, { text })
  assert.deepEqual([begun.status, begun.body.data.state, begun.body.data.total], [202, 'running', 4])
  await work()
  const done = await newest(town)
  assert.deepEqual([done.state, done.total, done.taken, done.known, done.left], ['done', 4, 2, 0, 4])
  assert.deepEqual(done.lines, [
    ...wrong,
    { line: 4, numero: 'D-3', why: 'pas_pdf' },
    { line: 7, numero: 'D-6', why: 'introuvable' },
  ])
  assert.deepEqual(await actsOf(town), [
    { nature: 'arrete', numero: 'A-2', brought: true, visible: true },
    { nature: 'deliberation', numero: 'D-1', brought: true, visible: true },
  ])
  const audited = await app.owner.query(`select action from audit_log where user_id = $1 order by id`, [
    town.clerk.id,
  ])
  assert.deepEqual(
    audited.rows.map(({ action }) => action),
    ['acteur.register_taken_over', 'publication.imported', 'publication.imported', 'commune.imported'],
  )

  server.serve('/gone.pdf', { body: Buffer.from(actPdf('Retrouvé')) })
  const again = await send(town, { text })
  assert.deepEqual([again.status, again.body.data.total, again.body.data.known], [202, 2, 2])
  await work()
  assert.deepEqual(
    (await actsOf(town)).map(({ numero }) => numero),
    ['A-2', 'D-1', 'D-6'],
  )
  // Nothing is kept of the text.
  const { rows } = await app.owner.query('select text from act_registers where acteur_id = $1', [town.hall])
  assert.deepEqual(rows, [{ text: null }, { text: null }])
})

test('a long register is taken over in steps, and others have their turn between them', async () => {
  const [long, short] = [await newTown(), await newTown()]
  const many = Array.from({ length: 23 }, (_, at) => row(`L-${at}`))
  assert.equal((await send(long, { text: table(...many) })).status, 202)
  assert.equal((await send(short, { text: table(row('S-1')) })).status, 202)
  const asked = server.asked.length
  await work()
  assert.equal((await actsOf(long)).length, 23)
  assert.equal(server.asked.slice(asked).indexOf('GET /S-1.pdf'), 20)
  assert.deepEqual((await newest(long)).taken, 23)
})

test('of ten requests at once one begins; while it runs, another is refused', async () => {
  const town = await newTown()
  const text = table(row('C-1'), row('C-2'))
  const answers = await Promise.all(Array.from({ length: 10 }, () => send(town, { text })))
  const codes = answers.map(({ status, body }) => (status === 202 ? 202 : body.error)).sort()
  assert.deepEqual(codes, [202, ...Array(9).fill('run_in_progress')])
  assert.equal((await send(town, { text, trial: true })).status, 200)
  // Two workers: each act comes once.
  await Promise.all([work(), work(), work()])
  assert.deepEqual((await actsOf(town)).length, 2)
  assert.deepEqual([(await newest(town)).state, (await newest(town)).taken], ['done', 2])
})

test('only who publishes acts: not an editor whose publications are reviewed, nor a member of another town hall', async () => {
  const town = await newTown()
  const editor = await app.user()
  await make.member(app, town.hall, editor, 'editor', ['manage_publications'])
  const text = table(row('R-1'))
  for (const trial of [true, false])
    assert.equal((await send({ ...town, clerk: editor }, { text, trial })).body.error, 'forbidden')
  const other = await newTown()
  assert.equal((await send({ ...town, clerk: other.clerk }, { text })).body.error, 'scope_violation')
  assert.equal((await send(town, { text, commune_id: other.commune })).body.error, 'scope_violation')
  await app.owner.query(
    `insert into commune_places (commune_id, ouverte) values ($1, false)
     on conflict (commune_id) do update set ouverte = false`,
    [town.commune],
  )
  const closed = await send(town, { text })
  assert.deepEqual([closed.body.error, closed.body.details[0].path], ['validation_failed', 'text'])
})

test('the rights of now count: whoever lost them meanwhile brings nothing more', async () => {
  const losses: readonly ((town: Town) => Promise<unknown>)[] = [
    town => app.owner.query(`update users set status = 'suspended' where id = $1`, [town.clerk.id]),
    town => app.owner.query('delete from actor_users where user_id = $1', [town.clerk.id]),
    town => app.owner.query('update acteurs set can_publish = false where id = $1', [town.hall]),
    town => app.owner.query('update communes set mairie_actor_id = null where id = $1', [town.commune]),
  ]
  for (const [at, lose] of losses.entries()) {
    const town = await newTown()
    assert.equal((await send(town, { text: table(row(`P-${at}`)) })).status, 202)
    await lose(town)
    await work()
    const { rows } = await app.owner.query('select state, why from act_registers where acteur_id = $1', [
      town.hall,
    ])
    assert.deepEqual([rows, await actsOf(town)], [[{ state: 'stopped', why: 'right_lost' }], []])
  }
})

test('without room for documents it stops and says so; a lost worker’s is taken up, a failing one ends', async () => {
  const full = await newTown()
  assert.equal((await send(full, { text: table(row('Q-1')) })).status, 202)
  await work(contextWith({ mediaQuotaBytes: 0 }))
  const stopped = await newest(full)
  assert.deepEqual([stopped.state, stopped.why, stopped.ended_at !== null], ['stopped', 'room', true])
  assert.deepEqual(await actsOf(full), [])

  const lost = await newTown()
  await send(lost, { text: table(row('W-1')) })
  const set = (assignments: string) =>
    app.owner.query(`update act_registers set ${assignments} where acteur_id = $1`, [lost.hall])
  await set(`attempts = 1, failures = 1, due_at = now() + interval '1 minute'`)
  await work()
  assert.equal((await newest(lost)).state, 'running')
  await set('due_at = now()')
  await work()
  assert.deepEqual([(await newest(lost)).state, (await newest(lost)).taken], ['done', 1])

  const failing = await newTown()
  await send(failing, { text: table(row('F-1')) })
  await app.owner.query('update act_registers set failures = 6 where acteur_id = $1', [failing.hall])
  await work()
  assert.deepEqual([(await newest(failing)).state, (await newest(failing)).why], ['stopped', 'broken'])
})

test('a worker that was thought lost writes nothing more', async () => {
  const town = await newTown()
  await send(town, { text: table(row('Z-1')) })
  const asked = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  server.serve('/Z-1.pdf', {
    async by(_, response) {
      asked.resolve()
      await go.promise
      response.end(Buffer.from(actPdf('Z')))
    },
  })
  const slow = work()
  await asked.promise
  await app.owner.query('update act_registers set attempts = attempts + 1 where acteur_id = $1', [town.hall])
  go.resolve()
  await slow
  // The act is there, once; the record is the other worker's.
  assert.deepEqual([(await newest(town)).state, (await newest(town)).taken], ['running', 0])
  await app.owner.query('update act_registers set due_at = now() where acteur_id = $1', [town.hall])
  await work()
  const { state, taken } = await newest(town)
  assert.deepEqual([state, taken, (await actsOf(town)).length], ['done', 1, 1])
})

/** Until when it waits, in seconds, and what counts as a failure. */
const waits = async ({ hall }: Town) =>
  (
    await app.owner.query(
      `select extract(epoch from due_at - now())::int as seconds, failures from act_registers where acteur_id = $1`,
      [hall],
    )
  ).rows[0]

test('while another import runs, no file is asked for; a worker that stops gives the register back', async () => {
  const town = await newTown()
  await send(town, { text: table(row('I-1')) })
  const lock = `hashtextextended('import of a commune', 0)`
  const asked = server.asked.length
  await app.owner.query(`select pg_advisory_lock(${lock})`)
  try {
    await work()
  } finally {
    await app.owner.query(`select pg_advisory_unlock(${lock})`)
  }
  assert.deepEqual([server.asked.length, await actsOf(town)], [asked, []])
  const busy = await waits(town)
  assert.ok(busy.failures === 0 && busy.seconds <= 30, JSON.stringify(busy))

  // A job is stopped by its signal, a service closes its door first.
  for (const isService of [false, true]) {
    const [stopping, context] = [new AbortController(), contextWith()]
    const stop = isService ? () => context.door.close() : () => stopping.abort()
    server.serve('/I-1.pdf', { by: stop })
    await app.owner.query('update act_registers set due_at = now() where acteur_id = $1', [town.hall])
    await continueRegisters({}, context, stopping.signal)
    const stopped = await waits(town)
    assert.ok(stopped.failures === 0 && stopped.seconds <= 30, JSON.stringify(stopped))
    assert.deepEqual([(await newest(town)).state, (await newest(town)).left], ['running', 0])
  }
  row('I-1')
  await app.owner.query('update act_registers set due_at = now() where acteur_id = $1', [town.hall])
  await work()
  assert.deepEqual([(await newest(town)).state, (await actsOf(town)).length], ['done', 1])
})

const sendPdf = async ({ hall, clerk }: Town): Promise<string> =>
  (await sendFile(app, clerk, hall, actPdf('Un acte'))).body.data.id
const publish = ({ hall, clerk }: Town, numero: string, document: string) =>
  app.as(clerk, 'mairie').post(`/mairie/acteurs/${hall}/publications`, {
    title: `Objet de ${numero}`,
    body: 'Le texte est dans le PDF.',
    documents: [{ id: document }],
    acte: {
      nature: 'deliberation',
      numero,
      date: '2019-03-12',
      signataire: 'Jeanne Petit',
      qualite: 'maire',
      matiere: '8.4',
    },
  })

test('an act that is here under another spelling of its number does not come again, nor twice in a table', async () => {
  const town = await newTown()
  assert.equal((await publish(town, 'D-2019-07', await sendPdf(town))).status, 201)
  const url = server.serve('/same.pdf', { body: Buffer.from(actPdf('Le même')) })
  const text = table(row('n° d–2019–07', { url }), row('12'), row('N° 12', { url }))
  const begun = await send(town, { text })
  const { total, known, lines } = begun.body.data
  assert.deepEqual([total, known, lines], [1, 1, [{ line: 4, numero: null, why: 'repete' }]])
  await work()
  assert.deepEqual(
    (await actsOf(town)).map(({ numero }) => numero),
    ['12', 'D-2019-07'],
  )
})

test('of a register and a clerk who bring the same act at once, the act of the clerk is there alone', async () => {
  const town = await newTown()
  await send(town, { text: table(row('R-1'), row('R-2')) })
  const document = await sendPdf(town)
  const held = heldTransactions(app.service).hold('commit')
  const published = publish(town, 'r – 1', document)
  await held.reached
  const working = work()
  const isWaiting = async () => (await waitingForLocks(app.connection.database ?? '')) > 0
  await eventually(async () => (await isWaiting()) || (await actsOf(town)).length > 0, 'the register waits')
  held.release()
  assert.equal((await published).status, 201)
  await working
  const { failures, seconds } = await waits(town)
  assert.ok(failures === 0 && seconds <= 30, 'it is compared again half a minute later')
  await app.owner.query('update act_registers set due_at = now() where acteur_id = $1', [town.hall])
  await work()
  assert.deepEqual(
    (await actsOf(town)).map(({ numero, brought }) => [numero, brought]),
    [
      ['R-2', true],
      ['r – 1', false],
    ],
  )
  assert.equal((await newest(town)).state, 'done')
})

test('another table, too many lines, and nothing new are said at once', async () => {
  const town = await newTown()
  const other = await send(town, { text: 'Titre;Jour\nBal;demain' })
  assert.match(other.body.details[0].message, /Numéro, Date, Objet et Lien/)
  const long = await send(town, { text: table(...Array.from({ length: 2_001 }, () => ['x'])), trial: true })
  assert.match(long.body.details[0].message, /plus de 2000 lignes/)
  await send(town, { text: table(row('N-1')) })
  await work()
  const same = await send(town, { text: table(row('N-1')) })
  assert.deepEqual([same.status, same.body.data.total, same.body.data.known], [200, 0, 1])
})

test('what became of a register is forgotten after ninety days, except where it runs', async () => {
  const [old, running] = [await newTown(), await newTown()]
  await send(old, { text: table(row('O-1')) })
  await work()
  await send(running, { text: table(row('O-2')) })
  await app.owner.query(
    `update act_registers set created_at = now() - interval '91 days' where acteur_id = any($1)`,
    [[old.hall, running.hall]],
  )
  await app.service.db.transaction(forgetRegisters)
  assert.equal(await newest(old), null)
  assert.equal((await newest(running)).state, 'running')
  await work()
})
