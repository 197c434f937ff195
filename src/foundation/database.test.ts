/** What the operator is told when an external part is away, and how often. */
// A process of its own: its commands have a process that loads the product once.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import { addressOf, copyOf } from '../../test/databases.ts'
import { selfSigned } from '../../test/fixtures/self-signed.ts'
import { assertRefused, command, freshTree } from '../../test/fixtures/service-process.ts'
import { BUCKET, KEY, REGION, s3Server } from '../../test/media/s3-server.ts'

const database = await copyOf('empty')
after(() => database.drop())
const store = await s3Server()
const tree = freshTree()
const env = {
  DATABASE_URL: addressOf(database.owner),
  PARVIS_SECRET: 'a secret that is long enough for all',
  BACKUP_S3_ENDPOINT: store.url,
  BACKUP_S3_REGION: REGION,
  BACKUP_S3_BUCKET: BUCKET,
  BACKUP_S3_ACCESS_KEY_ID: KEY.accessKeyId,
  BACKUP_S3_SECRET_ACCESS_KEY: KEY.secretAccessKey,
}

async function listening(server: ReturnType<typeof createServer | typeof createTlsServer>): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => server.close())
  return (server.address() as AddressInfo).port
}

const nobody = async () => {
  const server = createServer()
  const port = await listening(server)
  server.close()
  return port
}

const wrong: readonly (readonly [what: string, change: () => Promise<object>, sentence: RegExp])[] = [
  [
    'a wrong key',
    async () => ({ BACKUP_S3_SECRET_ACCESS_KEY: 'another/secret' }),
    /refuses GET: 403 SignatureDoesNotMatch \(check the access key, its secret and its rights\)\.\n$/,
  ],
  ['a missing bucket', async () => ({ BACKUP_S3_BUCKET: 'nowhere' }), /refuses GET: 404 NoSuchKey \(/],
  [
    'a store that is away',
    async () => ({ BACKUP_S3_ENDPOINT: `http://127.0.0.1:${await nobody()}` }),
    /does not serve GET: ECONNREFUSED \(nothing answers there\)\.\n$/,
  ],
  [
    'a name without an address',
    async () => ({ BACKUP_S3_ENDPOINT: 'http://store.invalid' }),
    /store\.invalid does not serve GET: (ENOTFOUND|EAI_AGAIN) \(its name has no address\)\.\n$/,
  ],
  [
    'a certificate that nobody knows',
    async () => ({
      BACKUP_S3_ENDPOINT: `https://127.0.0.1:${await listening(createTlsServer(selfSigned('localhost')))}`,
    }),
    /does not serve GET: DEPTH_ZERO_SELF_SIGNED_CERT \(.* name your CA in NODE_EXTRA_CA_CERTS\)\.\n$/,
  ],
  [
    'https where http is spoken',
    async () => ({ BACKUP_S3_ENDPOINT: store.url.replace('http:', 'https:') }),
    /does not serve GET: \w+ \(it speaks no TLS at this port.*\)\.\n$/,
  ],
]

for (const [what, change, sentence] of wrong)
  test(`${what} is told of the store, in one sentence, by each command that meets it`, async () => {
    const its = { ...env, ...(await change()) }
    for (const typed of [['backup'], ['backups'], ['restore', 'latest']]) {
      const ending = await command(tree, typed, { env: its })
      assertRefused(ending, /^The store at /)
      assert.match(ending.stderr, sentence)
    }
  })

test('a missing line of pg_hba.conf is called that, and not TLS', async () => {
  // PostgreSQL's message before it closes the connection.
  const said = (encryption: string) =>
    `no pg_hba.conf entry for host "10.0.0.1", user "parvis_node", database "parvis", ${encryption} encryption`
  const fields = ['SFATAL', 'VFATAL', 'C28000', `M${said('no')}`, 'RClientAuthentication']
  const body = Buffer.from(`${fields.join('\0')}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(body.length + 4, 1)
  const port = await listening(
    createServer(socket => socket.once('data', () => socket.end(Buffer.concat([head, body])))),
  )
  const DATABASE_URL = `postgres://parvis_node:p@127.0.0.1:${port}/parvis`
  assertRefused(
    await command(tree, ['doctor'], { env: { ...env, DATABASE_URL } }),
    /^The database cannot be reached: .*: its pg_hba\.conf has no line for host "10\.0\.0\.1", user "parvis_node", database "parvis", without TLS: add one there \(docs\/cluster\.md\), or sslmode/,
  )
})

test('a right that the account lacks is one sentence', async () => {
  const { inDatabase } = await import('../../test/databases.ts')
  const role = `bare_${process.pid}`
  await inDatabase('postgres', client => client.query(`create role ${role} login password 'bare'`))
  try {
    const DATABASE_URL = addressOf({ ...database.owner, user: role, password: 'bare' })
    for (const typed of [
      ['backup', 'nowhere.gz'],
      ['audit', 'verify'],
    ])
      assertRefused(await command(tree, typed, { env: { ...env, DATABASE_URL } }), /right|may not migrate/)
  } finally {
    await inDatabase('postgres', client => client.query(`drop role ${role}`))
  }
})
