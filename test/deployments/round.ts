import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { PgBoss } from 'pg-boss'
import type { commands } from '../../src/commands.ts'
import { jobs } from '../../src/jobs.ts'
import { eventually, PATIENCE_MS } from '../eventually.ts'
import type { Ending } from '../fixtures/commands.ts'
import { asCsv, device } from '../fixtures/geodae.ts'
import { pdf } from '../fixtures/own-pictures.ts'
import { registerOf } from '../fixtures/registers.ts'
import { presenceOf } from '../fixtures/town-halls.ts'
import type { Deployment, Environment } from './forms.ts'

/** Runs every job and command once, from the product's own tables, so that a new one cannot be forgotten. */

////////////////////////////////////////////////////////////////////////////// jobs

/** Data for jobs that need some. Nothing with these ids exists, which the jobs must handle. */
const nobody = randomUUID()
const DATA: { readonly [job in keyof typeof jobs]?: object } = {
  'defibrillateurs.sync': { sync: nobody },
  'imports.run': { run: nobody },
  'mail.send': { mail: nobody },
  'operations.continue': { operation: nobody },
  'payments.apply': { id: nobody },
}

export async function runJobs(
  { superuser, ask }: Deployment,
  names: readonly string[] = Object.keys(jobs),
): Promise<void> {
  const boss = new PgBoss({
    ...(superuser as object),
    schema: 'pgboss',
    migrate: false,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  const ids = await Promise.all(
    names.map(name => boss.send(name, DATA[name as keyof typeof jobs] ?? {}, { retryLimit: 0 })),
  )
  await boss.stop({ graceful: false })
  assert.ok(ids.every(id => id !== null))
  const states = () =>
    ask<{ name: string; state: string; output: unknown }>(
      `select name, state, output from pgboss.job where id in (${ids.map(id => `'${id}'`).join(', ')}) order by name`,
    )
  const ended = await eventually(
    async () => {
      const all = await states()
      return all.every(({ state }) => state === 'completed' || state === 'failed') && all
    },
    'all jobs have ended',
    PATIENCE_MS,
  ).catch(async error => {
    throw new Error(
      `${error.message}: ${JSON.stringify((await states()).filter(({ state }) => state !== 'completed'))}`,
    )
  })
  assert.deepEqual(
    ended.filter(({ state }) => state !== 'completed'),
    [],
  )
}

/** A real mail: a password reset. */
export async function forgetPassword({ nodes: [web] }: Deployment): Promise<void> {
  const response = await fetch(`${web?.url}/auth/request-password-reset`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: web?.env.PUBLIC_URL ?? web?.url ?? '' },
    body: JSON.stringify({ email: 'admin@parvis.localhost' }),
  })
  assert.equal(response.status, 200, await response.text())
}

/** A real document, uploaded to the first node, which each backup copies. */
export async function sendDocument({ type, ask, nodes: [web] }: Deployment): Promise<void> {
  const [acteur] = await ask<{ id: string }>(`insert into acteurs (nom) values ('Essai') returning id`)
  const { stdout } = await type(['token', '--email', 'admin@parvis.localhost'])
  const response = await fetch(`${web?.url}/api/v1/uploads?acteur_id=${acteur?.id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stdout.trim()}`, 'x-app-source': 'public' },
    body: pdf(),
  })
  assert.equal(response.status, 201, await response.text())
}

////////////////////////////////////////////////////////////////////////////// commands

interface Typing {
  readonly at: Deployment
  /** Runs the command and expects success. */
  type(typed: readonly string[], change?: Environment): Promise<Ending>
  /** For a commune and an acteur that exist. */
  readonly commune: string
  readonly acteur: string
}
const CLERK = ['--email', 'clerk@ville.example']
const directory = JSON.stringify({
  service: [
    {
      nom: 'Mairie',
      pivot: [{ type_service_local: 'mairie', code_insee_commune: ['01001'] }],
      telephone: [{ valeur: '01 02 03 04 05' }],
    },
  ],
})

