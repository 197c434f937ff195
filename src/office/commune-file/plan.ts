import { isDeepStrictEqual } from 'node:util'
import type { Db } from '../../kernel/db/db.ts'
import { parseJson } from '../../kernel/http/json.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { isTimestamp } from '../../kernel/routes/check.ts'
import { publicationsHere } from '../../publishing/publications/commune-file.ts'
import { uploadsHere } from '../../publishing/uploads/queries.ts'
import { acteursHere, takenNames } from '../../territory/acteurs/commune-file.ts'
import {
  communeNamed,
  communesNamed,
  type FiledCommune,
  hasPlace,
} from '../../territory/communes/commune-file.ts'
import type { Examined } from './examine.ts'
import type { ActeurLine, FileLine, Line, PublicationLine, Resource } from './shapes.ts'
import type { CommuneSource, Placed } from './source.ts'
import { inStrides, STRIDE } from './strides.ts'

/** Compares a file with what is here: what is new, what is the same, and what differs and therefore stays. */

export interface Plan {
  readonly commune: FiledCommune
  /** Ids by how the file names them. */
  readonly communes: ReadonlyMap<string, string>
  readonly acteurs: ReadonlySet<string>
  /** New slugs for new acteurs whose slug another acteur has here. */
  readonly slugs: ReadonlyMap<string, string>
  readonly publications: ReadonlySet<string>
  /** The PDFs of new acts, with the act of each. */
  readonly papers: ReadonlyMap<string, string>
  /** Acts whose PDF the file lacks. */
  readonly leftOut: ReadonlySet<string>
  /** Pictures and documents that new acteurs and publications show. */
  readonly files: readonly FileLine[]
  /** Sentences for the operator. */
  readonly told: readonly string[]
  readonly unchanged: { readonly acteurs: number; readonly publications: number }
}

const MOST_TOLD = 20

export async function planImport(db: Db, source: CommuneSource, examined: Examined): Promise<Plan> {
  const { ref } = source.commune
  const commune = await communeNamed(db, ref)
  if (!commune) throw new Refusal(`There is no commune ${ref} here: parvis communes load.`)
  const communes = await communesNamed(db, [...examined.communes])
  const unknown = [...examined.communes].filter(one => !communes.has(one))
  if (unknown.length > 0)
    throw new Refusal(
      `These communes of the file are not known here: ${unknown.slice(0, 20).join(', ')}. Run parvis communes load.`,
    )
  const told = new Told()
  const wanted = new Set<string>()
  const ofActeurs = await planActeurs(db, source, commune, told, wanted)
  const ofPublications = await planPublications(db, source, commune, told, wanted)
  const placed = await hasPlace(db, commune.id)
  for await (const { line } of source.lines('commune'))
    if (!placed && line.place?.blason) wanted.add(line.place.blason)
  return {
    commune,
    communes,
    acteurs: ofActeurs.fresh,
    slugs: ofActeurs.slugs,
    publications: ofPublications.fresh,
    papers: ofPublications.papers,
    leftOut: ofPublications.leftOut,
    files: await planFiles(db, examined, source, wanted),
    told: told.sentences(),
    unchanged: { acteurs: ofActeurs.unchanged, publications: ofPublications.unchanged },
  }
}

/** What is said of several records in one sentence. */
class Told {
  readonly #by = new Map<string, string[]>()

  add(what: string, id: string): void {
    this.#by.set(what, [...(this.#by.get(what) ?? []), id])
  }

  sentences(): string[] {
    return [...this.#by].map(([what, ids]) => {
      const more = ids.length > MOST_TOLD ? `, and ${ids.length - MOST_TOLD} more` : ''
      return `${what} (${ids.length}): ${ids.slice(0, MOST_TOLD).join(', ')}${more}.`
    })
  }
}

/** Lines in batches, so that each is one question to the database. */
export async function* batches<R extends Resource>(
  source: CommuneSource,
  resource: R,
): AsyncGenerator<Placed<Line<R>>[]> {
  let some: Placed<Line<R>>[] = []
  for await (const one of source.lines(resource)) {
    some.push(one)
    if (some.length < STRIDE) continue
    yield some
    some = []
  }
  if (some.length > 0) yield some
}

async function planActeurs(
  db: Db,
  source: CommuneSource,
  commune: FiledCommune,
  told: Told,
  wanted: Set<string>,
) {
  const [fresh, slugs] = [new Set<string>(), new Map<string, string>()]
  let unchanged = 0
  for await (const batch of batches(source, 'acteurs')) {
    const here = new Map(
      (
        await acteursHere(
          db,
          batch.map(({ line }) => line.id),
        )
      ).map(row => [row.id, row]),
    )
    const created: ActeurLine[] = []
    for (const { line, place } of batch) {
      const row = here.get(line.id)
      if (!row) created.push(line)
      else if ((line.commune ?? null) !== row.commune)
        throw new Refusal(
          `${place}: the acteur ${line.id} is here, in another commune (${row.commune ?? 'none'}).`,
        )
      else if (isSame(line, row, source.absent)) unchanged++
      else told.add('Acteurs that are here with other contents stay as they are', line.id)
    }
    for (const line of created) {
      fresh.add(line.id)
      if (line.image) wanted.add(line.image.id)
    }
    for (const [id, slug] of await freeSlugs(db, created, commune)) {
      slugs.set(id, slug)
      told.add(
        'The short address of these acteurs is another one’s here; the former one leads to the new one',
        `${id} → ${slug}`,
      )
    }
  }
  return { fresh, slugs, unchanged }
}

