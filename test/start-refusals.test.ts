/** Wrong settings: each gives one message that names it, and nothing is changed. */

// A process of its own: it starts the service from a tree of its own, which goes at the end.
import assert from 'node:assert/strict'
import fs from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { Refusal } from '../src/kernel/refusals/refusal.ts'
import { readConfig } from '../src/kernel/settings/config.ts'
import { type Addresses, readAddresses } from '../src/kernel/settings/database-addresses.ts'
import { assertRefused, command, freshTree } from './fixtures/service-process.ts'

const DATABASE_URL = 'postgres://parvis:secret@127.0.0.1:1/parvis'
const PARVIS_SECRET = 'a secret that is long enough for anybody'
const mine = { DATABASE_URL, PARVIS_SECRET }
const bucket = {
  MEDIA_S3_ENDPOINT: 'https://s3.example.fr',
  MEDIA_S3_REGION: 'fr-par',
  MEDIA_S3_BUCKET: 'parvis-media',
  MEDIA_S3_ACCESS_KEY_ID: 'AKPARVIS',
  MEDIA_S3_SECRET_ACCESS_KEY: 'the/secret+of=the-store',
}
const audit = {
  ACCESSIBILITY_LEVEL: 'partielle',
  ACCESSIBILITY_RATE: '82.5',
  ACCESSIBILITY_DATE: '2026-03-24',
  ACCESSIBILITY_AUDITOR: 'Cabinet Clair',
  ACCESSIBILITY_ISSUES: 'Les plans ; les vidéos.',
}

const backupBucket = Object.fromEntries(
  Object.entries(bucket).map(([name, value]) => [name.replace('MEDIA', 'BACKUP'), value]),
)

