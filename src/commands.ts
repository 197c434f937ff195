import { verifyAudit } from './audit/seal.ts'
import { backupTo } from './backup/backup.ts'
import { restoreFrom } from './backup/restore.ts'
import { withDatabase, withOwner } from './command-line.ts'
import { loadCommunes } from './communes/load.ts'
import { jobs } from './jobs.ts'
import { type Command, helpOf } from './kernel/command.ts'
import { isEmail } from './kernel/config.ts'
import { sql } from './kernel/db.ts'
import { queuesOf } from './kernel/jobs.ts'
import { migrate } from './kernel/migrate.ts'
import { ROLES, type Role } from './kernel/permissions.ts'
import { Refusal } from './kernel/refusal.ts'
import { secretsFrom } from './kernel/secrets.ts'
import { EMBEDDED, embeddedTokens } from './kernel/tokens.ts'
import { serve } from './serve.ts'
import { hashPassword } from './users/passwords.ts'
import { createUser, findUserByEmail, grantRole } from './users/queries.ts'

/** TABLE 3: what an operator may type, as `npm run -s parvis -- COMMAND`. */

const say = (line: string) => process.stdout.write(`${line}\n`)

const email = (value: unknown): string => {
  if (typeof value === 'string' && isEmail(value)) return value
  throw new Refusal('--email takes one e-mail address.')
}

const role = (value: unknown): Role => {
  const found = ROLES.find(one => one === value)
  if (found) return found
  throw new Refusal(`--role takes one of: ${ROLES.join(', ')}.`)
}

/** `90s`, `15m`, `1h`: no token lives longer than a day. */
function seconds(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,5})(s|m|h)$/.exec(text) ?? []
  const total = Number(count) * ({ s: 1, m: 60, h: 3600 }[unit] ?? 0)
  if (total > 0 && total <= 24 * 3600) return total
  throw new Refusal('--ttl takes a time such as 15m or 1h, 24h at most.')
}

const STRING = { type: 'string' } as const

export const commands: Readonly<Record<string, Command>> = {
  start: {
    summary: 'the whole service: database, API and worker',
    run: async ({ config }) => serve(config),
  },

  migrate: {
    summary: 'bring the database up to date, and stop',
    run: ({ config }) =>
      withOwner(config, async ({ connection }) => {
        const applied = await migrate(connection, queuesOf(jobs))
        say(applied.length === 0 ? 'Nothing to do.' : `Applied: ${applied.map(one => one.name).join(', ')}.`)
      }),
  },

  'communes load': {
    summary: 'load or refresh all communes of France; what was edited here stays',
    run: ({ config }) =>
      withDatabase(config, async ({ db }) => {
        const { created, updated, unchanged } = await db.transaction(loadCommunes)
        say(`Communes: ${created} created, ${updated} updated, ${unchanged} unchanged.`)
      }),
  },

  'user create': {
    summary: 'make an account; without a password it can only be given a token',
    usage: '--email E [--password P] [--nom N] [--role R]...',
    options: { email: STRING, password: STRING, nom: STRING, role: { ...STRING, multiple: true } },
    run: ({ config, values }) =>
      withDatabase(config, async ({ db }) => {
        const address = email(values.email)
        const roles = (values.role as string[] | undefined)?.map(role) ?? []
        const password = values.password as string | undefined
        if (password !== undefined && password.length < 12)
          throw new Refusal('--password takes 12 characters or more.')
        const passwordHash = password === undefined ? null : await hashPassword(password)
        await db.transaction(async tx => {
          const user = await createUser(tx, {
            email: address,
            nom: (values.nom as string) ?? null,
            passwordHash,
          })
          if (!user) throw new Refusal(`There is already a user with the address ${address}.`)
          for (const one of roles) await grantRole(tx, user.id, one)
          await tx.run(sql`
            insert into audit_log (action, entity, entity_id, after)
            values ('user.created', 'user', ${user.id}, ${JSON.stringify({ roles })}::jsonb)`)
        })
        say(`Created ${address}.`)
      }),
  },

  token: {
    summary: 'print a token for the API, and nothing else',
    usage: '--email E [--ttl 1h]',
    options: { email: STRING, ttl: { ...STRING, default: '1h' } },
    run: ({ config, values }) =>
      withDatabase(config, async ({ db, secret }) => {
        const user = await findUserByEmail(db.pool, email(values.email))
        const identity =
          user &&
          (await db.pool.one<{ subject: string }>(
            sql`select subject from user_identities where user_id = ${user.id} and issuer = ${EMBEDDED}`,
          ))
        if (!identity) throw new Refusal('No user of this service has that address.')
        const publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`
        const tokens = await embeddedTokens(db.pool, secretsFrom(secret), () => publicUrl)
        say(await tokens.sign(identity.subject, seconds(String(values.ttl))))
      }),
  },

  'audit verify': {
    summary: 'prove that no row of the audit trail was changed, moved or removed',
    usage: '[--head HASH, noted from an earlier run or from the log]',
    options: { head: STRING },
    run: ({ config, values }) =>
      withDatabase(config, async ({ db }) => {
        const verdict = await verifyAudit(db.pool, values.head as string | undefined)
        for (const sentence of verdict.broken) say(`BROKEN: ${sentence}`)
        say(
          `${verdict.seals} seals over ${verdict.sealedRows} rows, ${verdict.openRows} rows not sealed yet.`,
        )
        say(`Head: ${verdict.head ?? 'none yet'}`)
        return verdict.broken.length === 0 ? 0 : 1
      }),
  },

  backup: {
    summary: 'a consistent snapshot of everything, while the service runs',
    usage: 'FILE',
    words: 1,
    run: ({ config, words: [file = ''] }) =>
      withOwner(config, async database => {
        const { tables, rows, bytes } = await backupTo(file, database, config)
        say(`${file}: ${tables} tables, ${rows} rows, ${bytes} bytes. It holds secrets: keep it as such.`)
      }),
  },

  restore: {
    summary: 'put a snapshot into an empty database',
    usage: 'FILE',
    words: 1,
    run: ({ config, words: [file = ''] }) =>
      withOwner(config, async database => {
        const { tables, rows, skipped } = await restoreFrom(file, database, config, queuesOf(jobs))
        say(`Restored ${tables} tables, ${rows} rows.`)
        if (skipped.length > 0) say(`Left out, for Parvis did not make them: ${skipped.join(', ')}.`)
      }),
  },
}

export const usage = () =>
  [
    'npm run -s parvis -- COMMAND',
    ...Object.entries(commands).map(([name, command]) => `  ${helpOf(name, command)}`),
  ].join('\n')
