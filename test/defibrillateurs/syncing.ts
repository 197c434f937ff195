import type pg from 'pg'
import { jobs } from '../../src/jobs.ts'
import { type AppOptions, startApp, type TestApp } from '../app.ts'
import { eventually } from '../eventually.ts'
import { type RegisterServer, registerServer } from '../fixtures/geodae.ts'

/** A service that syncs defibrillators with a local register. */
export interface Syncing {
  readonly app: TestApp
  readonly register: RegisterServer
  /** Requested in the back-office and run to its end. */
  sync(options?: { commune?: string; force?: boolean }): Promise<SyncRow>
  ended(id: string): Promise<SyncRow>
  device(gid: string): Promise<Record<string, unknown>>
  communeId(code: string): Promise<string>
}

export interface SyncRow {
  readonly id: string
  readonly status: string
  readonly error: string | null
  readonly progress: number
  readonly counts: Record<string, number> | null
  readonly attempts: number
}

export async function startSyncing(path = '/geodae.csv', options: AppOptions = {}): Promise<Syncing> {
  const register = await registerServer()
  const app = await startApp({
    template: 'france',
    ...options,
    env: { PROCESS: 'all', GEODAE_URL: register.url + path, ...options.env },
    jobs: { 'defibrillateurs.sync': jobs['defibrillateurs.sync'] },
  })
  await keepFewCommunes(app.owner)
  const office = app.as(await app.user(['operator_communes']))
  const ended = (id: string) =>
    eventually(async () => {
      const { rows } = await app.owner.query('select * from defibrillateur_syncs where id = $1', [id])
      return ['ok', 'failed', 'held'].includes(rows[0]?.status) && (rows[0] as SyncRow)
    }, 'the sync is over')
  return {
    app,
    register,
    ended,
    async sync({ commune, force } = {}) {
      const path = commune
        ? `/admin/communes/${commune}/defibrillateurs/sync`
        : '/admin/defibrillateurs-france/sync'
      const answer = await office.post(path, force === undefined ? undefined : { force })
      if (answer.status !== 202) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
      return await ended(answer.body.data.id)
    },
    async device(gid) {
      const { rows } = await app.owner.query('select * from defibrillateurs where gid = $1', [gid])
      return rows[0]
    },
    async communeId(code) {
      return (await app.owner.query('select id from communes where code_insee = $1', [code])).rows[0].id
    },
  }
}

/**
 * The departements of the tests' devices. Every sync reads all communes: with those of France that is most of its time.
 * `work-crash.test.ts` reads all of them.
 */
const DEPARTEMENTS = ['01', '13', '2A', '33', '59', '69', '75']

/** Without triggers: nothing refers to a commune yet, and the database would look into each table for each of them. */
async function keepFewCommunes(owner: pg.Client): Promise<void> {
  await owner.query('set session_replication_role = replica')
  await owner.query('delete from communes where departement <> all($1)', [DEPARTEMENTS])
  await owner.query('reset session_replication_role')
  await owner.query('vacuum full analyze communes')
}