/** Wrong values for every variable. DATA_DIR needs a disk, and is tested below. */
const WRONG: Record<string, readonly Record<string, string>[]> = {
  DATABASE_URL: [
    { ...mine, DATABASE_URL: 'localhost/parvis' },
    { ...mine, DATABASE_URL: 'mysql://localhost/parvis' },
    { ...mine, DATABASE_URL: 'postgres://u:p@:x/parvis' },
    ...[
      'postgres://u:p@h1,,h2/parvis',
      'postgres://u:a#b@h1/parvis',
      'postgres://u:5%ff0@h1/parvis',
      'postgres://u:p@h1:5432,h2:port/parvis',
      'postgres://u:p@/parvis?host=h1,h2,h3&port=1,2',
      'postgres://u:p@h1,h2/parvis?target_session_attrs=standby',
      'postgres://u:p@h1,h2/parvis?target_session_attrs=any',
      'postgres://u:p@h1,h2/parvis?connect_timeout=0',
    ].map(DATABASE_URL => ({ ...mine, DATABASE_URL })),
  ],
  DATABASE_READ_URL: [
    { ...mine, DATABASE_READ_URL: 'replica' },
    { ...mine, DATABASE_READ_URL: `${DATABASE_URL}?target_session_attrs=read-write` },
    { DATABASE_READ_URL: DATABASE_URL },
  ],
  HOST: [],
  PORT: [{ PORT: 'http' }, { PORT: '65536' }, { PORT: '-1' }, { PORT: '30.5' }],
  PUBLIC_URL: [
    ...[
      'parvis.example.fr',
      'ftp://x',
      'https:parvis.example.fr',
      'https://parvis.example.fr/?a=b',
      'https://parvis.example.fr/#top',
      'https://u:p@parvis.example.fr',
    ].map(PUBLIC_URL => ({ PUBLIC_URL })),
    { HOST: '0.0.0.0' },
  ],
  PARVIS_SECRET: [{ DATABASE_URL }, { PARVIS_SECRET: 'short' }],
  CORS_ORIGINS: [
    'https://a.fr/path',
    'a.fr',
    '*',
    'capacitor://localhost/',
    'javascript:alert(1)',
    'app://*',
  ].map(CORS_ORIGINS => ({ CORS_ORIGINS })),
  AUTH_SIGNUP: [{ AUTH_SIGNUP: 'closed' }],
  MAP_TILES_URL: [
    ...[
      'https://t.fr/{z}/{x}.png',
      'https://{z}.t.fr/{z}/{x}/{y}',
      'https://t.fr/{s}/{z}/{x}/{y}',
      't.fr/{z}/{x}/{y}',
      "https://t.fr/{z}/{x}/{y}'; script-src *",
      'https://*/{z}/{x}/{y}',
    ].map(MAP_TILES_URL => ({ MAP_TILES_URL, MAP_TILES_ATTRIBUTION: '© Moi' })),
    { MAP_TILES_ATTRIBUTION: '© Moi' },
  ],
  MAP_TILES_ATTRIBUTION: [{ MAP_TILES_URL: 'https://t.fr/{z}/{x}/{y}.png' }],
  LEGAL_PUBLISHER: [{ LEGAL_HOST: 'Elle' }, { LEGAL_DIRECTOR: 'Moi', LEGAL_HOST: 'Elle' }],
  LEGAL_HOST: [{ LEGAL_PUBLISHER: 'Moi', LEGAL_DIRECTOR: 'Moi' }],
  ACCESSIBILITY_LEVEL: [
    { ACCESSIBILITY_LEVEL: 'AA' },
    { ...audit, ACCESSIBILITY_LEVEL: '' },
    { ...audit, ACCESSIBILITY_LEVEL: 'totale' },
    { ...audit, ACCESSIBILITY_RATE: '49.9' },
    { ACCESSIBILITY_ISSUES: 'Les plans.' },
  ],
  ACCESSIBILITY_RATE: [
    { ...audit, ACCESSIBILITY_RATE: '' },
    { ...audit, ACCESSIBILITY_RATE: '82 %' },
    { ...audit, ACCESSIBILITY_RATE: '101' },
  ],
  ACCESSIBILITY_DATE: ['', '24/03/2026', '2026-02-30', '2026-13-01', '9999-01-01'].map(
    ACCESSIBILITY_DATE => ({
      ...audit,
      ACCESSIBILITY_DATE,
    }),
  ),
  ACCESSIBILITY_AUDITOR: [{ ...audit, ACCESSIBILITY_AUDITOR: '' }],
  ACCESSIBILITY_ISSUES: [{ ...audit, ACCESSIBILITY_ISSUES: ' ; ' }],
  PLACE_URL: [
    ...['place.fr', 'https://place.fr/x', 'capacitor://localhost'].map(PLACE_URL => ({ PLACE_URL })),
    { PLACE_URL: 'https://place.fr' },
    { PUBLIC_URL: 'https://p.fr', PLACE_URL: 'https://p.fr:8443' },
  ],
  MEDIA_URL: [
    'cdn.fr',
    'https://c.fr/?a',
    'https://u:p@c.fr',
    'https://c.fr; script-src *',
    'ftp://c.fr',
  ].map(MEDIA_URL => ({ MEDIA_URL })),
  MEDIA_QUOTA_MB: [{ MEDIA_QUOTA_MB: '0' }, { MEDIA_QUOTA_MB: '1 Go' }],
  MEDIA_S3_ENDPOINT: [
    { ...bucket, MEDIA_S3_ENDPOINT: 's3.example.fr' },
    { ...bucket, MEDIA_S3_ENDPOINT: 'https://s3.example.fr/parvis' },
    { ...bucket, MEDIA_S3_ENDPOINT: 'https://key:secret@s3.example.fr' },
    { MEDIA_S3_PREFIX: 'parvis' },
  ],
  MEDIA_S3_REGION: [
    { ...bucket, MEDIA_S3_REGION: '' },
    { ...bucket, MEDIA_S3_REGION: 'fr/par' },
  ],
  MEDIA_S3_BUCKET: [
    { ...bucket, MEDIA_S3_BUCKET: '' },
    { ...bucket, MEDIA_S3_BUCKET: 'parvis/media' },
  ],
  MEDIA_S3_ACCESS_KEY_ID: [
    { ...bucket, MEDIA_S3_ACCESS_KEY_ID: '' },
    { ...bucket, MEDIA_S3_ACCESS_KEY_ID: 'a/b' },
  ],
  MEDIA_S3_SECRET_ACCESS_KEY: [
    { ...bucket, MEDIA_S3_SECRET_ACCESS_KEY: '' },
    { ...bucket, MEDIA_S3_SECRET_ACCESS_KEY: 'two words' },
  ],
  MEDIA_S3_PREFIX: ['/media', '../media', 'a//b', 'a b'].map(MEDIA_S3_PREFIX => ({
    ...bucket,
    MEDIA_S3_PREFIX,
  })),
  MEDIA_S3_STYLE: [{ ...bucket, MEDIA_S3_STYLE: 'dns' }],
  SECURITY_CONTACT: ['securite@example.fr', 'http://example.fr', 'mailto:a@b.fr\nX: y', 'https://'].map(
    SECURITY_CONTACT => ({ SECURITY_CONTACT }),
  ),
  PROCESS: [{ PROCESS: 'everything' }, { PROCESS: 'web' }, { PROCESS: 'worker' }],
  PARVIS_ADMIN_EMAIL: [{ PARVIS_ADMIN_EMAIL: 'admin' }, { PARVIS_ADMIN_PASSWORD: 'long enough for all' }],
  PARVIS_ADMIN_PASSWORD: [{ PARVIS_ADMIN_EMAIL: 'a@b.fr', PARVIS_ADMIN_PASSWORD: 'short' }],
  OIDC_ISSUER: [
    { OIDC_ISSUER: 'keycloak', OIDC_AUDIENCE: 'parvis' },
    { OIDC_ISSUER: 'http://id.example.fr', OIDC_AUDIENCE: 'parvis' },
    { OIDC_ISSUER: 'https://id.example.fr/?realm=1', OIDC_AUDIENCE: 'parvis' },
    { OIDC_CLIENT_ID: 'parvis', OIDC_CLIENT_SECRET: 'secret' },
    { OIDC_CLIENT_ID: 'parvis' },
    { OIDC_LABEL: 'Mon compte' },
    { OIDC_CLIENT_SECRET: 'secret' },
    { OIDC_AUDIENCE: 'parvis' },
    { OIDC_ISSUER: 'https://p.fr', PUBLIC_URL: 'https://p.fr', OIDC_AUDIENCE: 'parvis' },
  ],
  OIDC_AUDIENCE: [{ OIDC_ISSUER: 'https://id.example.fr' }],
  OIDC_CLIENT_ID: [
    { OIDC_ISSUER: 'https://id.example.fr', OIDC_AUDIENCE: 'parvis', OIDC_ROLE_MAP: '{"a": "admin"}' },
    { OIDC_ISSUER: 'https://id.example.fr', OIDC_AUDIENCE: 'parvis', OIDC_SIRET: 'vouched' },
    { OIDC_ISSUER: 'https://id.example.fr', OIDC_AUDIENCE: 'parvis', OIDC_CLIENT_SECRET: 'secret' },
  ],
  OIDC_CLIENT_SECRET: [{ OIDC_ISSUER: 'https://id.example.fr', OIDC_CLIENT_ID: 'parvis' }],
  OIDC_ROLE_MAP: [
    {
      OIDC_ISSUER: 'https://id.example.fr',
      OIDC_AUDIENCE: 'parvis',
      OIDC_CLIENT_ID: 'parvis',
      OIDC_CLIENT_SECRET: 'secret',
      OIDC_GROUPS_CLAIM: 'groups',
    },
  ],
  OIDC_SCOPE: ['email', 'openid  email', 'openid "x"'].map(OIDC_SCOPE => ({
    OIDC_SCOPE,
    OIDC_ISSUER: 'https://id.example.fr',
    OIDC_AUDIENCE: 'parvis',
  })),
  OIDC_PKCE: [{ OIDC_PKCE: 'no', OIDC_ISSUER: 'https://id.example.fr', OIDC_AUDIENCE: 'parvis' }],
  OIDC_EMAILS: [{ OIDC_EMAILS: 'trusted', OIDC_ISSUER: 'https://id.example.fr', OIDC_AUDIENCE: 'parvis' }],
  OIDC_SIRET: [{ OIDC_SIRET: 'yes', OIDC_ISSUER: 'https://id.example.fr', OIDC_AUDIENCE: 'parvis' }],
  OIDC_PROVIDERS: [
    { OIDC_PROVIDERS: 'Mairie' },
    { OIDC_PROVIDERS: 'mairie,ep-ci' },
    { OIDC_PROVIDERS: 'oidc' },
    { OIDC_PROVIDERS: 'mairie,mairie' },
  ],
  OIDC_MAIRIE_ISSUER: [
    { OIDC_PROVIDERS: 'mairie' },
    { OIDC_PROVIDERS: 'mairie', OIDC_ISSUER: 'https://id.example.fr', OIDC_AUDIENCE: 'parvis' },
    { OIDC_PROVIDERS: 'mairie', OIDC_MAIRIE_ISSUER: 'http://id.example.fr', OIDC_MAIRIE_AUDIENCE: 'parvis' },
    { OIDC_PROVIDERS: 'mairie', OIDC_MAIRIE_LABEL: 'Mairie' },
    {
      OIDC_ISSUER: 'https://id.example.fr',
      OIDC_AUDIENCE: 'parvis',
      OIDC_PROVIDERS: 'mairie',
      OIDC_MAIRIE_ISSUER: 'https://id.example.fr',
      OIDC_MAIRIE_AUDIENCE: 'other',
    },
  ],
  OIDC_MAIRIE_AUDIENCE: [{ OIDC_PROVIDERS: 'mairie', OIDC_MAIRIE_ISSUER: 'https://id.example.fr' }],
  OIDC_EPCI_LABEL: [
    {
      OIDC_PROVIDERS: 'mairie,epci',
      OIDC_MAIRIE_ISSUER: 'https://id.example.fr/a',
      OIDC_EPCI_ISSUER: 'https://id.example.fr/b',
      OIDC_MAIRIE_CLIENT_ID: 'parvis',
      OIDC_EPCI_CLIENT_ID: 'parvis',
      OIDC_MAIRIE_CLIENT_SECRET: 'secret',
      OIDC_EPCI_CLIENT_SECRET: 'secret',
    },
  ],
  PAYMENT_PROVIDER: [{ PAYMENT_PROVIDER: 'strpe' }, { PAYMENT_PROVIDER: 'Stripe' }],
  PAYMENT_SIGNING_SECRETS: [{ PAYMENT_SIGNING_SECRETS: 'a-secret-that-is-long,short' }],
  SMTP_URL: [
    'mail.example.fr:25',
    'http://mail',
    'smtp:mail.example.fr:25',
    'smtp://',
    'smtp://u:a#b@mail',
  ].map(SMTP_URL => ({ SMTP_URL })),
  MAIL_FROM: [{ MAIL_FROM: 'Parvis' }, { MAIL_FROM: 'a@b.fr\r\nBcc: c@d.fr' }],
  GEODAE_URL: [{ GEODAE_URL: '/tmp/geodae.csv' }],
  GEOCODER_URL: [{ GEOCODER_URL: 'data.geopf.fr/geocodage/search' }],
  INBOUND_MAIL_SECRETS: [{ INBOUND_MAIL_SECRETS: 'short' }],
  STRIPE_API_BASE: [{ STRIPE_API_BASE: 'stripe' }],
  STRIPE_API_KEY: [{ STRIPE_API_BASE: 'https://stripe.example.fr' }, { STRIPE_PRICE: 'price_1' }],
  IMPORT_ALLOW_PRIVATE: [{ IMPORT_ALLOW_PRIVATE: 'intranet' }],
  RATE_LIMIT_SCALE: [{ RATE_LIMIT_SCALE: 'off' }, { RATE_LIMIT_SCALE: '-1' }],
  TRUST_PROXY: [{ TRUST_PROXY: 'true' }, { TRUST_PROXY: '10.0.0.0/33' }],
  LOG_LEVEL: [{ LOG_LEVEL: 'verbose' }],
  BACKOFFICE: [{ BACKOFFICE: 'no' }],
  PLACE: [{ PLACE: 'no' }],
  PLACE_CACHE_MB: [{ PLACE_CACHE_MB: '0' }, { PLACE_CACHE_MB: '64 MB' }],
  PLACE_PURGE_URL: [{ PLACE_PURGE_URL: 'cache', PLACE_PURGE_KEY: 'a key that is long enough' }],
  PLACE_PURGE_KEY: [{ PLACE_PURGE_URL: 'https://cache.example.fr', PLACE_PURGE_KEY: 'short' }],
  MIGRATE: [{ MIGRATE: 'never' }, { MIGRATE: 'apart' }],
  SECOND_FACTOR: [{ SECOND_FACTOR: 'yes' }],
  PARVIS_SECRET_ALSO: [{ ...mine, PARVIS_SECRET_ALSO: 'short' }, { PARVIS_SECRET_ALSO: PARVIS_SECRET }],
  METRICS_TOKEN: [{ METRICS_TOKEN: 'short' }, { METRICS_TOKEN: 'a token with spaces in it' }],
  DRAIN_SECONDS: [{ DRAIN_SECONDS: '301' }, { DRAIN_SECONDS: '1.5' }],
  MEDIA_FREE_MB: [{ MEDIA_FREE_MB: '-1' }, { MEDIA_FREE_MB: '5 %' }],
  INBOUND_MAIL_SERVERS: [{ INBOUND_MAIL_SERVERS: 'mx 1' }],
  OTEL_EXPORTER_OTLP_ENDPOINT: [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'collector:4318' }],
  BACKUP_AT: [{ BACKUP_DIR: '/var/backups', BACKUP_AT: '25:00' }],
  BACKUP_DIR: [{ ...backupBucket, BACKUP_DIR: '/var/backups' }],
  BACKUP_PASSPHRASE: [{ BACKUP_PASSPHRASE: 'short' }],
  BACKUP_S3_ENDPOINT: [{ ...backupBucket, BACKUP_S3_ENDPOINT: 's3.example.fr' }],
  BACKUP_S3_REGION: [{ ...backupBucket, BACKUP_S3_REGION: 'fr par' }],
  BACKUP_S3_BUCKET: [{ ...backupBucket, BACKUP_S3_BUCKET: 'A' }],
  BACKUP_S3_PREFIX: [{ ...backupBucket, BACKUP_S3_PREFIX: '../up' }],
  BACKUP_S3_ACCESS_KEY_ID: [{ ...backupBucket, BACKUP_S3_ACCESS_KEY_ID: '' }],
  BACKUP_S3_SECRET_ACCESS_KEY: [{ ...backupBucket, BACKUP_S3_SECRET_ACCESS_KEY: '' }],
  BACKUP_S3_STYLE: [{ ...backupBucket, BACKUP_S3_STYLE: 'both' }],
}

