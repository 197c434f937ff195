import { connect as dial } from 'node:net'
import { verifyAudit } from './audit/seal.ts'
import { withOwner } from './command-line.ts'
import { type CommandInput, say } from './kernel/command.ts'
import type { Config } from './kernel/config.ts'
import { connect, type Database, sql } from './kernel/db.ts'
import { doorFor } from './kernel/fetch.ts'
import { readMigrations } from './kernel/migrate.ts'
import { secretsFrom } from './kernel/secrets.ts'
import { ProviderFault, publishedKeys } from './kernel/tokens/provider.ts'
import { NO_SIGNING_SECRET, signingSecretFile, signingSecretsOf } from './payments/secrets.ts'
import { replicaFinding } from './replica.ts'
import { replyAddress, TOKEN_LETTERS } from './support/reply-address.ts'

/** `ok` and `note` are fine; `wrong` is for somebody to mend, and makes the exit code 1. */
interface Finding {
  readonly state: 'ok' | 'note' | 'wrong'
  readonly about: string
  readonly says: string
}

/** What is configured, reachable and outdated: one line each, and nothing is changed. */
export const doctor = ({ config }: CommandInput) =>
  withOwner(config, async ({ connection, replica, secret, place }) => {
    const db = connect(connection)
    try {
      const findings = [
        { state: 'ok', about: 'data', says: place } as const,
        ...(await Promise.all([
          server(db),
          migrations(db),
          rights(db),
          key(db, secret),
          administrators(db),
          communes(db),
          worker(db),
          audit(db),
          mail(config),
          failedMails(db),
          paymentEvents(db),
          provider(config),
          ...(replica ? [replicaFinding(connection, replica)] : []),
        ])),
        inboundMail(config),
        payment(config),
        proxies(config),
      ]
      const width = Math.max(...findings.map(({ about }) => about.length))
      for (const { state, about, says } of findings)
        say(`${state.padEnd(5)}  ${about.padEnd(width)}  ${says}`)
      return findings.some(({ state }) => state === 'wrong') ? 1 : 0
    } finally {
      await db.close()
    }
  })

const ok = (about: string, says: string): Finding => ({ state: 'ok', about, says })
const note = (about: string, says: string): Finding => ({ state: 'note', about, says })
const wrong = (about: string, says: string): Finding => ({ state: 'wrong', about, says })

async function server(db: Database): Promise<Finding> {
  const row = await db.pool.one<{ version: string }>(sql`select current_setting('server_version') as version`)
  return ok('postgresql', row?.version ?? 'unknown')
}

async function migrations(db: Database): Promise<Finding> {
  const known = readMigrations().length
  const row = await db.pool
    .one<{ newest: number | null }>(sql`select max(number) as newest from schema_migrations`)
    .catch(() => undefined)
  const newest = row?.newest ?? 0
  if (newest === known) return ok('migrations', `${known} of ${known}`)
  return newest < known
    ? wrong('migrations', `${newest} of ${known}: run parvis migrate, or start the service`)
    : wrong('migrations', `${newest}, this version knows ${known}: use the newer version`)
}

async function rights(db: Database): Promise<Finding> {
  const row = await db.pool.one<{ role: string }>(sql`select current_user as role`)
  return row?.role === 'parvis_app'
    ? ok('rights', 'the service works as parvis_app, with no more than it needs')
    : note('rights', 'the server lends no role: triggers keep the audit trail final')
}

async function key(db: Database, secret: string): Promise<Finding> {
  const row = await db.pool
    .one<{ sealed: string }>(
      sql`select private_sealed as sealed from signing_keys where retired_at is null order by created_at desc limit 1`,
    )
    .catch(() => undefined)
  if (!row) return note('secret', 'no signing key yet: the first start makes it')
  try {
    secretsFrom(secret).open(row.sealed)
    return ok('secret', 'opens the signing key')
  } catch {
    return wrong(
      'secret',
      'PARVIS_SECRET does not open the signing key: it is not the one this database was made with',
    )
  }
}

const count = async (db: Database, query: ReturnType<typeof sql>) =>
  (await db.pool.one<{ n: number }>(query).catch(() => undefined))?.n ?? 0

async function administrators(db: Database): Promise<Finding> {
  const n = await count(
    db,
    sql`select count(*) as n from user_roles r join users u on u.id = r.user_id where role = 'admin' and status = 'active'`,
  )
  return n > 0
    ? ok('administrators', `${n}`)
    : wrong('administrators', 'none can sign in: parvis user grant --role admin')
}

async function communes(db: Database): Promise<Finding> {
  const n = await count(db, sql`select total as n from counters where name = 'communes'`)
  return n > 0 ? ok('communes', `${n}`) : wrong('communes', 'none: run parvis communes load')
}

/** Cron passes are noted by the queue itself: a worker that lives makes one every minute or so. */
async function worker(db: Database): Promise<Finding> {
  const row = await db.pool
    .one<{ seconds: number | null; failed: number }>(sql`
      select extract(epoch from now() - (select max(cron_on) from pgboss.version))::int as seconds,
             (select count(*) from pgboss.job where state = 'failed') as failed`)
    .catch(() => undefined)
  if (row?.seconds == null || row.seconds > 300)
    return note('worker', 'none has been seen in the last five minutes')
  return row.failed > 0
    ? note('worker', `seen ${row.seconds} s ago; ${row.failed} jobs have failed for good`)
    : ok('worker', `seen ${row.seconds} s ago`)
}

