import { type Cell, copyLine } from '../../src/kernel/db/copy.ts'
import { type DuplicateKey, duplicateKeyOf } from '../../src/publishing/publications/duplicates.ts'
import { Chance } from './chance.ts'
import { type Fate, fateOf } from './fate.ts'
import { bodyLength, bodyOf, placeOf, spelled, titleOf } from './texts.ts'
import type { Town } from './town.ts'
import { WATCHED } from './words.ts'

export const COLUMNS = [
  'id',
  'title',
  'body',
  'acteur_id',
  'type_id',
  'commune_id',
  'commune_ids',
  'date_debut',
  'date_fin',
  'lieu',
  'image_url',
  'source_url',
  'epingle',
  'import_source_id',
  'created_by',
  'duplicate_key',
  'duplicate_reason',
  'created_at',
  'edited_at',
  'updated_at',
  'moderation_status',
  'valide',
  'publie_le',
  'moderation_by',
  'moderation_reason',
  'moderation_reason_code',
  'moderated_at',
  'moderated_by',
  'deleted_at',
  'en_avant',
  'featured_until',
  'reports_count',
  'dates',
]

export const BATCH = 2_000
const DAY = 86_400_000
/** Publications of five years. */
export const SPAN = 5 * 365 * DAY

const TYPES = ['actualite', 'evenement', 'annonce', 'service', 'deliberation', 'alerte']
const TYPE_WEIGHTS = [0.45, 0.25, 0.14, 0.08, 0.05, 0.03]
const SITES = ['', 'culture.', 'sports.', 'agenda.', 'infos.']
const TRACKED = ['?utm_source=lettre', '?utm_medium=courriel&utm_campaign=ete', '/', '/?xtor=EPR-1', '#haut']

/** The content of a row; duplicates are derived from it. */
interface Said {
  readonly acteur_id: string
  readonly commune: number
  readonly type_id: string
  readonly title: string
  readonly body: string
  readonly date_debut: string | null
  readonly source_url: string | null
}

export interface Reported {
  readonly publication: string
  readonly open: number
  readonly created: number
}

export interface Plan {
  readonly rows: number
  readonly seed: number
  readonly now: number
  readonly town: Town
}

/** The rows of a batch, deterministic whichever connection writes them. */
export function batchOf(plan: Plan, batch: number, reported: Reported[]): string {
  const chance = new Chance(plan.seed, batch)
  const said: Said[] = []
  let lines = ''
  const end = Math.min(plan.rows, (batch + 1) * BATCH)
  for (let number = batch * BATCH; number < end; number++) {
    const created = plan.now - SPAN + Math.floor((number / plan.rows) * SPAN) + chance.below(DAY / 4)
    const words = said.length > 20 ? again(chance, said) : undefined
    const text = words ?? newWords(plan, chance, number, created)
    said.push(text)
    const fate = fateOf(chance, { now: plan.now, created: Math.min(created, plan.now), rows: plan.rows })
    const id = chance.uuid(created)
    if (fate.reports_count > 0) reported.push({ publication: id, open: fate.reports_count, created })
    lines += copyLine(valuesOf(plan, chance, { id, text, key: duplicateKeyOf(text), fate }))
  }
  return lines
}

interface Row {
  readonly id: string
  readonly text: Said
  readonly key: DuplicateKey
  readonly fate: Fate
}

function valuesOf({ town }: Plan, chance: Chance, { id, text, key, fate }: Row): Cell[] {
  const commune = town.communes[text.commune] as string
  const imported = text.source_url !== null && chance.happens(0.7)
  const days = text.date_debut !== null && chance.happens(0.5) ? chance.below(10) : undefined
  const date_fin = days === undefined ? null : day(Date.parse(text.date_debut as string) + days * DAY)
  return [
    id,
    text.title,
    text.body,
    text.acteur_id,
    text.type_id,
    commune,
    communesOf(town, chance, commune),
    text.date_debut,
    date_fin,
    chance.happens(0.3) ? placeOf(chance) : null,
    chance.happens(0.4) ? `https://images.exemple.test/${id}.jpg` : null,
    text.source_url,
    chance.happens(0.005),
    imported ? chance.pick(town.importSources) : null,
    imported ? null : chance.pick(town.users),
    key.duplicate_key,
    key.duplicate_reason,
    fate.created_at,
    fate.created_at,
    fate.updated_at,
    fate.moderation_status,
    fate.valide,
    fate.publie_le,
    fate.moderation_by,
    fate.reason,
    fate.reason_code,
    fate.moderated_at,
    ...[fate.moderation_by === 'backoffice' ? town.users[chance.below(20)] : null],
    fate.deleted_at,
    fate.en_avant,
    fate.featured_until,
    fate.reports_count,
    text.date_debut === null ? [] : datesOf(chance, text.date_debut),
  ]
}

/** One event in five is a weekly series of up to forty weeks. */
const datesOf = (chance: Chance, first: string): string[] =>
  chance.happens(0.2)
    ? Array.from({ length: chance.between(1, 40) }, (_, week) =>
        day(Date.parse(first) + (week + 1) * 7 * DAY),
      )
    : []

function newWords({ town, rows }: Plan, chance: Chance, number: number, created: number): Said {
  const commune = chance.rank(town.communes.length)
  const held = WATCHED.filter(one => one.isIn({ number, rows, commune, chance })).map(one => one.word)
  const inTitle = held.filter(() => chance.happens(0.15)).slice(0, 2)
  const title = titleOf(chance, inTitle)
  const address = `https://www.${chance.pick(SITES)}exemple.test/${spelled(title)}-${number}`
  return {
    commune,
    acteur_id: acteurOf(town, chance, commune),
    type_id: town.types.get(TYPES[chance.weighted(TYPE_WEIGHTS)] ?? '') as string,
    title,
    body: bodyOf(
      chance,
      bodyLength(chance),
      held.filter(word => !inTitle.includes(word)),
    ),
    date_debut: chance.happens(0.15) ? day(created + chance.between(-10, 120) * DAY) : null,
    source_url: chance.happens(0.4) ? address : null,
  }
}

/** Occasional duplicates: the same address in another spelling, or the same words. */
function again(chance: Chance, said: readonly Said[]): Said | undefined {
  const which = chance.share()
  if (which > 0.055) return undefined
  const earlier = said[said.length - 1 - chance.below(20)] as Said
  if (which > 0.05) {
    return { ...earlier, source_url: null, title: `${earlier.title.toUpperCase()} !`.slice(0, 200) }
  }
  if (earlier.source_url === null) return undefined
  const address = chance.happens(0.5) ? earlier.source_url.replace('://www.', '://') : earlier.source_url
  const plain = address.replace(/[?#/][^/]*$/, part => (part.startsWith('/') && part.length > 1 ? part : ''))
  return { ...earlier, title: titleOf(chance, []), source_url: plain + chance.pick(TRACKED) }
}

const acteurOf = (town: Town, chance: Chance, commune: number): string => {
  const acteurs = town.acteurs[commune] ?? []
  return acteurs[chance.rank(acteurs.length)] as string
}

/** One in ten is attached to two to five other communes, one in a thousand to fifty. */
function communesOf({ communes }: Town, chance: Chance, own: string): string[] {
  const which = chance.share()
  if (which > 0.1) return [own]
  const all = new Set([own])
  const many = which < 0.001 ? 51 : chance.between(3, 6)
  while (all.size < many) {
    const rank = chance.happens(0.5) ? chance.rank(communes.length) : chance.below(communes.length)
    all.add(communes[rank] as string)
  }
  return [...all]
}

const day = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 10)
