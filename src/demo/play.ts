import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '../kernel/refusal.ts'
import { drawn } from './scenes.ts'
import {
  ACTEURS,
  type ActeurName,
  CLAIMS,
  COMMUNE,
  DEFIBRILLATEURS,
  DRAFT,
  MAIRIE,
  PLACE,
  PUBLISHED,
  QUESTIONS,
  SOURCE,
  type Text,
  WAITING,
} from './town.ts'

/** A week of the town, played through its API: each request is sent by the user who would send it. */

export interface Asker {
  readonly id: string | undefined
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes, read field by field
  ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object | Buffer): Promise<any>
}

export type People = Readonly<
  Record<'anybody' | 'administrator' | 'moderator' | 'clerk' | 'comite' | 'club', Asker>
>

export const asking = (
  url: string,
  who: { readonly id: string; readonly token: string } | undefined,
): Asker => ({
  id: who?.id,
  async ask(method, path, body) {
    const response = await patiently(`${url}/api/v1${path}`, {
      method,
      headers: {
        'x-app-source': path.startsWith('/admin/') ? 'backoffice' : 'public',
        ...(who && { authorization: `Bearer ${who.token}` }),
        ...(body && { 'content-type': Buffer.isBuffer(body) ? 'image/jpeg' : 'application/json' }),
        // Idempotent, so that a retry has no second effect.
        ...(who && method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
      },
      ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    })
    const answer = (await response.json()) as { data: unknown; message?: string }
    if (!response.ok) throw new Refusal(`${method} ${path} answered ${response.status}: ${answer.message}`)
    return answer.data
  },
})

const TRIES = 6

/**
 * Several requests run at once against a service that has just started: on a busy machine its database connections may
 * not all be open within the two seconds that a request waits. A 503 is repeated after its `Retry-After`.
 */
async function patiently(url: string, request: RequestInit): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, request)
    if (response.status !== 503 || tries === TRIES) return response
    await response.body?.cancel()
    await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
  }
}

type Ids = Readonly<Record<ActeurName, string>>

export interface Town {
  readonly slug: string
  readonly commune: string
  readonly acteurs: Ids
  readonly publications: number
}

export async function playTown(people: People): Promise<Town> {
  const commune = await people.administrator.ask('POST', '/admin/communes', COMMUNE)
  const ids = await openActeurs(people, commune.id)
  for (const device of DEFIBRILLATEURS)
    await people.administrator.ask('POST', `/admin/communes/${commune.id}/defibrillateurs`, device)
  await people.clerk.ask('PATCH', `/mairie/acteurs/${ids.mairie}/communes/${commune.id}/place`, PLACE)
  const publish = publishing(people, commune.id, ids)
  for (const text of PUBLISHED) await publish(text)
  await people.clerk.ask('POST', '/me/drafts', { acteur_id: ids.mairie, content: DRAFT })
  const waiting: string[] = []
  for (const text of WAITING) waiting.push(await publish(text))
  await decide(people, waiting)
  await complain(people, commune.id)
  await writeAndClaim(people, ids)
  await people.administrator.ask('POST', '/admin/import-sources', { ...SOURCE, acteur_id: ids.mairie })
  const publications = PUBLISHED.length + WAITING.length
  return { slug: commune.slug, commune: commune.id, acteurs: ids, publications }
}

async function openActeurs({ administrator, ...people }: People, commune_id: string): Promise<Ids> {
  const open = async (acteur: object, can_publish: boolean): Promise<string> => {
    const { id } = await administrator.ask('POST', '/admin/acteurs', { ...acteur, commune_id })
    await administrator.ask('PATCH', `/admin/acteurs/${id}/validate`, {})
    if (can_publish) await administrator.ask('POST', `/admin/acteurs/${id}/can-publish`, { can_publish })
    return id
  }
  const mairie = await open(MAIRIE, true)
  await administrator.ask('PATCH', `/admin/acteurs/${mairie}/badge`, { badge: 'officiel' })
  await administrator.ask('PATCH', `/admin/communes/${commune_id}`, { mairie_actor_id: mairie })
  const others = Object.entries(ACTEURS).map(
    async ([name, acteur]) => [name, await open(acteur, name === 'comite' || name === 'ecole')] as const,
  )
  const ids = { mairie, ...Object.fromEntries(await Promise.all(others)) } as Ids
  // They claim their acteurs as real owners would.
  const owners = { mairie: people.clerk, comite: people.comite, club: people.club }
  for (const [name, owner] of Object.entries(owners) as [keyof typeof owners, Asker][]) {
    const message = 'Je publie pour cette structure.'
    const claim = await owner.ask('POST', '/claims', { acteur_id: ids[name], message })
    await administrator.ask('PATCH', `/admin/claims/${claim.id}`, { status: 'approved' })
  }
  return ids
}

const publishing = (people: People, commune_id: string, ids: Ids) => {
  const owners: Partial<Record<ActeurName, Asker>> = {
    mairie: people.clerk,
    comite: people.comite,
    club: people.club,
  }
  let types: { id: string; slug: string }[]
  return async ({ picture, annule, ...text }: Text): Promise<string> => {
    const { by, type, debut, fin, semaines = 0, publie_dans, ...words } = text
    const writer = owners[by] ?? people.administrator
    types ??= await people.anybody.ask('GET', '/publications/types')
    const upload =
      picture && (await writer.ask('POST', `/uploads?acteur_id=${ids[by]}`, await drawn(picture.scene)))
    const made = await writer.ask('POST', '/publications', {
      ...words,
      ...(upload && { images: [{ id: upload.id, alt: picture.alt }] }),
      acteur_id: ids[by],
      commune_id,
      ...(type && { type_id: types.find(({ slug }) => slug === type)?.id }),
      ...(debut !== undefined && {
        date_debut: dayAfter(debut),
        dates: Array.from({ length: semaines }, (_, week) => dayAfter(debut + 7 * (week + 1))),
      }),
      ...(fin !== undefined && { date_fin: dayAfter(fin) }),
      ...(publie_dans !== undefined && { publie_le: timeAfter(publie_dans) }),
    })
    if (annule !== undefined)
      await writer.ask('PATCH', `/publications/${made.id}`, { annule: true, annule_motif: annule })
    return made.id
  }
}

const timeAfter = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const dayAfter = (days: number) => timeAfter(days).slice(0, 10)

/** One is published, one scheduled for next week, one rejected; the others wait. */
async function decide(
  { moderator }: People,
  [first, second, , advertisement]: readonly string[],
): Promise<void> {
  await moderator.ask('PATCH', `/admin/publications/${first}/moderate`, { moderation_status: 'published' })
  await moderator.ask('PATCH', `/admin/publications/${first}/feature`, {
    en_avant: true,
    featured_until: timeAfter(7),
  })
  await moderator.ask('PATCH', `/admin/publications/${second}/moderate`, {
    moderation_status: 'approved',
    publie_le: timeAfter(7),
  })
  await moderator.ask('PATCH', `/admin/publications/${advertisement}/moderate`, {
    moderation_status: 'rejected',
    reason_code: 'off_topic',
    reason: 'Les offres commerciales ont leur page : merci de les y publier.',
  })
}

async function complain({ anybody }: People, communeId: string): Promise<void> {
  const list = await anybody.ask('GET', `/communes/${communeId}/publications?q=bal`)
  await anybody.ask('POST', `/publications/${list[0].id}/report`, {
    reason: 'false_information',
    message: 'Le bal est annoncé à 20 h sur l’affiche.',
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
