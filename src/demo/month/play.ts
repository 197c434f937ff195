import type { Asker } from '../asking.ts'
import type { People } from '../play.ts'
import { openActeur, own } from '../town/opened.ts'
import { type Author, neighbours, type Somebody, VILLAGES } from './authors.ts'
import {
  AFTERTHOUGHTS,
  ANSWERS,
  COMPLAINTS,
  complaintsOf,
  PRESETS,
  questionsOf,
  REFUSALS,
} from './remarks.ts'
import { textsOf } from './texts.ts'

/**
 * A month of three communes, played through the API: a moderation queue to try the back-office with. Deterministic.
 */

const DAY_MS = 86_400_000

type Fate =
  | 'waits'
  | 'appears'
  | 'is refused'
  | 'is put off'
  | 'is approved'
  | 'is deleted'
  | 'is put in front'
/** Out of twenty. */
const FATES: readonly Fate[] = [
  ...Array<Fate>(9).fill('waits'),
  ...Array<Fate>(4).fill('appears'),
  ...Array<Fate>(3).fill('is refused'),
  'is put off',
  'is approved',
  'is deleted',
  'is put in front',
]

interface Month {
  readonly people: People
  readonly neighbours: Readonly<Record<Somebody, Asker>>
  /** A second moderator. */
  readonly colleague: Asker
  readonly home: { readonly commune: string; readonly club: string }
  readonly today: string
  readonly hostile: boolean
}

interface Played {
  readonly publications: readonly string[]
  /** For imports and subscriptions. */
  readonly acteurs: Readonly<Record<Author, string>>
  /** Refused publications, each with its author. */
  readonly refused: readonly { readonly id: string; readonly by: Asker }[]
  /** A refused claim. */
  readonly claim: { readonly id: string; readonly by: Asker }
}

export async function playMonth(month: Month, publications: number): Promise<Played> {
  const { people, today, hostile } = month
  const authors = await settleVillages(month)
  const types: { id: string; slug: string }[] = await people.anybody.ask('GET', '/publications/types')
  const made: string[] = []
  const writers = new Map<string, Asker>()
  for (const { by: name, type, kind: _, repeats: _of, ...words } of textsOf(today, publications, {
    hostile,
  })) {
    const { by, acteur, commune } = authors[name]
    const { id } = await by.ask('POST', '/publications', {
      ...words,
      acteur_id: acteur,
      commune_id: commune,
      type_id: types.find(({ slug }) => slug === type)?.id,
    })
    made.push(id)
    writers.set(id, by)
  }
  await decideAll(month, made)
  await changeSome(month, ofFate(made, 'appears'), writers)
  await complain(month, ofFate(made, 'appears'))
  await ask(month)
  const refused = ofFate(made, 'is refused').flatMap(id => {
    const by = writers.get(id)
    return by && by !== people.administrator ? [{ id, by }] : []
  })
  const claim = await claimTwice(month, authors.cafe.acteur)
  const acteurs = Object.entries(authors).map(([name, { acteur }]) => [name, acteur])
  return { publications: made, acteurs: Object.fromEntries(acteurs), refused, claim }
}

interface Writer {
  readonly by: Asker
  readonly acteur: string
  readonly commune: string
}

async function settleVillages({ people, neighbours: owners, home }: Month): Promise<Record<Author, Writer>> {
  const { administrator } = people
  const authors = { club: { by: people.club, acteur: home.club, commune: home.commune } } as Record<
    Author,
    Writer
  >
  const communes = new Map<string, string>()
  for (const [name, { teinte, mot, ...village }] of Object.entries(VILLAGES)) {
    const { id } = await administrator.ask('POST', '/admin/communes', village)
    await administrator.ask('PATCH', `/admin/communes/${id}/place`, { teinte, mot })
    communes.set(name, id)
  }
  for (const [name, { village, owner, ...described }] of neighbours) {
    const commune = communes.get(village) ?? ''
    const acteur = await openActeur(administrator, { ...described, commune_id: commune })
    if (owner) await own(administrator, owners[owner], acteur)
    if (described.type === 'mairie')
      await administrator.ask('PATCH', `/admin/communes/${commune}`, { mairie_actor_id: acteur })
    authors[name] = { by: owner ? owners[owner] : administrator, acteur, commune }
  }
  return authors
}

const ofFate = (ids: readonly string[], fate: Fate) =>
  ids.filter((_, at) => FATES[at % FATES.length] === fate)

