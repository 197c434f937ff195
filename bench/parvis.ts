/** The real service as in production: web process only, with its log, without rate limits. */
import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { readConfig } from '../src/kernel/settings/config.ts'
import { createLog } from '../src/kernel/telemetry/log.ts'
import { hashPassword } from '../src/people/users/passwords.ts'
import { createUser, findUserByEmail, grantRole, subjectForToken } from '../src/people/users/queries.ts'
import { openService } from '../src/service.ts'
import { setPassword } from '../src/sign-in/issuer/accounts.ts'
import { measuredProcess, type Request, type Statement } from './measured.ts'
import { PERSON, SECRET, WEBHOOK_SECRET } from './secrets.ts'

await measuredProcess(async ({ connection, dataDir }) => {
  const config = readConfig({
    PORT: '0',
    PROCESS: 'web',
    PUBLIC_URL: 'http://parvis.bench',
    DATA_DIR: dataDir,
    // Required by PROCESS=web; the connection is passed below.
    DATABASE_URL: 'postgres://localhost/of-the-bench',
    PARVIS_SECRET: SECRET,
    PAYMENT_SIGNING_SECRETS: WEBHOOK_SECRET,
    RATE_LIMIT_SCALE: '0',
  })
  const log = createLog(config.logLevel)
  const service = await openService({ config, log, secret: SECRET, connection })
  const port = Number(new URL(await service.listen()).port)
  const hash = await hashPassword(PERSON.password)
  const subject = await service.db.transaction(async tx => {
    const known = async (email: string) =>
      (await createUser(tx, { email, nom: null }))?.id ?? (await findUserByEmail(tx, email))?.id ?? ''
    await setPassword(tx, await known(PERSON.email), hash)
    const moderator = await known('moderator@parvis.bench')
    await grantRole(tx, moderator, 'admin')
    return (await subjectForToken(tx, moderator)) ?? ''
  })
  const capture = async ({ body, path, ...request }: Request) => {
    const statements: Statement[] = []
    const ask = () =>
      service.server.inject({ ...request, url: path, ...(body !== undefined && { payload: body }) })
    const { statusCode, payload } = await listening(statements, ask)
    if (statusCode >= 300) throw new Error(`${path}: ${statusCode} ${payload}`)
    return statements
  }
  return { port, token: await service.tokens.sign(subject, 12 * 3600), capture }
})

/** Records the statements of one request. */
async function listening<Answer>(heard: Statement[], ask: () => PromiseLike<Answer>): Promise<Answer> {
  const within = new AsyncLocalStorage<Statement[]>()
  const driver = pg.Client.prototype as { query: (...sent: unknown[]) => unknown }
  const { query } = driver
  driver.query = function (...sent) {
    const [first, values = []] = sent
    const { text, values: own = values } = typeof first === 'string' ? { text: first } : (first as Sent)
    within.getStore()?.push({ text, values: own as unknown[] })
    return query.apply(this, sent)
  }
  try {
    return await within.run(heard, async () => await ask())
  } finally {
    driver.query = query
  }
}
interface Sent {
  readonly text: string
  readonly values?: readonly unknown[]
}
