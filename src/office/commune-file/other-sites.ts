import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { contentOfItem, whyUnfit } from '../../exchange/imports/items/rules.ts'
import { type FeedItem, Unreadable } from '../../exchange/imports/reading/item.ts'
import { readDocument } from '../../exchange/imports/reading/read-document.ts'
import type { Db } from '../../kernel/db/db.ts'
import { decodeText } from '../../kernel/fetch/decode.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { formerPath } from '../../place/former-paths.ts'
import { typesToChoose } from '../../publishing/publications/commune-file.ts'
import { acteursHere } from '../../territory/acteurs/commune-file.ts'
import { fuseauOf } from '../../territory/communes/collectes/zones.ts'
import { communeNamed, type FiledCommune, refOfCommune } from '../../territory/communes/commune-file.ts'
import type { ActeurLine, Line, PublicationLine, RedirectLine, Resource } from './shapes.ts'
import type { CommuneSource, Placed } from './source.ts'
import { postsOf } from './wordpress-export.ts'

/**
 * Exports of other sites, read by the readers of imports and given as the file of a commune: a WordPress export (WXR), and a
 * folder of saved pages of PanneauPocket. Ids are derived from what the site calls each item, so a second run finds them.
 */

export interface Whose {
  readonly ref: string
  /** The acteur that becomes their author. Absent: the town hall. */
  readonly acteur: string | undefined
}

interface Found {
  readonly item: FeedItem
  /** When it appeared, where the site does not say. */
  readonly otherwise: Date
  /** The address on its own site, which redirects. */
  readonly address: string | null
}

/** `told`: what was left out. */
export interface OtherSite {
  readonly source: CommuneSource
  readonly told: readonly string[]
}

const MOST_BYTES = 256 * 1024 * 1024
const MOST_PAGES = 2_000

export interface Where {
  readonly commune: FiledCommune
  readonly acteur: ActeurLine
}

export async function whereTo(db: Db, whose: Whose): Promise<Where> {
  const commune = await communeNamed(db, whose.ref)
  if (!commune) throw new Refusal(`There is no commune ${whose.ref} here.`)
  const acteur = whose.acteur ?? commune.mairie_actor_id
  if (!acteur)
    throw new Refusal(
      `${commune.nom} has no town hall here: make it first, or name another acteur by --acteur.`,
    )
  const [row] = (await acteursHere(db, [acteur])) as unknown as ActeurLine[]
  if (!row) throw new Refusal(`There is no acteur ${acteur}.`)
  return { commune, acteur: row }
}

export async function otherSite(db: Db, path: string, whose: Whose): Promise<OtherSite> {
  const where = await whereTo(db, whose)
  const zone = fuseauOf(where.commune)
  const { found, told } = (await stat(path)).isDirectory()
    ? await pagesIn(path, zone)
    : await postsIn(path, zone)
  const lines = linesOf(found, where.acteur.id, told)
  return { source: await sourceOf(db, path, where, lines), told: [...told] }
}

/** These lines as the file of a commune that holds nothing else. */
export async function sourceOf(
  db: Db,
  path: string,
  { commune, acteur }: Where,
  lines: { readonly [R in Resource]?: readonly Line<R>[] },
): Promise<CommuneSource> {
  const { code_insee, nom, slug, mairie_actor_id } = commune
  const all: typeof lines = {
    ...lines,
    types: await typesToChoose(db),
    commune: [{ code_insee, nom, slug, mairie_actor_id }],
    acteurs: [acteur],
  }
  return {
    name: path,
    sha256: null,
    commune: { ref: refOfCommune(commune), slug: null },
    counts: null,
    absent: new Set(acteur.image ? [acteur.image.id] : []),
    media: new Set(),
    lines: resource => placed(resource, all[resource] ?? []),
    file: name => Promise.reject(new Error(`There is no ${name}.`)),
  }
}

async function* placed<T>(resource: string, lines: readonly T[]): AsyncGenerator<Placed<T>> {
  for (const [at, line] of lines.entries()) yield { line, place: `${resource}, item ${at + 1}` }
}

function linesOf(found: readonly Found[], acteur: string, told: Set<string>) {
  const publications = new Map<string, PublicationLine>()
  const redirects = new Map<string, RedirectLine>()
  for (const { item, otherwise, address } of found) {
    const words = contentOfItem(item)
    const unfit = words && whyUnfit(item.external_id, words)
    if (!words || unfit) {
      told.add(`Left out, ${unfit ? unfit.code : 'without a word'}: ${item.external_id}.`)
      continue
    }
    const at = (item.published_at ?? otherwise).toISOString()
    const id = idFor(item.external_id)
    const { fin_le: _end, niveau: _level, ...content } = words
    publications.set(id, {
      ...content,
      dates: [...words.dates],
      id,
      acteur_id: acteur,
      type: words.date_debut === null ? 'actualite' : 'evenement',
      moderation_status: 'published',
      valide: true,
      publie_le: at,
      moderation_by: 'import',
      created_at: at,
      ...(item.cancelled && { annule_le: at }),
    })
    const path = address === null ? undefined : formerPath(address)
    if (path !== undefined) redirects.set(path, { path, publication_id: id })
  }
  return { publications: [...publications.values()], redirects: [...redirects.values()] }
}

/** A UUID of version 8 (RFC 9562): a hash. */
export function idFor(externalId: string): string {
  const hex = createHash('sha256').update(`parvis import of a site\n${externalId}`).digest('hex')
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`
}

export async function textOf(path: string): Promise<{ text: string; changed: Date }> {
  const { size, mtime } = await stat(path)
  if (size > MOST_BYTES) throw new Refusal(`${path} is longer than ${MOST_BYTES} bytes.`)
  return { text: decodeText(await readFile(path), null).text, changed: mtime }
}

/** One document at a time, as an import reads it. */
function read(
  text: string,
  url: string,
  kind: 'rss' | 'page',
  zone: string,
  path: string,
): readonly FeedItem[] {
  try {
    return readDocument({ text, url, kind, zone }, new Date()).items
  } catch (error) {
    if (error instanceof Unreadable) throw new Refusal(`${path}: ${error.message}`)
    throw error
  }
}

async function postsIn(path: string, zone: string) {
  const { text, changed } = await textOf(path)
  const wordpress = postsOf(text)
  if (!wordpress)
    throw new Refusal(
      `${path} is neither the file of a commune, a WordPress export (WXR) nor a register of acts (CSV).`,
    )
  const found: Found[] = []
  for (const document of wordpress.documents)
    for (const item of read(document, wordpress.site, 'rss', zone, path))
      found.push({ item, otherwise: changed, address: item.source_url })
  return { found, told: new Set(wordpress.told) }
}

async function pagesIn(path: string, zone: string) {
  const names = (await readdir(path)).filter(name => /\.html?$/i.test(name)).sort()
  if (names.length === 0 || names.length > MOST_PAGES)
    throw new Refusal(`${path} holds ${names.length} pages (.html): from 1 to ${MOST_PAGES} are read.`)
  const found: Found[] = []
  for (const name of names) {
    const { text, changed } = await textOf(join(path, name))
    for (const item of read(text, 'https://app.panneaupocket.com/', 'page', zone, name))
      found.push({ item, otherwise: changed, address: null })
  }
  return { found, told: new Set<string>() }
}