/**
 * The commands, in this order. A text names who runs the command instead. Four expensive ones (backup with trial
 * restore, restore, demo, all communes) are skipped where `commandsAs` says that they would only be repeated; the
 * nightly job makes and restores a backup in every form.
 */
const TYPED: {
  readonly [command in keyof typeof commands]: ((typing: Typing) => Promise<unknown>) | string
} = {
  start: 'each node of the form',
  dev: 'nobody who runs a deployment: src/operation/backoffice/dev.ts serves sources to who changes them',
  build: 'the image; test/start.test.ts on one machine',
  version: ({ type }) => type(['version']),
  migrate: ({ at, type }) => type(['migrate'], at.owner()),
  'publications check': ({ type }) => type(['publications', 'check', '--repair']),
  'user create': ({ type }) => type(['user', 'create', ...CLERK, '--nom', 'Clerk']),
  'user grant': ({ type }) => type(['user', 'grant', ...CLERK, '--role', 'operator_claims']),
  'user revoke': ({ type }) => type(['user', 'revoke', ...CLERK, '--role', 'operator_claims']),
  'member set': ({ type, acteur }) =>
    type(['member', 'set', ...CLERK, '--acteur', acteur, '--role', 'owner']),
  token: ({ type }) => type(['token', ...CLERK]),
  'user export': ({ type }) => type(['user', 'export', ...CLERK]),
  'user erase': ({ type }) => type(['user', 'erase', ...CLERK, '--yes']),
  'app-source set': ({ type, commune }) => type(['app-source', 'set', 'essai', '--commune', commune]),
  'key create': ({ type, commune }) =>
    type(['key', 'create', '--nom', 'Essai', '--scope', 'publications:read', '--commune', commune]),
  'key list': async ({ type }) => assert.match((await type(['key', 'list'])).stdout, / {2}Essai$/m),
  async 'key revoke'({ at, type }) {
    const [key] = await at.ask<{ id: string }>('select id from api_keys')
    await type(['key', 'revoke', key?.id ?? ''])
  },
  async 'commune export'({ at, type, commune }) {
    const [town] = await at.ask<{ ref: string }>(
      `select coalesce(code_insee, slug) as ref from communes where id = '${commune}'`,
    )
    await type(['commune', 'export', town?.ref ?? '', '--to', join(at.backups, 'commune.zip')])
  },
  'commune import': ({ at, type }) => type(['commune', 'import', join(at.backups, 'commune.zip'), '--trial']),
  'subscriptions reconcile': ({ type }) => type(['subscriptions', 'reconcile']),
  'media sweep': ({ type }) => type(['media', 'sweep']),
  'clock accept': ({ type }) => type(['clock', 'accept']),
  'audit verify': ({ type }) => type(['audit', 'verify']),
  async backup({ at, type }) {
    await type(['backup', join(at.backups, 'by-hand.gz')])
    if (at.form.commandsAs) return
    const { stdout } = await type(['backup'])
    // A trial restore needs the right to create a database.
    assert.match(
      stdout,
      at.form.account === 'parvis_node' ? /^It was read to its end/m : /^It was restored into/m,
    )
  },
  async backups({ at, type }) {
    const { stdout } = await type(['backups'])
    const made = readdirSync(at.backups).filter(name => /^parvis-.*\.gz$/.test(name))
    assert.equal(stdout.trim().split('\n').length, made.length)
  },
  async restore({ at, type }) {
    if (at.form.commandsAs) return
    const empty = { ...(await at.another('empty')), MIGRATE: 'start' }
    await type(['restore', 'latest'], empty)
    const { stdout } = await at.type(['doctor'], empty)
    assert.doesNotMatch(
      stdout,
      /^wrong {2}(?!worker)/m,
      'of a restored database nothing is wrong but that nobody works on it',
    )
  },
  async demo({ at, type }) {
    // Uses its own service: once in the data folder, once with the fewest rights.
    if (!at.form.account || at.form.account === 'parvis_node')
      await type(['demo'], await at.another('migrated'))
  },
  // After the restore, which resets it.
  async 'media forget'({ at, type }) {
    const [sent] = await at.ask<{ key: string }>('select media_key as key from uploads')
    const address = `${at.nodes[0]?.url}/media/${sent?.key}/document.pdf`
    assert.equal((await fetch(address)).status, 200)
    const { stdout } = await type(['media', 'forget', sent?.key ?? '', '--reason', 'Essai', '--yes'])
    assert.match(stdout, /^The copies beside the backups are gone/m)
    assert.equal((await fetch(address)).status, 410)
    for (const folder of [at.backups, at.media])
      assert.deepEqual(
        readdirSync(folder, { recursive: true }).filter(
          name => `${name}`.includes(sent?.key ?? '') && !`${name}`.startsWith('sealed/'),
        ),
        [],
      )
    await type(['media', 'unseal', sent?.key ?? '', '--yes'])
    assert.equal((await fetch(address)).status, 200)
    await type(['media', 'forget', sent?.key ?? '', '--reason', 'Essai', '--now', '--yes'])
    assert.equal((await fetch(address)).status, 410)
  },
  'media unseal': 'after media forget',
  async 'communes load'({ at, type }) {
    if (!at.form.commandsAs) await type(['communes', 'load'])
  },
  'communes infos load': ({ at, type }) => type(['communes', 'infos', 'load', at.file(directory)]),
  'communes dpnt load': ({ at, type }) =>
    type(['communes', 'dpnt', 'load', at.file(JSON.stringify([presenceOf({ code: '01001' })]))]),
  'elus load': ({ at, type }) =>
    type(['elus', 'load', at.file(registerOf([{ code: '01001', nom: 'Élan', prenom: 'Zoé' }]))]),
  'defibrillateurs load': ({ at, type }) =>
    type(['defibrillateurs', 'load', at.file(asCsv([device(1), device(2), device(3)]))]),
  doctor: 'the round, behind all others, and each failure',
  'secret exchange': 'the end of each form, when its nodes are stopped',
}

