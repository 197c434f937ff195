import { bringUpToDate, withOwner } from '../foundation/command-line.ts'
import { type CommandInput, say, textOf } from '../kernel/commands/command.ts'
import { sql } from '../kernel/db/db.ts'
import { Refusal } from '../kernel/refusals/refusal.ts'
import { type Config, ownUrl } from '../kernel/settings/config.ts'
import { createLog } from '../kernel/telemetry/log.ts'
import { letGo } from '../media/reencoder.ts'
import { generatePassword, hashPassword } from '../people/users/passwords.ts'
import { createUser, grantRole, subjectForToken } from '../people/users/queries.ts'
import { backdate } from '../publishing/publications/demo-dates.ts'
import { openService, type Service } from '../service.ts'
import { setPassword } from '../sign-in/issuer/accounts.ts'
import { mergeInto } from '../territory/communes/demo-merge.ts'
import { type Asker, asking } from './asking.ts'
import { contest } from './month/appeals.ts'
import { COLLEAGUE, NEIGHBOURS } from './month/authors.ts'
import { playMonth } from './month/play.ts'
import {
  type Agenda,
  agendaFrom,
  BROUGHT,
  importAgenda,
  PAYMENT_SECRET,
  serveAgenda,
  spreadOverMonth,
  subscribe,
} from './outside.ts'
import { type People, playTown, todayAt } from './play.ts'
import { COMMUNE, MERGED } from './town/commune.ts'

/** Creates the content of a small town and its neighbours through the API, with the traces, mails and counters of real use. */
export const demo = ({ config, queues, values }: CommandInput) =>
  withOwner(
    config,
    async ({ connection, service: login, secret }) => {
      const publications = publicationsOf(textOf(values.publications))
      await bringUpToDate(config, connection, await queues())
      await using agenda = await serveAgenda(agendaFrom(todayAt(new Date())))
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
        const town = await play(
          { service, url, config: own, agenda, password },
          { publications, hostile: values.hostile === true },
        )
        say(`${COMMUNE.nom} is there: /place/${town.slug}, ${town.publications} publications.`)
        const { administrator, moderator, clerk } = PEOPLE
        say(`Its people: ${town.people.join(', ')}.`)
        say(
          `${administrator.email} administers, ${moderator.email} moderates, ${clerk.email} writes for its town hall.`,
        )
        say(`The password of each of them, said only here: ${password}`)
        say(`A token for one of them: npm run -s parvis -- token --email ${moderator.email}`)
      } finally {
        await service.stop()
        await letGo()
      }
    },
    { makes: true },
  )

const MOST_PUBLICATIONS = 5_000
/** The fewest publications of the neighbours and the club, so that each fate of a publication occurs. */
const FEWEST = 40

function publicationsOf(text: string | undefined): number {
  if (text === undefined) return FEWEST
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

interface Wanted {
  readonly publications: number
  /** With texts that attack what shows them. */
  readonly hostile?: boolean
}

/** Three weeks of the town, and a month of its neighbours that makes up the number. */
export async function play(stage: Stage, { publications, hostile = false }: Wanted) {
  const { service, url } = stage
  const person = personAt(stage, await hashPassword(stage.password))
  const people = await settle(url, person)
  const neighbours = {
    chorale: await person(NEIGHBOURS.chorale),
    libraire: await person(NEIGHBOURS.libraire),
    pompier: await person(NEIGHBOURS.pompier),
  }
  const colleague = await person(COLLEAGUE, 'operator_moderation')
  const now = new Date()
  const town = await playTown(people, now)
  await service.db.transaction(tx => mergeInto(tx, town.merged, town.commune))
  await people.administrator.ask('PATCH', `/admin/communes/${town.merged}/merger`, {
    merged_le: MERGED.since,
  })
  await service.db.transaction(tx => backdate(tx, town.publications, town.minutes))

  const more = Math.max(FEWEST, publications - town.publications.length - BROUGHT)
  const home = { commune: town.commune, club: town.acteurs.club }
  const today = todayAt(now)
  const month = await playMonth({ people, neighbours, colleague, home, today, hostile }, more)
  await spreadOverMonth(service, month.publications)
  // Afterwards: an appeal is tied to the time of the decision that it contests.
  await contest(people, month)
  await importAgenda(stage, people.administrator, month.acteurs.animation)
  await subscribe(service, url, Object.values(month.acteurs))
  const everybody = [...Object.values(PEOPLE), COLLEAGUE, ...Object.values(NEIGHBOURS)]
  return {
    slug: town.slug,
    publications: town.publications.length + more + BROUGHT,
    people: everybody.map(({ email }) => email),
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
    moderator: await person(PEOPLE.moderator, 'operator_moderation', 'operator_support', 'operator_claims'),
    clerk: await person(PEOPLE.clerk),
    comite: await person(PEOPLE.comite),
    club: await person(PEOPLE.club),
  }
}
