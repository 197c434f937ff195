import { withOwner } from '../command-line.ts'
import { type CommandInput, say } from '../kernel/command.ts'
import type { Config } from '../kernel/config.ts'
import { sql } from '../kernel/db/db.ts'
import { createLog } from '../kernel/log.ts'
import { migrate } from '../kernel/migrate.ts'
import { Refusal } from '../kernel/refusal.ts'
import { openService, type Service } from '../service.ts'
import { createUser, grantRole, subjectForToken } from '../users/queries.ts'
import { type Asker, asking, type People, playTown } from './play.ts'
import { COMMUNE } from './town.ts'

/** The content of a small town, created through the API: with traces, mails and counters as real use would leave them. */
export const demo = ({ config, queues }: CommandInput) =>
  withOwner(config, async ({ connection, service: login, secret }) => {
    await migrate(connection, await queues())
    const service = await openService({
      config: ofOneAfternoon(config),
      log: createLog('silent'),
      secret,
      connection: await login(),
    })
    try {
      await refuseTownsInUse(service)
      const url = await service.listen()
      const people = await settle(service, url)
      const town = await playTown(people)
      say(`${COMMUNE.nom} is there: /api/v1/communes/${town.slug}, ${town.publications} publications.`)
      say(`Its people: ${Object.values(ADDRESSES).join(', ')}.`)
      say(`A token for one of them: npm run -s parvis -- token --email ${ADDRESSES.moderator}`)
    } finally {
      await service.stop()
    }
  })

/** A second service on the same database, for the demo alone, without rate limits. */
const ofOneAfternoon = (config: Config): Config => ({
  ...config,
  host: '127.0.0.1',
  port: 0,
  process: 'web',
  rateLimitScale: 0,
})

/** Refused where there are real people: moderators would not know which are invented. */
async function refuseTownsInUse({ db }: Service): Promise<void> {
  if (await db.pool.one(sql`select from acteurs limit 1`))
    throw new Refusal('There are acteurs here already: the demo is for an empty Parvis.')
}

const ADDRESSES = {
  administrator: 'zoe.delaunay@example.org',
  moderator: 'moderation@example.org',
  clerk: 'secretariat@example.org',
  comite: 'comite@example.org',
  club: 'club@example.org',
} as const

async function settle(service: Service, url: string): Promise<People> {
  const person = (
    name: keyof typeof ADDRESSES,
    ...roles: Parameters<typeof grantRole>[2][]
  ): Promise<Asker> =>
    service.db.transaction(async tx => {
      const user = await createUser(tx, { email: ADDRESSES[name], nom: null })
      if (!user) throw new Refusal(`There is already a user with the address ${ADDRESSES[name]}.`)
      for (const role of roles) await grantRole(tx, user.id, role)
      const subject = (await subjectForToken(tx, user.id)) ?? ''
      return asking(url, { id: user.id, token: await service.tokens.sign(subject, 600) })
    })
  return {
    anybody: asking(url, undefined),
    administrator: await person('administrator', 'admin'),
    moderator: await person('moderator', 'operator_moderation', 'operator_support', 'operator_claims'),
    clerk: await person('clerk'),
    comite: await person('comite'),
    club: await person('club'),
  }
}