/** After the nodes with the old secret are stopped. */
export async function exchangeSecret(at: Deployment): Promise<void> {
  const PARVIS_SECRET = 'the next secret of a deployment, as long'
  const secrets = at.form.account ? { PARVIS_SECRET, PARVIS_SECRET_ALSO: at.secret } : {}
  const { code, stderr } = await at.type(['secret', 'exchange'], secrets)
  assert.equal(code, 0, stderr)
  if (at.form.commandsAs) return
  const { stdout } = await at.type(['doctor'], at.form.account ? { PARVIS_SECRET } : {})
  assert.match(stdout, /^ok {5}secret +opens the signing key$/m)
}

export const typedNames = Object.keys(TYPED)
/** They create tens of thousands of rows, which would be in every backup. */
export const REGISTERS = typedNames.filter(name => name.endsWith(' load'))

export async function typeCommands(at: Deployment, names: readonly string[]): Promise<void> {
  const [acteur] = await at.ask<{ id: string }>(`insert into acteurs (nom) values ('Essai') returning id`)
  const [commune] = await at.ask<{ id: string }>('select id from communes limit 1')
  const typing = {
    at,
    commune: commune?.id ?? '',
    acteur: acteur?.id ?? '',
    async type(typed: readonly string[], change?: Environment) {
      const ending = await at.type(typed, change)
      assert.equal(ending.code, 0, `${typed.join(' ')}: ${ending.stderr}${ending.stdout}`)
      return ending
    },
  }
  for (const name of names) {
    const run = TYPED[name as keyof typeof TYPED]
    if (typeof run === 'function') await run(typing)
  }
}