for (const [name, environments] of Object.entries(WRONG)) {
  for (const env of environments) {
    test(`${name} is refused by name: ${JSON.stringify(env)}`, () => {
      assert.throws(
        () => readConfig(env),
        error => {
          assert.ok(error instanceof Refusal)
          assert.match(error.message, new RegExp(`^${name}[ =].*\\.$`))
          return true
        },
      )
    })
  }
}

test('every setting that refuses a value has a wrong one above', () => {
  const asked = new Set<string>()
  readConfig(
    new Proxy<Record<string, string | undefined>>({}, { get: (_, name) => void asked.add(String(name)) }),
  )
  const refuses = (name: string) => {
    try {
      readConfig({ [name]: '\u0001' })
      return false
    } catch (error) {
      return error instanceof Refusal && error.message.startsWith(name)
    }
  }
  const refusing = [...asked].filter(name => !name.endsWith('_FILE') && refuses(name))
  assert.ok(refusing.length > 40, `${refusing.length} settings`)
  const known = new Set([...Object.keys(WRONG), 'PARVIS_STRICT_REPLIES', 'PARVIS_MAILS_AT_ONCE'])
  assert.deepEqual(
    refusing.filter(name => !known.has(name)),
    [],
  )
})

test('messages never repeat secrets', () => {
  const env = { DATABASE_URL: 'mysql://u:hunter2@h/d', PARVIS_SECRET: 'hunter2' }
  for (const one of [env, { ...mine, PARVIS_SECRET: 'hunter2' }, { INBOUND_MAIL_SECRETS: 'hunter2' }])
    assert.throws(
      () => readConfig(one),
      (error: Error) => !error.message.includes('hunter2'),
    )
})