async function decideAll({ people: { moderator }, colleague }: Month, ids: readonly string[]): Promise<void> {
  const inTurn = [moderator, colleague]
  for (const [at, by] of inTurn.entries()) {
    const mine = (fate: Fate) => ofFate(ids, fate).filter((_, place) => place % 2 === at)
    await together(by, [...mine('appears'), ...mine('is put in front')], { moderation_status: 'published' })
    await together(by, mine('is approved'), { moderation_status: 'approved' })
    for (const [place, [reason_code, reason]] of REFUSALS.entries()) {
      const refused = mine('is refused').filter((_, number) => number % REFUSALS.length === place)
      await together(by, refused, { moderation_status: 'rejected', reason_code, reason })
    }
    for (const [days, id] of mine('is put off').entries())
      await by.ask('PATCH', `/admin/publications/${id}/moderate`, {
        moderation_status: 'approved',
        publie_le: new Date(Date.now() + (days + 1) * DAY_MS).toISOString(),
      })
    for (const id of mine('is put in front'))
      await by.ask('PATCH', `/admin/publications/${id}/feature`, { en_avant: true })
    for (const id of mine('is deleted')) await by.ask('DELETE', `/admin/publications/${id}`)
  }
}

const MOST_AT_ONCE = 500

async function together(by: Asker, ids: readonly string[], decision: object): Promise<void> {
  for (let at = 0; at < ids.length; at += MOST_AT_ONCE)
    await by.ask('PATCH', '/admin/publications/bulk/moderate', {
      ids: ids.slice(at, at + MOST_AT_ONCE),
      ...decision,
    })
}

/** One in nine of the visible publications is edited by its author and waits again. */
async function changeSome(
  { people: { administrator } }: Month,
  shown: readonly string[],
  writers: ReadonlyMap<string, Asker>,
): Promise<void> {
  for (const [at, id] of shown.filter((_, number) => number % 9 === 4).entries()) {
    const by = writers.get(id)
    if (!by || by === administrator) continue
    const { body, lieu } = await by.ask('GET', `/me/publications/${id}`)
    await by.ask('PATCH', `/publications/${id}`, {
      body: `${body}\n\n${AFTERTHOUGHTS[at % AFTERTHOUGHTS.length]}`,
      lieu: lieu === null ? 'Salle polyvalente' : `${lieu}, salle du haut`,
    })
  }
}

/** One in three is reported, some by several people. */
async function complain({ people, neighbours, hostile }: Month, shown: readonly string[]): Promise<void> {
  const complaints = complaintsOf(hostile)
  const reporters = [people.anybody, ...Object.values(neighbours)]
  for (const [at, id] of shown.filter((_, number) => number % 3 === 0).entries())
    for (const [place, by] of reporters.slice(0, 1 + (at % 3)).entries()) {
      const [reason, message] = complaints[(at + place) % complaints.length] ?? COMPLAINTS[0]
      await by.ask('POST', `/publications/${id}/report`, { reason, message })
    }
}

async function ask({ people, neighbours, hostile }: Month): Promise<void> {
  for (const [at, subject] of questionsOf(hostile).entries()) {
    const by = Object.values(neighbours)[at % Object.keys(neighbours).length] ?? people.club
    const { id } = await by.ask('POST', '/messages', {
      subject,
      body: `Bonjour,\n\n${subject} : pouvez-vous m’aider ?`,
    })
    const thread = `/admin/messages/threads/${id}`
    if (at % 2 === 0)
      await people.moderator.ask('POST', `${thread}/reply`, { body: 'Bonjour, nous regardons.' })
    if (at === 3) await people.moderator.ask('PATCH', `${thread}/close`, {})
    if (at !== 1) continue
    await people.moderator.ask('PATCH', `${thread}/flag`, { flag: 'red' })
    await people.moderator.ask('POST', `${thread}/notes`, {
      body: 'Le club a déménagé : vérifier au greffe.',
    })
  }
  for (const [nom, body] of Object.entries(ANSWERS))
    await people.moderator.ask('POST', '/admin/reply-templates', { nom, body })
  for (const [reason_code, body] of Object.entries(PRESETS))
    await people.moderator.ask('POST', '/admin/refusal-presets', { reason_code, body })
}

/** A refused claim, and one that waits. */
async function claimTwice({ people, neighbours }: Month, acteur_id: string) {
  const message = 'Je tiens la caisse le samedi.'
  const { id } = await neighbours.pompier.ask('POST', '/claims', { acteur_id, message })
  const reason = 'Rien ne montre que vous représentez le café.'
  await people.moderator.ask('PATCH', `/admin/claims/${id}`, { status: 'rejected', reason })
  await neighbours.libraire.ask('POST', '/claims', {
    acteur_id,
    message: 'Je suis la nouvelle gérante : le bail est à mon nom.',
  })
  return { id, by: neighbours.pompier }
}
