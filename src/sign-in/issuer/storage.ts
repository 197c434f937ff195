import { createHash } from 'node:crypto'
import { createAdapterFactory } from 'better-auth/adapters'
import { retention } from '../../foundation/retention.ts'
import { empty, join, raw, type Sql, sql } from '../../kernel/db/db.ts'
import { currentExchange, FirstWrite } from './exchange.ts'

/** Storage adapter of Better Auth: our tables, through our pool and role, in the request's transaction. */

const TABLES: Readonly<Record<string, { readonly name: string; readonly fields: readonly string[] }>> = {
  user: {
    name: 'auth_users',
    fields: ['id', 'name', 'email', 'emailVerified', 'image', 'twoFactorEnabled', 'createdAt', 'updatedAt'],
  },
  session: {
    name: 'auth_sessions',
    fields: ['id', 'userId', 'token', 'expiresAt', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt'],
  },
  account: {
    name: 'auth_accounts',
    fields: [
      'id',
      'userId',
      'providerId',
      'accountId',
      'password',
      'accessToken',
      'refreshToken',
      'idToken',
      'accessTokenExpiresAt',
      'refreshTokenExpiresAt',
      'scope',
      'createdAt',
      'updatedAt',
    ],
  },
  verification: {
    name: 'auth_verifications',
    fields: ['id', 'identifier', 'value', 'expiresAt', 'createdAt', 'updatedAt'],
  },
  twoFactor: {
    name: 'auth_two_factors',
    fields: ['id', 'userId', 'secret', 'backupCodes', 'verified', 'failedVerificationCount', 'lockedUntil'],
  },
  passkey: {
    name: 'auth_passkeys',
    fields: [
      'id',
      'userId',
      'name',
      'credentialID',
      'publicKey',
      'counter',
      'deviceType',
      'backedUp',
      'transports',
      'aaguid',
      'createdAt',
    ],
  },
}

const tableOf = (model: string) => {
  const table = TABLES[model]
  if (!table) throw new Error(`The issuer has no table for ${model}.`)
  return { ...table, at: raw(table.name) }
}

function columnOf(model: string, field: string): Sql {
  if (!tableOf(model).fields.includes(field)) throw new Error(`${model} has no field ${field}.`)
  return raw(field.replaceAll(/[A-Z]+/g, letter => `_${letter.toLowerCase()}`))
}

const everything = (model: string) =>
  join(
    tableOf(model).fields.map(field => sql`${columnOf(model, field)} as ${raw(`"${field}"`)}`),
    ', ',
  )

/**
 * Session tokens are stored hashed. Reads return the hash with a mark: it can find or end the session, but a client
 * cannot use it, because client tokens must be signed by us.
 */
const STORED = 'stored:'
const storedForm = (token: string) =>
  token.startsWith(STORED) ? token : STORED + createHash('sha256').update(token).digest('base64url')

const storedValue = (model: string, field: string, value: unknown) =>
  model === 'session' && field === 'token' && typeof value === 'string' ? storedForm(value) : value

/**
 * Hides expired sessions from the library, which would delete them on reading. The nightly job deletes them when the
 * clock is credible. Expired by the database's clock or by this machine's.
 */
const notOver = (model: string): Sql =>
  model === 'session'
    ? sql`and expires_at > greatest(now(), ${new Date().toISOString()}::timestamptz)`
    : empty

interface Clause {
  readonly field: string
  readonly operator?: string | undefined
  readonly connector?: string | undefined
  readonly value: unknown
}

const COMPARED: Readonly<Record<string, string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' }

function condition(model: string, { field, value, operator = 'eq', connector = 'AND' }: Clause): Sql {
  if (connector !== 'AND') throw new Error('The issuer asks for either of two things, which is not built.')
  const column = columnOf(model, field)
  if (operator === 'in')
    return sql`${column} = any(${(value as unknown[]).map(one => storedValue(model, field, one))})`
  const stored = storedValue(model, field, value)
  if (operator === 'eq') return stored === null ? sql`${column} is null` : sql`${column} = ${stored}`
  if (operator === 'ne') return sql`${column} is distinct from ${stored}`
  const sign = COMPARED[operator]
  if (!sign) throw new Error(`The issuer compares with ${operator}, which is not built.`)
  return sql`${column} ${raw(sign)} ${stored}`
}

const where = (model: string, clauses: readonly Clause[] | undefined): Sql =>
  clauses && clauses.length > 0
    ? sql`where ${join(
        clauses.map(clause => condition(model, clause)),
        ' and ',
      )}`
    : empty

/** Puts the token of the lookup in place of the stored hash. */
function withToken<Row>(model: string, clauses: readonly Clause[], row: Row | undefined): Row | null {
  if (row === undefined) return null
  const asked =
    model === 'session' ? clauses.find(one => one.field === 'token' && one.operator === 'eq') : undefined
  return asked ? { ...row, token: asked.value } : row
}

/**
 * Locks the account before its sessions, password or second factor are read, so that the library's decisions hold until
 * the commit.
 */
async function lockAccount(model: string, clauses: readonly Clause[] | undefined): Promise<void> {
  if (model === 'verification') return
  const found =
    model === 'user'
      ? where(model, clauses)
      : sql`where id in (select user_id from ${tableOf(model).at} ${where(model, clauses)})`
  await currentExchange().lock(sql`select from auth_users ${found} order by id for no key update`)
}

/** An error rolls back the exchange. The library logs errors whole, so it must not get PostgreSQL's message. */
async function kept<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    currentExchange().failed(error)
    throw error instanceof FirstWrite ? error : new Error('The database refused.')
  }
}