test('an audit of accessibility is read whole', () => {
  assert.deepEqual(readConfig(audit).accessibilityAudit, {
    level: 'partielle',
    rate: 82.5,
    date: '2026-03-24',
    auditor: 'Cabinet Clair',
    issues: ['Les plans', 'les vidéos.'],
  })
  assert.equal(readConfig({}).accessibilityAudit, undefined)
})

test('a bucket is one folder of one place', () => {
  const read = readConfig({
    ...bucket,
    MEDIA_S3_ENDPOINT: 'https://s3.example.fr/',
    MEDIA_S3_PREFIX: 'towns/rennes',
  })
  assert.deepEqual(read.mediaBucket, {
    endpoint: 'https://s3.example.fr',
    region: 'fr-par',
    bucket: 'parvis-media',
    accessKeyId: 'AKPARVIS',
    secretAccessKey: 'the/secret+of=the-store',
    prefix: 'towns/rennes/',
    style: 'path',
  })
})

test('a socket is a database address too, as PostgreSQL itself writes it', () => {
  for (const url of [
    'postgres://u:p@/parvis?host=/run/postgresql&port=5433',
    'postgresql:///parvis?host=/run/postgresql',
    'postgres://u:p@localhost/parvis',
    'postgres://u:p@%2Frun%2Fpostgresql/parvis',
  ])
    assert.equal(readConfig({ ...mine, DATABASE_URL: url }).databaseUrl, url)
})

