import assert from 'node:assert/strict'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { DATABASE, OWNER, PORT } from '../../src/kernel/postgres/connect.ts'
import { locateCluster } from '../../src/kernel/postgres/data-folder.ts'
import { openEmbedded } from '../../src/kernel/postgres/open.ts'
import type { Cluster } from '../fixtures/cluster.ts'
import type { Ending } from '../fixtures/commands.ts'
import { freePort } from '../fixtures/free-port.ts'
import { asCsv, device } from '../fixtures/geodae.ts'
import { migratedData } from '../fixtures/kept-data.ts'
import { type MailServer, startMailServer } from '../fixtures/mail-server.ts'
import {
  command,
  commandAlone,
  freshFolder,
  freshTree,
  type How,
  type Running,
  start,
} from '../fixtures/service-process.ts'
import {
  hasPgBouncer,
  pgBouncer,
  plainSessionPooler,
  type SessionPooler,
} from '../fixtures/session-pooler.ts'
import { startProxy } from '../fuzz/proxy.ts'
import { KEY, startProvider } from '../payments/provider.ts'
import { composedSettings } from './image.ts'
import { addressAt, asked, made, PASSWORDS, SECRET, SOME_COMMUNES, type World } from './world.ts'

/** The deployment forms of docs/install.md and docs/cluster.md, with their requirements and possible failures. */

export type Environment = Record<string, string>
/** A connection to a server that can be cut. */
type Line = Awaited<ReturnType<typeof startProxy>>

interface Form {
  /** Settings per node, over the common ones; the first node serves. */
  readonly nodes: readonly Environment[]
  /** Undefined: the embedded database. */
  readonly account?: 'parvis' | 'parvis_node'
  /** Its database connection can be cut. Connections through it cost twice as much. */
  readonly line?: true
  readonly replica?: true
  readonly pooler?: typeof pgBouncer
  readonly image?: true
  /** Shares account, database and folders with that form, so commands need not be repeated here. */
  readonly commandsAs?: string
}

const OWN_ACCOUNT = { nodes: [{}], account: 'parvis', line: true } as const

export const FORMS = {
  'embedded database': { nodes: [{}] },
  'own account': OWN_ACCOUNT,
  'restricted account, MIGRATE=apart': { nodes: [{ MIGRATE: 'apart' }], account: 'parvis_node' },
  'replica for public reads': { ...OWN_ACCOUNT, replica: true, commandsAs: 'own account' },
  'worker of its own': {
    nodes: [{ PROCESS: 'web' }, { PROCESS: 'worker' }],
    account: 'parvis',
    commandsAs: 'own account',
  },
  'a pooler in session mode': {
    ...OWN_ACCOUNT,
    pooler: hasPgBouncer() ? pgBouncer : plainSessionPooler,
  },
  container: {
    nodes: [{ DRAIN_SECONDS: '0' }, { PROCESS: 'worker', DRAIN_SECONDS: '0' }],
    account: 'parvis',
    image: true,
  },
} as const satisfies Readonly<Record<string, Form>>
export type FormName = keyof typeof FORMS
export const formNames = Object.keys(FORMS) as FormName[]

////////////////////////////////////////////////////////////////////////////// one of them, at work

export interface Deployment {
  readonly form: Form
  /** As a superuser, to check and simulate what happened. */
  ask<Row>(text: string): Promise<Row[]>
  readonly superuser: pg.ClientConfig
  readonly nodes: Running[]
  /** Runs a command as the operator does there. */
  type(typed: readonly string[], change?: Environment): Promise<Ending>
  /** Settings for the owner of the database, or for another database of the same kind. */
  owner(): Environment
  another(what: 'empty' | 'migrated'): Promise<Environment>
  /** Starts one more node. */
  start(change: Environment): Promise<Running>
  readonly mail: MailServer
  mailAgain(): Promise<void>
  readonly backups: string
  /** Pictures and documents. */
  readonly media: string
  /** A file that the account of the form may read. */
  file(content: string | Buffer): string
  readonly database: Line | undefined
  readonly replica: Line | undefined
  readonly standby: Cluster['servers'][1]
  readonly pooler: SessionPooler | undefined
  /** The folder of the embedded PostgreSQL. */
  readonly cluster: string | undefined
  readonly secret: string
  stop(): Promise<void>
  close(): Promise<void>
}