const assignments = (model: string, values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(
    ([field, value]) =>
      sql`${columnOf(model, field)} = ${written(model, field, storedValue(model, field, value))}`,
  )

/**
 * A session that is not remembered ends after a day. The library knows that from a cookie, and would prolong it for
 * bearer clients. It would prolong the others for ever.
 */
const written = (model: string, field: string, value: unknown): Sql =>
  model === 'session' && field === 'expiresAt'
    ? sql`case when expires_at > created_at + interval '25 hours'
        then least(${value}::timestamptz, created_at + ${retention.longestSession.kept}::interval) else expires_at end`
    : sql`${value}`

export const storage = createAdapterFactory({
  config: {
    adapterId: 'parvis',
    supportsUUIDs: true,
    supportsNumericIds: false,
    // This service handles times as texts; the library converts them.
    supportsDates: false,
    // The exchange provides the transaction.
    transaction: false,
  },
  adapter: () => ({
    create: <T extends Record<string, unknown>>({ model, data }: { model: string; data: T }) =>
      kept(async () => {
        const fields = Object.entries(data)
        const tx = await currentExchange().writes()
        const row = await tx.one<T>(sql`
          insert into ${tableOf(model).at} (${join(
            fields.map(([field]) => columnOf(model, field)),
            ', ',
          )})
          values (${join(
            fields.map(([field, value]) => storedValue(model, field, value)),
            ', ',
          )})
          returning ${everything(model)}`)
        return { ...(row as T), ...('token' in data && { token: data.token }) }
      }),
    findOne: <T>({ model, where: clauses }: { model: string; where: Clause[] }) =>
      kept(async () => {
        await lockAccount(model, clauses)
        const row = await currentExchange()
          .reads()
          .one<T>(
            sql`select ${everything(model)} from ${tableOf(model).at} ${where(model, clauses)} ${notOver(model)} limit 1`,
          )
        return withToken<T>(model, clauses, row)
      }),
    findMany: <T>(asked: {
      model: string
      where?: Clause[] | undefined
      limit: number
      sortBy?: { field: string; direction: 'asc' | 'desc' } | undefined
      offset?: number | undefined
    }) =>
      kept(async () => {
        const { model, sortBy } = asked
        await lockAccount(model, asked.where)
        const order = sortBy
          ? sql`order by ${columnOf(model, sortBy.field)} ${raw(sortBy.direction === 'desc' ? 'desc' : 'asc')}`
          : empty
        return await currentExchange()
          .reads()
          .all<T>(sql`select ${everything(model)} from ${tableOf(model).at} ${where(model, asked.where)}
            ${order} limit ${asked.limit} offset ${asked.offset ?? 0}`)
      }),
    update: <T>({ model, where: clauses, update }: { model: string; where: Clause[]; update: T }) =>
      kept(async () => {
        const tx = await currentExchange().writes()
        const row = await tx.one<T>(sql`
          update ${tableOf(model).at} set ${join(assignments(model, update as Record<string, unknown>), ', ')}
          ${where(model, clauses)} returning ${everything(model)}`)
        return withToken<T>(model, clauses, row)
      }),
    updateMany: asked =>
      kept(async () => {
        const tx = await currentExchange().writes()
        return await tx.run(sql`
          update ${tableOf(asked.model).at} set ${join(assignments(asked.model, asked.update), ', ')}
          ${where(asked.model, asked.where)}`)
      }),
    delete: ({ model, where: clauses }) =>
      kept(async () => {
        const tx = await currentExchange().writes()
        await tx.run(sql`delete from ${tableOf(model).at} ${where(model, clauses)}`)
      }),
    deleteMany: ({ model, where: clauses }) =>
      kept(async () => {
        const tx = await currentExchange().writes()
        return await tx.run(sql`delete from ${tableOf(model).at} ${where(model, clauses)}`)
      }),
    // The row lock lets one of several concurrent calls through; the others find nothing.
    consumeOne: <T>({ model, where: clauses }: { model: string; where: Clause[] }) =>
      kept(async () => {
        const tx = await currentExchange().writes()
        const { at } = tableOf(model)
        const row = await tx.one<T>(sql`
          delete from ${at} where id = (select id from ${at} ${where(model, clauses)} limit 1 for update)
          returning ${everything(model)}`)
        return row ?? null
      }),
    incrementOne: <T>(asked: {
      model: string
      where: Clause[]
      increment: Record<string, number>
      set?: Record<string, unknown> | undefined
    }) =>
      kept(async () => {
        const { model } = asked
        const steps = Object.entries(asked.increment).map(
          ([field, by]) =>
            sql`${columnOf(model, field)} = coalesce(${columnOf(model, field)}, 0) + ${by}::int`,
        )
        const tx = await currentExchange().writes()
        const row = await tx.one<T>(sql`
          update ${tableOf(model).at} set ${join([...steps, ...assignments(model, asked.set ?? {})], ', ')}
          ${where(model, asked.where)} returning ${everything(model)}`)
        return row ?? null
      }),
    count: ({ model, where: clauses }) =>
      kept(async () => {
        const row = await currentExchange()
          .reads()
          .one<{ n: number }>(sql`select count(*) as n from ${tableOf(model).at} ${where(model, clauses)}`)
        return row?.n ?? 0
      }),
  }),
})