/** A slug that is taken gets the slug of the commune appended. A number that is taken belongs to the same body: people decide. */
async function freeSlugs(db: Db, created: readonly ActeurLine[], { slug: town }: FiledCommune) {
  const names = created.map(({ id, slug, siret = null, rna = null }) => ({ id, slug, siret, rna }))
  const found = new Map<string, string>()
  for (const { id, here, slug, siret, rna } of await takenNames(db, names)) {
    if (siret || rna)
      throw new Refusal(
        `The acteur ${id} has the ${siret ? 'SIRET' : 'RNA'} number of ${here}, which is here: merge or correct one of the two first.`,
      )
    const line = slug ? names.find(one => one.id === id) : undefined
    if (line)
      found.set(id, `${line.slug.slice(0, 60).replace(/-$/, '')}-${town}`.slice(0, 100).replace(/-$/, ''))
  }
  const second = await takenNames(
    db,
    [...found].map(([id, slug]) => ({ id, slug, siret: null, rna: null })),
  )
  if (second.length > 0)
    throw new Refusal(
      `The short address of the acteur ${second[0]?.id} is taken: change that of ${second[0]?.here} first.`,
    )
  return found
}

async function planPublications(
  db: Db,
  source: CommuneSource,
  commune: FiledCommune,
  told: Told,
  wanted: Set<string>,
) {
  const [fresh, leftOut, papers] = [new Set<string>(), new Set<string>(), new Map<string, string>()]
  let unchanged = 0
  for await (const batch of batches(source, 'publications')) {
    const here = new Map(
      (
        await publicationsHere(
          db,
          batch.map(({ line }) => line.id),
        )
      ).map(one => [one.row.id, one]),
    )
    for (const { line, place } of batch) {
      const known = here.get(line.id)
      const paper = line.acte ? line.documents?.[0]?.id : undefined
      if (!known && paper !== undefined && source.absent.has(paper)) {
        told.add('Acts whose PDF the file lacks are left out', line.id)
        leftOut.add(line.id)
      } else if (!known) {
        if (paper !== undefined) papers.set(paper, line.id)
        fresh.add(line.id)
        for (const { id } of [...(line.images ?? []), ...(line.documents ?? [])]) wanted.add(id)
      } else if (known.commune_id !== commune.id)
        throw new Refusal(`${place}: the publication ${line.id} is here, of another commune.`)
      else if (known.row.acteur_id !== (line.acteur_id ?? null))
        throw new Refusal(`${place}: the publication ${line.id} is here, of another acteur.`)
      else if (known.deleted) told.add('Publications that were deleted here stay deleted', line.id)
      else if (isSame(line, known.row, source.absent)) unchanged++
      else told.add('Publications that are here with other contents stay as they are', line.id)
    }
  }
  return { fresh, leftOut, papers, unchanged }
}

/** A file that is here under another acteur is not the one of the file. */
async function planFiles(
  db: Db,
  { files }: Examined,
  { absent }: CommuneSource,
  wanted: ReadonlySet<string>,
) {
  const fresh: FileLine[] = []
  for (const ids of inStrides([...files.keys()])) {
    const here = new Map((await uploadsHere(db, ids)).map(row => [row.id, row]))
    for (const id of ids) {
      const line = files.get(id)
      const row = here.get(id)
      if (!line) continue
      if (row && row.acteur_id !== line.acteur_id)
        throw new Refusal(`The ${line.kind} ${id} is here, of another acteur.`)
      if (!row && wanted.has(id) && !absent.has(id)) fresh.push(line)
    }
  }
  return fresh
}

////////////////////////////////////////////////////////////////////////////// the same

/** Moves without a change of content. */
const PASSING: ReadonlySet<string> = new Set(['version', 'updated_at', 'edited_at', 'moderated_at'])

type Known = ActeurLine | PublicationLine
/** Whether the record here says what the line says. A line of an earlier release says less. */
function isSame(line: Known, row: object, absent: ReadonlySet<string>): boolean {
  const here = parseJson(Buffer.from(JSON.stringify(row))) as Record<string, unknown>
  return Object.entries(line).every(
    ([name, value]) =>
      PASSING.has(name) || isDeepStrictEqual(plain(value, absent), plain(here[name], absent)),
  )
}

/** An instant may be written in several ways. Attachments without those that the file lacks. */
function plain(value: unknown, absent: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return value.length > 19 && isTimestamp(value) ? Date.parse(value) : value
  if (Array.isArray(value)) return value.filter(one => !absent.has((one as { id?: string })?.id ?? ''))
  return value
}
