import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { Refusal } from '../refusals/refusal.ts'
import { type BackupSettings, backupFrom, passphraseFrom } from './backup.ts'
import { type BucketSettings, bucketFrom } from './bucket.ts'
import { type Environment, environmentReader, isOrigin, isWebOrigin, namesHost } from './environment.ts'
import type { Misspelt } from './misspelt.ts'
import {
  type AccessibilityAudit,
  accessibilityAuditFrom,
  type LegalNotice,
  legalNoticeFrom,
  type MapTiles,
  mapTilesFrom,
  type PlacePurge,
  placePurgeFrom,
} from './pages.ts'
import { type ProviderSettings, providersFrom } from './providers.ts'
import { type TracingSettings, tracingFrom } from './tracing.ts'
import { ownVersion } from './version.ts'

export const PROCESSES = ['all', 'web', 'worker'] as const
export type Process = (typeof PROCESSES)[number]

/** Every setting of the operator, read once at the start. Nothing else in the service reads the environment. */
export interface Config {
  readonly dataDir: string
  /** Absent: the embedded PostgreSQL below `dataDir`. */
  readonly databaseUrl: string | undefined
  readonly databaseReadUrl: string | undefined
  readonly host: string
  readonly port: number
  /** Absent: `http://host:port`, known once the port is open. */
  readonly publicUrl: string | undefined
  /** Absent only with the embedded database, which keeps one in `dataDir`. */
  readonly secret: string | undefined
  /** The old secret during an exchange: data may still be sealed with it. */
  readonly secretAlso: string | undefined
  readonly corsOrigins: readonly string[]
  readonly signup: 'open' | 'invite'
  /** `required`: roles count only for people with a second factor. */
  readonly secondFactor: 'optional' | 'required'
  /** Off: this node serves the API alone. */
  readonly backoffice: 'on' | 'off'
  /** Off: no pages for residents on this node. */
  readonly place: 'on' | 'off'
  /** The address of the pages for residents, where it is not that of the service. */
  readonly placeUrl: string | undefined
  readonly placeCacheBytes: number
  /** Absent: shared caches keep these pages for a minute at most. */
  readonly placePurge: PlacePurge | undefined
  /** Who answers for the pages for residents; absent: they do not say. */
  readonly legalNotice: LegalNotice | undefined
  /** The audit that the declaration of accessibility tells of; absent: none was made. */
  readonly accessibilityAudit: AccessibilityAudit | undefined
  /** Map tiles below the defibrillators, with attribution; absent: no tiles, and no third-party requests. */
  readonly mapTiles: MapTiles | undefined
  /** The address of a cache in front of `/media`. */
  readonly mediaUrl: string | undefined
  /** Storage quota per publisher for pictures and documents. */
  readonly mediaQuotaBytes: number
  /** Uploads are refused below this much free disk space; absent: a share of the disk (`media/room.ts`). */
  readonly mediaFreeBytes: number | undefined
  /** The bucket for pictures and documents; absent: a folder below `dataDir`. */
  readonly mediaBucket: BucketSettings | undefined
  /** The nightly backup; absent: none. */
  readonly backup: BackupSettings | undefined
  /** Encrypts the nightly backup and `backup --encrypt`. */
  readonly backupPassphrase: string | undefined
  readonly process: Process
  /** `apart`: another account migrates, and this node waits for it. */
  readonly migrate: 'start' | 'apart'
  readonly admin: { readonly email: string | undefined; readonly password: string | undefined }
  /** Identity providers beside this service. */
  readonly providers: readonly ProviderSettings[]
  readonly payment: { readonly provider: string; readonly signingSecrets: readonly string[] }
  readonly stripe: {
    readonly apiKey: string | undefined
    readonly apiBase: string | undefined
    readonly price: string | undefined
  }
  readonly smtpUrl: string | undefined
  readonly mailFrom: string | undefined
  readonly geodaeUrl: string
  /** The search of a geocoder, for “Près de quelle adresse ?”. */
  readonly geocoderUrl: string | undefined
  readonly inboundMailSecrets: readonly string[]
  /** The names by which the receiving mail server signs `Authentication-Results`, in lower case. */
  readonly inboundMailServers: readonly string[]
  readonly importAllowPrivate: readonly string[]
  readonly rateLimitScale: number
  /** Addresses (CIDR) whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: readonly string[]
  /** Absent: `/metrics` answers only requests from this machine. */
  readonly metricsToken: string | undefined
  /** Where weaknesses are reported, for `/.well-known/security.txt`. */
  readonly securityContact: string | undefined
  /** How long a stopping node reports it on /readyz and keeps serving, before it closes its port. */
  readonly drainSeconds: number
  readonly logLevel: LogLevel
  /** The collector for traces; absent: no tracing. */
  readonly tracing: TracingSettings | undefined
  /** For tests: checks every reply against its shape, and answers 500 on a difference. */
  readonly strictReplies: boolean
  /** For tests: sends mails at once that are otherwise held back for a while. */
  readonly mailsAtOnce: boolean
  /** The version of Parvis, for the API page. */
  readonly version: string
  readonly misspelt: readonly Misspelt[]
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** The register's permanent address on data.gouv.fr. */
const GEODAE = 'https://www.data.gouv.fr/api/1/datasets/r/edb6a9e1-2f16-4bbf-99e7-c3eb6b90794c'

const bytesOf = (mebibytes: number | undefined) => mebibytes && mebibytes * 1024 * 1024

const IN_A_PASSWORD = 'what is no letter or digit in a password percent-encoded (# is %23)'

export function readConfig(env: Environment): Config {
  const read = environmentReader(env)
  const databaseUrl = read.database('DATABASE_URL', 'primary')
  const host = read.text('HOST') ?? '127.0.0.1'
  const publicUrl = addressAsCompared(
    read.matching(
      'PUBLIC_URL',
      isOpenedByPeople,
      'the address that people open, such as https://parvis.example.fr, with no account, ? or # in it',
    ),
  )
  const importAllowPrivate = read.list('IMPORT_ALLOW_PRIVATE', isHostPort, 'host:port pairs')
  const config: Config = {
    dataDir: resolve(read.text('DATA_DIR') ?? '.data'),
    databaseUrl,
    databaseReadUrl: read.database('DATABASE_READ_URL', 'replica'),
    host,
    port: read.integer('PORT', 0, 65_535) ?? 3000,
    publicUrl,
    secret: read.secret('PARVIS_SECRET', 32),
    secretAlso: read.secret('PARVIS_SECRET_ALSO', 32),
    corsOrigins: read.list(
      'CORS_ORIGINS',
      isOrigin,
      'origins such as https://app.example.fr or capacitor://localhost',
    ),
    signup: read.oneOf('AUTH_SIGNUP', ['open', 'invite']) ?? 'open',
    secondFactor: read.oneOf('SECOND_FACTOR', ['optional', 'required']) ?? 'optional',
    backoffice: read.oneOf('BACKOFFICE', ['on', 'off']) ?? 'on',
    place: read.oneOf('PLACE', ['on', 'off']) ?? 'on',
    placeCacheBytes: (read.integer('PLACE_CACHE_MB', 1, 100_000) ?? 64) * 1024 * 1024,
    placePurge: placePurgeFrom(read),
    placeUrl: read.matching(
      'PLACE_URL',
      isWebOrigin,
      'an address such as https://place.exemple.fr, with no path',
    ),
    legalNotice: legalNoticeFrom(read),
    accessibilityAudit: accessibilityAuditFrom(read),
    mapTiles: mapTilesFrom(read),
    mediaUrl: addressAsCompared(
      read.matching(
        'MEDIA_URL',
        isPlace,
        'an address such as https://cdn.example.fr, with nothing behind its path',
      ),
    ),
    mediaQuotaBytes: (read.integer('MEDIA_QUOTA_MB', 1, 1_000_000) ?? 1024) * 1024 * 1024,
    mediaFreeBytes: bytesOf(read.integer('MEDIA_FREE_MB', 0, 1_000_000_000)),
    mediaBucket: bucketFrom(read, 'MEDIA_S3'),
    backup: backupFrom(read),
    backupPassphrase: passphraseFrom(read),
    process: read.oneOf('PROCESS', PROCESSES) ?? 'all',
    migrate: read.oneOf('MIGRATE', ['start', 'apart']) ?? 'start',
    admin: { email: read.email('PARVIS_ADMIN_EMAIL'), password: read.secret('PARVIS_ADMIN_PASSWORD', 12) },
    providers: providersFrom(read, {
      publicUrl,
      mayBeIssuer: issuer => mayBeIssuer(issuer, importAllowPrivate),
    }),
    payment: {
      provider: read.oneOf('PAYMENT_PROVIDER', ['payment', 'stripe']) ?? 'payment',
      signingSecrets: read.list('PAYMENT_SIGNING_SECRETS', isSecret, 'secrets of at least 16 characters'),
    },
    stripe: {
      apiKey: read.text('STRIPE_API_KEY'),
      apiBase: read.url('STRIPE_API_BASE', ['https:', 'http:']),
      price: read.text('STRIPE_PRICE'),
    },
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:'], `, ${IN_A_PASSWORD}`),
    mailFrom: read.mailbox('MAIL_FROM'),
    geodaeUrl: read.url('GEODAE_URL', ['https:', 'http:']) ?? GEODAE,
    geocoderUrl: read.url('GEOCODER_URL', ['https:', 'http:']),
    inboundMailSecrets: read.list('INBOUND_MAIL_SECRETS', isSecret, 'secrets of at least 16 characters'),
    inboundMailServers: read
      .list('INBOUND_MAIL_SERVERS', isServerName, 'names as in Authentication-Results, such as mx.example.fr')
      .map(name => name.toLowerCase()),
    importAllowPrivate,
    rateLimitScale: read.number('RATE_LIMIT_SCALE', 0, 1_000_000) ?? 1,
    trustProxy: read.proxies('TRUST_PROXY'),
    metricsToken: read.token('METRICS_TOKEN'),
    securityContact: read.matching(
      'SECURITY_CONTACT',
      isContact,
      'an address such as mailto:securite@example.fr or https://example.fr/securite',
    ),
    drainSeconds: read.integer('DRAIN_SECONDS', 0, 300) ?? 0,
    logLevel: read.oneOf('LOG_LEVEL', LOG_LEVELS) ?? 'info',
    tracing: tracingFrom(read),
    strictReplies: read.oneOf('PARVIS_STRICT_REPLIES', ['0', '1']) === '1',
    mailsAtOnce: read.oneOf('PARVIS_MAILS_AT_ONCE', ['0', '1']) === '1',
    version: ownVersion(),
    misspelt: read.misspelt(),
  }
  refuseContradictions(config)
  return Object.freeze(config)
}

function refuseContradictions(config: Config): void {
  const refuse = (sentence: string): never => {
    throw new Refusal(sentence)
  }
  if (config.databaseUrl && !config.secret) {
    refuse('PARVIS_SECRET is required with DATABASE_URL: one secret of at least 32 characters for all nodes.')
  }
  if (config.secretAlso && !config.secret) {
    refuse('PARVIS_SECRET_ALSO needs PARVIS_SECRET, the secret that replaces it.')
  }
  if (config.databaseReadUrl && !config.databaseUrl) {
    refuse('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no replica.')
  }
  if (config.process !== 'all' && !config.databaseUrl) {
    refuse(
      `PROCESS=${config.process} needs DATABASE_URL: with the embedded database one process does everything.`,
    )
  }
  if (config.migrate === 'apart' && !config.databaseUrl) {
    refuse('MIGRATE=apart needs DATABASE_URL: the service migrates the embedded database itself.')
  }
  if (!config.publicUrl && !isLoopback(config.host)) {
    refuse('PUBLIC_URL is required when HOST is not a loopback address: it is the issuer of the tokens.')
  }
  if (config.placeUrl && (!config.publicUrl || hostOf(config.placeUrl) === hostOf(config.publicUrl))) {
    refuse('PLACE_URL needs PUBLIC_URL, and another host than that one: nothing but pages is answered there.')
  }
  if (config.stripe.apiBase && !config.stripe.apiKey) {
    refuse('STRIPE_API_KEY is required with STRIPE_API_BASE.')
  }
  if (config.stripe.price && !config.stripe.apiKey) {
    refuse('STRIPE_API_KEY is required with STRIPE_PRICE.')
  }
  if (config.admin.password && !config.admin.email) {
    refuse('PARVIS_ADMIN_EMAIL is required with PARVIS_ADMIN_PASSWORD.')
  }
}

/** The address that people type, which also begins every link in a mail. */
function isOpenedByPeople(value: string): boolean {
  const url = URL.parse(value)
  return (
    namesHost(value, ['http:', 'https:']) &&
    !/[?#]/.test(value) &&
    url?.username === '' &&
    url.password === ''
  )
}

/** Strict, because the value appears in pages and in the Content-Security-Policy header. */
const isPlace = (value: string) =>
  /^https?:\/\/[\w.:[\]-]+(\/[\w.~%/-]*)?$/.test(value) && URL.parse(value) !== null
const hostOf = (url: string) => URL.parse(url)?.hostname
const isContact = (value: string) =>
  /^(https:\/\/|mailto:[^@]+@)[\w.-]+(\/[!-~]*)?$/.test(value) && URL.parse(value) !== null
const isSecret = (value: string) => value.length >= 16
const isServerName = (value: string) => /^[\w.-]{1,253}$/.test(value)
const isHostPort = (value: string) => /^(\[[0-9a-fA-F:.]+\]|[^\s:/@]+):\d{1,5}$/.test(value)
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '::1' || /^(::ffff:)?127(\.\d{1,3}){3}$/.test(host)

/** Without TLS, anyone on the network path could replace the issuer's keys. */
function mayBeIssuer(issuer: string, allowPrivate: readonly string[]): boolean {
  const url = URL.parse(issuer)
  if (!url || issuer.length > 500 || url.search || url.hash || url.username || url.password) return false
  const port = url.port || '80'
  return (
    url.protocol === 'https:' ||
    isLoopback(url.hostname.replace(/^\[|\]$/g, '')) ||
    allowPrivate.includes(`${url.hostname}:${port}`)
  )
}

/** The address of this service, and the issuer of its tokens, unless PUBLIC_URL is set. */
export const ownUrl = ({ host, port }: Pick<Config, 'host' | 'port'>) =>
  `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
/** What stands before the paths of the pages for residents; null where they are switched off. */
export const placeOrigin = (config: Pick<Config, 'place' | 'placeUrl' | 'publicUrl' | 'host' | 'port'>) =>
  config.place === 'on' ? (config.placeUrl ?? config.publicUrl ?? ownUrl(config)) : null
/** Scheme and host in lower case, as browsers send them, because the service compares text. No slash at the end. */
const addressAsCompared = (url: string | undefined) =>
  url?.replace(/^[^/]+\/\/[^/]+/, origin => origin.toLowerCase()).replace(/\/+$/, '')
