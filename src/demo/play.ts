import { localDay, startOfDay } from '../kernel/values/local-time.ts'
import type { Asker } from './asking.ts'
import { drawn } from './scenes.ts'
import { actsOn } from './town/acts.ts'
import { COMMUNE, DEFIBRILLATEURS, MAIRIE, MERGED, PLACE } from './town/commune.ts'
import { type ActeurName, acteurs } from './town/directory.ts'
import { openActeur, own } from './town/opened.ts'
import type { Text } from './town/text.ts'
import { CLAIMS, draftOn, QUESTIONS, SOURCE } from './town/waiting.ts'
import { minutesSince, writtenBy } from './town/written.ts'

/** Three weeks of the town, played through its API: each request is sent by the user who would send it. */

export type People = Readonly<
  Record<'anybody' | 'administrator' | 'moderator' | 'clerk' | 'comite' | 'club', Asker>
>

const ZONE = 'Europe/Paris'
const DAY_MS = 86_400_000

export const todayAt = (now: Date): string => localDay(now, ZONE)

type Ids = Readonly<Record<ActeurName, string>>

interface Town {
  readonly slug: string
  readonly commune: string
  readonly acteurs: Ids
  readonly publications: readonly string[]
  /** How old each of them is to be. */
  readonly minutes: readonly number[]
  /** A commune that becomes a part of it. */
  readonly merged: string
}

export async function playTown(people: People, now = new Date()): Promise<Town> {
  const { administrator, clerk } = people
  const today = todayAt(now)
  const commune = await administrator.ask('POST', '/admin/communes', COMMUNE)
  const merged = await administrator.ask('POST', '/admin/communes', MERGED.commune)
  const ids = await openActeurs(people, commune.id)
  for (const device of DEFIBRILLATEURS)
    await administrator.ask('POST', `/admin/communes/${commune.id}/defibrillateurs`, device)
  await clerk.ask('PATCH', `/mairie/acteurs/${ids.mairie}/communes/${commune.id}/place`, PLACE)
  const { published, leading, waiting } = writtenBy(today)
  const texts = [...published, leading, ...waiting]
  const publish = publishing(people, commune.id, ids, now)
  const publications: string[] = []
  for (const text of texts) publications.push(await publish(text))
  for (const { publication, pdf } of actsOn(today)) {
    const { id } = await clerk.ask('POST', `/uploads?acteur_id=${ids.mairie}`, pdf)
    await clerk.ask('POST', `/mairie/acteurs/${ids.mairie}/publications`, {
      ...publication,
      documents: [{ id }],
    })
  }
  await clerk.ask('POST', '/me/drafts', { acteur_id: ids.mairie, content: draftOn(today) })
  const lead = publications[published.length] ?? ''
  // The sports club does not publish without review.
  await people.moderator.ask('PATCH', '/admin/publications/bulk/moderate', {
    ids: publications.filter((_, at) => published[at]?.by === 'club'),
    moderation_status: 'published',
  })
  await decide(people, lead, publications.slice(published.length + 1), now)
  await people.anybody.ask('POST', `/publications/${lead}/report`, {
    reason: 'false_information',
    message: 'L’affiche de la halle annonce une heure plus tard.',
  })
  await writeAndClaim(people, ids)
  await administrator.ask('POST', '/admin/import-sources', { ...SOURCE, acteur_id: ids.mairie })
  const startOfToday = startOfDay(today, ZONE)
  return {
    slug: commune.slug,
    commune: commune.id,
    acteurs: ids,
    publications,
    minutes: texts.map(({ age }, at) => minutesSince(Math.max(1, age), at, now, startOfToday)),
    merged: merged.id,
  }
}

/** At once, since they are many. */
const SIDE_BY_SIDE = 8

async function openActeurs({ administrator, ...people }: People, commune_id: string): Promise<Ids> {
  const mairie = await openActeur(administrator, {
    ...MAIRIE,
    commune_id,
    publishes: true,
    badge: 'officiel',
  })
  await administrator.ask('PATCH', `/admin/communes/${commune_id}`, { mairie_actor_id: mairie })
  const ids: Record<string, string> = { mairie }
  for (let at = 0; at < acteurs.length; at += SIDE_BY_SIDE)
    await Promise.all(
      acteurs.slice(at, at + SIDE_BY_SIDE).map(async ([name, acteur]) => {
        ids[name] = await openActeur(administrator, { ...acteur, commune_id })
      }),
    )
  const owners = { mairie: people.clerk, comite: people.comite, club: people.club }
  for (const [name, owner] of Object.entries(owners)) await own(administrator, owner, ids[name] ?? '')
  return ids as Ids
}

const publishing = (people: People, commune_id: string, ids: Ids, now: Date) => {
  const owners: Partial<Record<ActeurName, Asker>> = {
    mairie: people.clerk,
    comite: people.comite,
    club: people.club,
  }
  const drawings = new Map<string, Promise<Buffer>>()
  let types: { id: string; slug: string }[]
  return async ({ picture, annule, leve, ...text }: Text): Promise<string> => {
    const { by, type, age, ...words } = text
    const writer = owners[by] ?? people.administrator
    types ??= await people.anybody.ask('GET', '/publications/types')
    let images: object[] | undefined
    if (picture) {
      const { scene, alt } = picture
      const drawing = drawings.get(scene) ?? drawn(scene)
      drawings.set(scene, drawing)
      const { id } = await writer.ask('POST', `/uploads?acteur_id=${ids[by]}`, await drawing)
      images = [{ id, alt }]
    }
    const made = await writer.ask('POST', '/publications', {
      ...words,
      ...(images && { images }),
      acteur_id: ids[by],
      commune_id,
      type_id: types.find(({ slug }) => slug === type)?.id,
      ...(age < 0 && { publie_le: inDays(-age, now) }),
    })
    if (annule !== undefined)
      await writer.ask('PATCH', `/publications/${made.id}`, { annule: true, annule_motif: annule })
    if (leve) await writer.ask('PATCH', `/publications/${made.id}`, { leve })
    return made.id
  }
}

const inDays = (days: number, now: Date) => new Date(now.getTime() + days * DAY_MS).toISOString()

/** The event of the season is featured; of what waits, one is published, one scheduled for next week, one rejected. */
async function decide(
  { moderator }: People,
  lead: string,
  [first, second, , advertisement]: readonly string[],
  now: Date,
): Promise<void> {
  await moderator.ask('PATCH', `/admin/publications/${lead}/feature`, {
    en_avant: true,
    featured_until: inDays(30, now),
  })
  await moderator.ask('PATCH', `/admin/publications/${first}/moderate`, { moderation_status: 'published' })
  await moderator.ask('PATCH', `/admin/publications/${second}/moderate`, {
    moderation_status: 'approved',
    publie_le: inDays(7, now),
  })
  await moderator.ask('PATCH', `/admin/publications/${advertisement}/moderate`, {
    moderation_status: 'rejected',
    reason_code: 'off_topic',
    reason: 'Les offres commerciales ont leur page : merci de les y publier.',
  })
}

async function writeAndClaim({ anybody, moderator }: People, ids: Ids): Promise<void> {
  for (const question of QUESTIONS) {
    const { answer, ...asked } = { answer: undefined, ...question }
    const { id } = await anybody.ask('POST', '/messages', asked)
    if (answer) await moderator.ask('POST', `/admin/messages/threads/${id}/reply`, { body: answer })
  }
  for (const { acteur, ...claim } of CLAIMS)
    await anybody.ask('POST', '/claims', { ...claim, acteur_id: ids[acteur] })
}