/** Every row is read and hashed again. */
const AUDIT_MS = 600_000

async function audit(db: Database): Promise<Finding> {
  const verdict = await db
    .transaction(async tx => verifyAudit(await tx.patient(AUDIT_MS)))
    .catch(() => undefined)
  if (!verdict) return note('audit', 'cannot be read yet')
  return verdict.broken.length === 0
    ? ok('audit', `${verdict.sealedRows} rows sealed, ${verdict.openRows} not yet`)
    : wrong('audit', `${verdict.broken[0]}`)
}

async function mail({ smtpUrl, dataDir }: Config): Promise<Finding> {
  if (!smtpUrl) return note('mail', `SMTP_URL is not set: mails are written to ${dataDir}/outbox`)
  const { protocol, hostname, port } = new URL(smtpUrl)
  const reached = await answers(hostname, Number(port) || (protocol === 'smtps:' ? 465 : 587))
  return reached
    ? ok('mail', `${hostname} answers`)
    : wrong('mail', `${hostname} of SMTP_URL does not answer`)
}

async function failedMails(db: Database): Promise<Finding> {
  const n = await count(
    db,
    sql`select count(*) as n from mails where status = 'failed' and created_at > now() - interval '30 days'`,
  )
  return n === 0
    ? ok('mails', 'none has failed in the last 30 days')
    : note('mails', `${n} were refused, given up or came back in the last 30 days: the log says why`)
}

/** Whether an answer to a mail of the support comes back into its conversation. */
export function inboundMail(config: Pick<Config, 'inboundMailSecrets' | 'mailFrom' | 'publicUrl'>): Finding {
  const about = 'inbound mail'
  const secrets = config.inboundMailSecrets.length
  if (secrets === 0)
    return note(about, 'INBOUND_MAIL_SECRETS is not set: every mail that is handed over is refused')
  const held = `${secrets} ${secrets === 1 ? 'secret' : 'secrets'}`
  if (config.mailFrom === undefined)
    return note(about, `${held}, but MAIL_FROM is not set: nobody has an address to answer to`)
  const example = replyAddress(config, '0'.repeat(TOKEN_LETTERS))
  return example === undefined
    ? note(
        about,
        `${held}; the name before the @ of MAIL_FROM is too long to carry a token: answers are known by what they answer alone`,
      )
    : ok(
        about,
        `${held}; answers come to ${example.replace(/0+@/, '<token>@')}: the mail server must take such addresses`,
      )
}

async function provider(config: Config): Promise<Finding> {
  const { issuer, audience } = config.oidc
  if (!issuer) return ok('provider', 'none but this service itself: OIDC_ISSUER is not set')
  const door = doorFor(config, { debug: () => {}, warn: () => {} })
  try {
    const keys = await publishedKeys(door, issuer)
    const algorithms = [...new Set(keys.flatMap(key => key.algorithms))].join(', ')
    const says = `${issuer} answers; ${keys.length} ${keys.length === 1 ? 'key' : 'keys'} for ${algorithms}`
    return audience
      ? ok('provider', says)
      : note('provider', `${says}; without OIDC_AUDIENCE its tokens are not taken`)
  } catch (error) {
    if (error instanceof ProviderFault) return wrong('provider', `${issuer}: ${error.message}`)
    throw error
  } finally {
    door.close()
  }
}

/** Shown, because it has to be typed in at the provider; nobody but who may read the file can run this. */
function payment(config: Config): Finding {
  const kept = config.payment.signingSecrets.length === 0 ? signingSecretsOf(config) : []
  if (kept.length > 0)
    return note('payment', `events are signed with ${kept[0]} (from ${signingSecretFile(config.dataDir)})`)
  return config.payment.signingSecrets.length > 0
    ? ok('payment', `${config.payment.provider}: ${config.payment.signingSecrets.length} signing secrets`)
    : note('payment', NO_SIGNING_SECRET)
}

async function paymentEvents(db: Database): Promise<Finding> {
  const failed = await count(db, sql`select count(*) as n from payment_events where status = 'failed'`)
  return failed === 0
    ? ok('payment events', 'none has failed')
    : wrong('payment events', `${failed} failed: see GET /api/v1/admin/payment-events?status=failed`)
}

const answers = (host: string, port: number) =>
  new Promise<boolean>(resolve => {
    const socket = dial({ host: host.replace(/^\[|\]$/g, ''), port, timeout: 3_000 })
    const done = (reached: boolean) => {
      socket.destroy()
      resolve(reached)
    }
    socket
      .once('connect', () => done(true))
      .once('error', () => done(false))
      .once('timeout', () => done(false))
  })

const proxies = ({ host, publicUrl, trustProxy }: Config): Finding =>
  publicUrl?.startsWith('https:') && trustProxy.length === 0
    ? note(
        'proxy',
        `${publicUrl} is served through a proxy on ${host}: set TRUST_PROXY, or all visitors share one rate limit`,
      )
    : ok('proxy', trustProxy.length > 0 ? `trusted: ${trustProxy.join(', ')}` : 'none')