export async function deploy(name: FormName, { cluster, image: built }: World): Promise<Deployment> {
  const form: Form = FORMS[name]
  const id = `form_${formNames.indexOf(name)}`
  const [primary, standby] = cluster.servers
  const ends: (() => unknown)[] = []
  const image = form.image && built
  const tree = image?.app ?? freshTree()
  const backups = image?.backups ?? freshFolder()
  const outside = await outsideWorld()
  ends.push(outside.close)
  let mail = await startMailServer()
  const usual: Environment = {
    SMTP_URL: mail.url,
    MAIL_FROM: 'Ma ville <parvis@ville.example>',
    BACKUP_DIR: backups,
    BACKOFFICE: 'off',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_SCALE: '0',
    PARVIS_ADMIN_EMAIL: 'admin@parvis.localhost',
    ...outside.env,
  }

  let database: Line | undefined
  let replica: Line | undefined
  let pooler: SessionPooler | undefined
  let superuser: pg.ClientConfig
  let own: Environment
  let address: ((user: keyof typeof PASSWORDS, database: string) => string) | undefined
  let place: ReturnType<typeof locateCluster> | undefined
  if (form.account) {
    const maker = { ...primary.connection, database: 'postgres' }
    await made(maker, id, 'template_form')
    superuser = { ...primary.connection, database: id }
    if (form.line) database = await startProxy(primary.connection)
    ends.push(() => database?.close())
    let front: pg.ClientConfig = database?.connection ?? primary.connection
    if (form.pooler) {
      const server = { host: '127.0.0.1', port: Number(front.port) }
      pooler = await form.pooler({ port: await freePort(), server, passwords: PASSWORDS })
      ends.push(async () => {
        await pooler?.stop()
        pooler?.remove()
      })
      front = { host: '127.0.0.1', port: pooler.port }
    }
    address = (user, name) => addressAt(front, user, name)
    own = { DATABASE_URL: address(form.account, id), PARVIS_SECRET: SECRET }
    if (form.replica) {
      replica = await startProxy(standby.connection)
      ends.push(() => replica?.close())
      own.DATABASE_READ_URL = addressAt(replica.connection, form.account, id)
    }
    if (image)
      Object.assign(
        own,
        image.env,
        { ...composedSettings({ SITE: 'localhost', DATABASE_PASSWORD: 'x' }), ...own },
        // Replaces host names and folders of the documents by local ones.
        { ...usual, HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.9' },
      )
  } else {
    const dataDir = join(tree, '.data')
    await migratedData(dataDir, join(freshFolder(), 'data'))
    const opened = await openEmbedded({ dataDir, as: 'test', durable: false })
    await asked(opened.connection, [SOME_COMMUNES])
    await opened.stop()
    place = locateCluster(dataDir, false, () => {})
    superuser = {
      host: place.cluster,
      port: PORT,
      user: OWNER,
      password: place.password,
      database: DATABASE,
      ssl: false,
    }
    own = {}
  }
  const env = (change: Environment = {}): Environment => ({ ...usual, ...own, ...form.nodes[0], ...change })
  const how = (change?: Environment): How =>
    image
      ? {
          env: env(change),
          program: [process.execPath, ...image.entry],
          options: { ...image.account, cwd: image.app },
          host: { sources: image.app, account: image.account },
        }
      : { env: env(change) }
  const nodes: Running[] = []
  const begin = async (change: Environment) => {
    const node = await start(tree, how(change))
    nodes.push(node)
    return node
  }
  for (const one of form.nodes) await begin(one)
  // One session for all queries: opening one costs more than a query.
  const past = new pg.Pool({ ...superuser, max: 1 })
  past.on('error', () => {})
  ends.unshift(stop, () => past.end())
  async function stop() {
    const left = nodes.filter(({ launcher }) => launcher.exitCode === null && launcher.signalCode === null)
    for (const { launcher } of left) launcher.kill('SIGTERM')
    for (const { ended } of left) {
      const { code, stderr } = await ended
      assert.equal(code, 0, stderr)
    }
  }
  let others = 0
  let count = 0
  const files = freshFolder()
  return {
    secret: SECRET,
    stop,
    media: join(image?.data ?? join(tree, '.data'), 'media'),
    form,
    superuser,
    nodes,
    backups,
    database,
    replica,
    standby,
    pooler,
    cluster: place?.cluster,
    get mail() {
      return mail
    },
    async mailAgain() {
      mail = await startMailServer({ port: mail.port })
    },
    ask: async <Row>(text: string) => (await past.query(text)).rows as Row[],
    start: begin,
    // Uses the image's entry point once; Node reads its options at the start.
    type: (typed, change) =>
      typed[0] === 'version' || change?.NODE_OPTIONS
        ? commandAlone(tree, typed, how(change))
        : command(tree, typed, how(change)),
    file(content) {
      const path = join(files, `${++count}.csv`)
      writeFileSync(path, content)
      return path
    },
    owner: () => (address ? { DATABASE_URL: address('parvis', id), MIGRATE: 'start' } : {}),
    async another(what) {
      const DATA_DIR = join(freshFolder(), 'data')
      if (!address) {
        if (what === 'migrated') await migratedData(DATA_DIR, join(freshFolder(), 'data'))
        return { DATA_DIR }
      }
      const name = `${id}_${++others}`
      await made(
        { ...primary.connection, database: 'postgres' },
        name,
        what === 'empty' ? 'template0' : 'template_form',
      )
      mkdirSync(DATA_DIR)
      if (image?.account.uid !== undefined) chownSync(DATA_DIR, image.account.uid, image.account.uid)
      return {
        DATA_DIR,
        DATABASE_URL: address(what === 'empty' ? 'parvis' : (form.account ?? 'parvis'), name),
      }
    },
    async close() {
      for (const end of ends) await end()
      await mail.stop()
    },
  }
}

/** A register and a payment provider for jobs and commands. */
async function outsideWorld() {
  const register = createServer((_request, response) => void response.end(asCsv([device(1), device(2)])))
  await new Promise<void>(resolve => register.listen(0, '127.0.0.1', resolve))
  const { port } = register.address() as AddressInfo
  const provider = await startProvider()
  return {
    env: {
      GEODAE_URL: `http://127.0.0.1:${port}/geodae.csv`,
      IMPORT_ALLOW_PRIVATE: `127.0.0.1:${port}`,
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_API_KEY: KEY,
      STRIPE_API_BASE: provider.url,
      PAYMENT_SIGNING_SECRETS: 'a-signing-secret-of-the-tests',
    },
    close: () => void register.close(),
  }
}