test('several servers are named as libpq names them', () => {
  const [h1, h2] = [
    { host: 'h1', port: 5432 },
    { host: 'h2', port: 5433 },
  ]
  const six = [
    { host: '::1', port: 5432 },
    { host: 'fd00::2', port: 5433 },
  ]
  const read = (url: string, whose: 'primary' | 'replica' = 'primary') => {
    const { all, wanted, url: driver } = readAddresses(url, whose) as Addresses
    return [all, wanted, driver]
  }
  const plain = 'postgres://u:p%40@localhost/d'
  assert.deepEqual(read('postgres://u:p%40@h1,h2:5433/d'), [[h1, h2], 'primary', plain])
  assert.deepEqual(read('postgres://u:p%40@/d?host=h1,h2&port=5432,5433'), [[h1, h2], 'primary', plain])
  assert.deepEqual(read('postgres://u:p%40@[::1],[fd00::2]:5433/d?connect_timeout=2'), [
    six,
    'primary',
    plain,
  ])
  const tls = 'postgres://h1,h2:5433/d?sslmode=verify-full&target_session_attrs=read-only'
  assert.deepEqual(read(tls, 'replica'), [[h1, h2], 'standby', 'postgres://localhost/d?sslmode=verify-full'])
  assert.deepEqual(read('postgres://h1/d'), [[h1], 'any', 'postgres://h1/d'], 'a single one may be a proxy')
})

