import { bringUpToDate, withOwner } from '../command-line.ts'
import { type CommandInput, say, textOf } from '../kernel/command.ts'
import { type Config, ownUrl } from '../kernel/config.ts'
import { sql } from '../kernel/db/db.ts'
import { createLog } from '../kernel/log.ts'
import { Refusal } from '../kernel/refusal.ts'
import { letGo } from '../media/reencoder.ts'
import { openService, type Service } from '../service.ts'
import { setPassword } from '../sign-in/issuer/accounts.ts'
import { generatePassword, hashPassword } from '../users/passwords.ts'
import { createUser, grantRole, subjectForToken } from '../users/queries.ts'
import { contest } from './appeals.ts'
import { playMonth } from './month.ts'
import {
  type Agenda,
  BROUGHT,
  importAgenda,
  PAYMENT_SECRET,
  serveAgenda,
  spreadOverMonth,
  subscribe,
} from './outside.ts'
import { type Asker, asking, type People, playTown } from './play.ts'
import { COMMUNE } from './town.ts'
import { COLLEAGUE, NEIGHBOURS } from './villages.ts'

/** Creates the content of a small town through the API, with the traces, mails and counters of real use. */
export const demo = ({ config, queues, values }: CommandInput) =>
  withOwner(
    config,
    async ({ connection, service: login, secret }) => {
      const publications = publicationsOf(textOf(values.publications))
      await bringUpToDate(config, connection, await queues())
      await using agenda = await serveAgenda()
      const own = ofOneAfternoon(config, agenda)
      const service = await openService({
        config: own,
        log: createLog('silent'),
        secret,
        connection: await login(),
      })
      try {
        await refuseTownsInUse(service)
        const url = await service.listen()
        const password = generatePassword()
        const town = await play({ service, url, config: own, agenda, password }, publications)
        say(`${COMMUNE.nom} is there: /place/${town.slug}, ${town.publications} publications.`)
        say(`Its people: ${town.people.join(', ')}.`)
        say(`The password of each of them, said only here: ${password}`)
        say(`A token for one of them: npm run -s parvis -- token --email ${PEOPLE.moderator.email}`)
      } finally {
        await service.stop()
        await letGo()
      }
    },
    { makes: true },
  )

const MOST_PUBLICATIONS = 5_000

function publicationsOf(text: string | undefined): number {
  if (text === undefined) return 0
  const publications = Number(text)
  if (/^[1-9]\d*$/.test(text) && publications <= MOST_PUBLICATIONS) return publications
  throw new Refusal(`--publications is a number from 1 to ${MOST_PUBLICATIONS}.`)
}

/** A second service on the same database, without rate limits, for the demo only. */
export const ofOneAfternoon = (config: Config, agenda: Agenda): Config => ({
  ...config,
  // Links in mails lead to the service itself, which runs meanwhile or is started later.
  publicUrl: config.publicUrl ?? ownUrl(config),
  host: '127.0.0.1',
  port: 0,
  process: 'web',
  rateLimitScale: 0,
  importAllowPrivate: [...config.importAllowPrivate, agenda.pair],
  payment: { provider: 'payment', signingSecrets: [PAYMENT_SECRET] },
})

/** Refused if there are real users: moderators could not tell them from invented ones. */
async function refuseTownsInUse({ db }: Service): Promise<void> {
  if (await db.pool.one(sql`select from acteurs limit 1`))
    throw new Refusal('There are acteurs here already: the demo is for an empty Parvis.')
}

interface Stage {
  readonly service: Service
  readonly url: string
  readonly config: Config
  readonly agenda: Agenda
  /** The password of all demo users. */
  readonly password: string
}

/** A week of the town; for more publications, a month of the town and its neighbours. */
export async function play(stage: Stage, wanted: number) {
  const { service, url } = stage
  const person = personAt(stage, await hashPassword(stage.password))
  const people = await settle(url, person)
  const town = await playTown(people)
  const addresses: string[] = Object.values(PEOPLE).map(({ email }) => email)
  const more = wanted - town.publications - BROUGHT
  if (more <= 0) return { ...town, people: addresses }

  const neighbours = {
    chorale: await person(NEIGHBOURS.chorale),
    libraire: await person(NEIGHBOURS.libraire),
    pompier: await person(NEIGHBOURS.pompier),
  }
  const colleague = await person(COLLEAGUE, 'operator_moderation')
  const home = { commune: town.commune, acteurs: town.acteurs }
  const month = await playMonth({ people, neighbours, colleague, home }, more)
  await spreadOverMonth(service, month.publications)
  // Afterwards: an appeal is tied to the time of the decision that it contests.
  await contest(people, month)
  await importAgenda(stage, people.administrator, month.acteurs[1] ?? '')
  await subscribe(service, url, month.acteurs)
  return {
    ...town,
    publications: wanted,
    people: [...addresses, COLLEAGUE.email, ...Object.values(NEIGHBOURS).map(({ email }) => email)],
  }
}

const PEOPLE = {
  administrator: { email: 'zoe.delaunay@example.org', nom: 'Zoé Delaunay' },
  moderator: { email: 'moderation@example.org', nom: 'Maëlle Le Goff' },
  clerk: { email: 'secretariat@example.org', nom: 'Françoise Petit' },
  comite: { email: 'comite@example.org', nom: 'Gérard Lefèvre' },
  club: { email: 'club@example.org', nom: 'Inès Haddad' },
} as const

type Enter = (
  person: { readonly email: string; readonly nom: string },
  ...roles: Parameters<typeof grantRole>[2][]
) => Promise<Asker>

const personAt =
  ({ service, url }: Stage, passwordHash: string): Enter =>
  ({ email, nom }, ...roles) =>
    service.db.transaction(async tx => {
      const user = await createUser(tx, { email, nom })
      if (!user) throw new Refusal(`There is already a user with the address ${email}.`)
      await setPassword(tx, user.id, passwordHash)
      for (const role of roles) await grantRole(tx, user.id, role)
      const subject = (await subjectForToken(tx, user.id)) ?? ''
      return asking(url, { id: user.id, token: await service.tokens.sign(subject, 3_600) })
    })

async function settle(url: string, person: Enter): Promise<People> {
  return {
    anybody: asking(url, undefined),
    administrator: await person(PEOPLE.administrator, 'admin'),
    moderator: await person(
      PEOPLE.moderator,
      ...(['operator_moderation', 'operator_support', 'operator_claims'] as const),
    ),
    clerk: await person(PEOPLE.clerk),
    comite: await person(PEOPLE.comite),
    club: await person(PEOPLE.club),
  }
}
