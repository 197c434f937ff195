import assert from 'node:assert/strict'
import { mock } from 'node:test'
import { entryIn } from '../../src/exchange/imports/run-history.ts'
import { runImport } from '../../src/exchange/imports/runs/work.ts'
import { doorFor } from '../../src/kernel/fetch/fetch.ts'
import type { JobContext } from '../../src/kernel/jobs/jobs.ts'
import { createLog } from '../../src/kernel/telemetry/log.ts'
import { type AppOptions, type Requests, startApp, type TestApp, type TestUser, testConfig } from '../app.ts'
import * as make from '../factories.ts'
import { type FeedServer, feedServer } from './feed-server.ts'

/** A town with an acteur, an import operator, and a web server to import from. */
export interface ImportWorld {
  readonly app: TestApp
  readonly server: FeedServer
  readonly operator: TestUser
  readonly office: Requests
  readonly commune: string
  /** May publish. */
  readonly acteur: string
  /** The context of a job, to run it directly. */
  readonly context: JobContext
  source(fields: object): Promise<string>
  /** Requested through the API and run at once, or as if at another time. */
  run(sourceId: string, then?: Date): Promise<Run>
  dryRun(sourceId: string): Promise<Run>
  publications(sourceId: string): Promise<Row[]>
  entries(sourceId: string): Promise<{ level: string; message: string; item: string | null }[]>
}
// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
export type Run = any
// biome-ignore lint/suspicious/noExplicitAny: as above
export type Row = any

export async function importWorld(options: AppOptions = {}): Promise<ImportWorld> {
  const server = await feedServer()
  const env = { IMPORT_ALLOW_PRIVATE: server.pair, ...options.env }
  const app = await startApp({ ...options, env })
  const operator = await app.user(['operator_imports'])
  const office = app.as({ ...operator, language: 'en' })
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune, { can_publish: true })
  const context = contextOf(app, env, options.log)
  let made = 0
  const show = async (id: string, run: string) => {
    const { body } = await office.get(`/admin/import-sources/${id}/runs`)
    const found = body.data.find((one: { id: string }) => one.id === run)
    assert.ok(found)
    return found
  }
  return {
    app,
    server,
    operator,
    office,
    commune,
    acteur,
    context,
    async source(fields) {
      const { status, body } = await office.post('/admin/import-sources', {
        nom: `Source ${++made}`,
        ...fields,
      })
      assert.equal(status, 201, JSON.stringify(body))
      return body.data.id
    },
    async run(id, then) {
      const { status, body } = await office.post(`/admin/import-sources/${id}/run`)
      assert.equal(status, 202, JSON.stringify(body))
      assert.deepEqual([body.data.status, body.data.dry_run], ['queued', false])
      if (then) mock.timers.enable({ apis: ['Date'], now: then })
      await runImport({ run: body.data.id }, context, new AbortController().signal).finally(() =>
        mock.timers.reset(),
      )
      return await show(id, body.data.id)
    },
    async dryRun(id) {
      const { status, body } = await office.post(`/admin/import-sources/${id}/run?dry_run=true`)
      assert.equal(status, 200, JSON.stringify(body))
      return body.data
    },
    publications: async id =>
      (
        await app.owner.query(
          `select p.*, p.date_debut::text as day, i.external_id from publications p left join import_items i on i.publication_id = p.id
           where p.import_source_id = $1 order by i.external_id, p.id`,
          [id],
        )
      ).rows,
    async entries(id) {
      const { rows } = await app.owner.query(
        'select entries from import_runs where source_id = $1 order by id desc limit 1',
        [id],
      )
      return (rows[0]?.entries ?? []).map(entryIn('en'))
    },
  }
}

function contextOf(app: TestApp, env: Record<string, string>, write: AppOptions['log']): JobContext {
  const config = testConfig(env)
  const log = write ? createLog('trace', { write }) : createLog(process.env.TEST_LOG ?? 'silent')
  const { db, secrets, metrics } = app.service
  return {
    db,
    config,
    secrets,
    log,
    metrics,
    door: doorFor(config, log),
    enqueue: async () => {},
    onStop: () => {},
  }
}

export const DAY = 86_400_000
/** This many days from now, at 10:00 UTC. */
export const inDays = (days: number) =>
  `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T10:00:00Z`
