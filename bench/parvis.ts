/** Parvis as it runs in production: the real service, answering only, with its log switched on. */
import { readConfig } from '../src/kernel/config.ts'
import { createLog } from '../src/kernel/log.ts'
import { openService } from '../src/service.ts'
import { createUser, findUserByEmail, grantRole, subjectForToken } from '../src/users/queries.ts'
import { measuredProcess } from './measured.ts'
import { SECRET, WEBHOOK_SECRET } from './secrets.ts'

await measuredProcess(async connection => {
  const config = readConfig({
    PORT: '0',
    PROCESS: 'web',
    PUBLIC_URL: 'http://parvis.bench',
    // Said only because `web` asks for one; the connection itself is handed over below.
    DATABASE_URL: 'postgres://localhost/of-the-bench',
    PARVIS_SECRET: SECRET,
    PAYMENT_SIGNING_SECRETS: WEBHOOK_SECRET,
  })
  const log = createLog(config.logLevel)
  const service = await openService({ config, log, secret: SECRET, connection })
  const port = Number(new URL(await service.listen()).port)
  const email = 'moderator@parvis.bench'
  const subject = await service.db.transaction(async tx => {
    const user = (await createUser(tx, { email, nom: null })) ?? (await findUserByEmail(tx, email))
    await grantRole(tx, user?.id ?? '', 'operator_moderation')
    return (await subjectForToken(tx, user?.id ?? '')) ?? ''
  })
  return { port, token: await service.tokens.sign(subject, 12 * 3600) }
})