describe('the process itself', { concurrency: 2 }, () => {
  const nothingMade = (tree: string) => assert.equal(fs.existsSync(join(tree, '.data')), false)

  for (const env of [
    { PORT: 'http' },
    { DATABASE_URL },
    { PROCESS: 'web' },
    { LOG_LEVEL: 'verbose' },
  ] as Record<string, string>[]) {
    test(`ends with 1 and one line before anything is made: ${Object.keys(env)}`, async () => {
      const tree = freshTree()
      const [name = ''] = Object.keys(env)
      const named = name === 'DATABASE_URL' ? 'PARVIS_SECRET' : name
      assertRefused(await command(tree, ['start'], { env }), new RegExp(`^${named}[ =]`))
      nothingMade(tree)
    })
  }

  test('DATA_DIR that is a file, or that nobody can make', async () => {
    const tree = freshTree()
    // Below /proc, creating a folder fails as if its parent were missing.
    for (const DATA_DIR of ['package.json', 'package.json/data', '/proc/parvis/data'])
      assertRefused(
        await command(tree, ['start'], { env: { DATA_DIR } }),
        /^DATA_DIR cannot be used: .*\.\n$/,
      )
    nothingMade(tree)
  })

  test('a database that does not answer, for the service and for a command', async () => {
    const tree = freshTree()
    for (const args of [['start'], ['migrate'], ['audit', 'verify']])
      assertRefused(
        await command(tree, args, { env: mine }),
        /^The database cannot be reached: PostgreSQL parvis on 127\.0\.0\.1:1 \(.*\)\.\n$/,
      )
    nothingMade(tree)
  })

  test('a host that is no address of this machine', async () => {
    const tree = freshTree()
    const env = { HOST: '192.0.2.1', PUBLIC_URL: 'https://parvis.example.fr' }
    assertRefused(
      await command(tree, ['start'], { env }),
      /^HOST 192\.0\.2\.1 is not an address of this machine\.\n$/,
    )
    nothingMade(tree)
  })
})
