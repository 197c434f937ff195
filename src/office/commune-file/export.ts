import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { COLLECTE_FIELDS, ELU_FIELDS, INFO_FIELDS } from '../../../shared/fields/communes.ts'
import { PLACE_FIELDS } from '../../../shared/fields/places.ts'
import type { Database } from '../../kernel/db/database.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { readWithin } from '../../kernel/files/read-within.ts'
import { ZipWriter } from '../../kernel/files/zip-writer.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { pick } from '../../kernel/values/fields.ts'
import { DOCUMENT_NAME, pictureName } from '../../media/keys.ts'
import { LONGEST_FILE, type MediaStore } from '../../media/store.ts'
import { formerPathsToFile } from '../../place/former-paths.ts'
import { publicationsToFile, typesToFile } from '../../publishing/publications/commune-file.ts'
import { type FiledUpload, uploadsToFile } from '../../publishing/uploads/queries.ts'
import { acteursHere, acteursToFile } from '../../territory/acteurs/commune-file.ts'
import {
  communeNamed,
  type FiledCommune,
  formerSlugs,
  hasPlace,
  hostsToFile,
  refOfCommune,
} from '../../territory/communes/commune-file.ts'
import { collectesOf, elusOf, infosOf } from '../../territory/communes/details/queries.ts'
import { findPlace } from '../../territory/communes/places/queries.ts'
import {
  FORMAT,
  FORMAT_VERSION,
  jsonSchema,
  type Line,
  MANIFEST_NAME,
  type Manifest,
  nameOfResource,
  README_NAME,
  type Resource,
  SCHEMA_NAME,
} from './shapes.ts'
import { inStrides, STRIDE } from './strides.ts'
import { newestSeal, trailToFile } from './trail.ts'

interface Exporting {
  readonly db: Database
  /** Where the rows wait: a container may write nowhere else. */
  readonly dataDir: string
  readonly store: MediaStore
  readonly version: string
  readonly now: Date
}

/** A picture or document that does not come within this time ends the export. */
const STORE_MS = 60_000
const NO_ID = '00000000-0000-0000-0000-000000000000'

type Counts = Record<string, number>
interface Spooled {
  readonly commune: FiledCommune
  readonly counts: Counts
  readonly files: readonly FiledUpload[]
  readonly seal: Manifest['seal']
}

/**
 * The bytes of a commune's file. All rows come from one snapshot. They go to a temporary file first, so that a slow reader holds
 * no transaction; pictures follow one by one.
 */
export async function* communeFile(
  ref: string,
  { db, dataDir, store, version, now }: Exporting,
): AsyncGenerator<Buffer> {
  await mkdir(dataDir, { recursive: true })
  const folder = await mkdtemp(join(dataDir, 'commune-'))
  try {
    const zip = new ZipWriter(now)
    const spool = join(folder, 'rows')
    const { commune, counts, files, seal } = await snapshot(db, ref, zip, spool)
    yield* createReadStream(spool) as AsyncIterable<Buffer>
    const absent: string[] = []
    for (const file of files) {
      const bytes = await bytesOf(store, file)
      if (bytes) yield* zip.stored(pathOf(file), bytes)
      else absent.push(file.id)
    }
    const { code_insee, nom, slug } = commune
    const manifest: Manifest = {
      format: FORMAT,
      version: FORMAT_VERSION,
      parvis: version,
      exported_at: now.toISOString(),
      commune: { code_insee, nom, slug },
      counts,
      absent,
      seal,
    }
    yield* zip.stored(MANIFEST_NAME, Buffer.from(JSON.stringify(manifest, null, 2)))
    yield* zip.stored(SCHEMA_NAME, Buffer.from(JSON.stringify(jsonSchema(), null, 2)))
    yield* zip.stored(README_NAME, Buffer.from(readme(commune)))
    yield* zip.end()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const snapshot = (db: Database, ref: string, zip: ZipWriter, spool: string): Promise<Spooled> =>
  db.longSession(session =>
    session.transaction(async tx => {
      await tx.run(sql`set transaction isolation level repeatable read read only`)
      const commune = await communeNamed(tx, ref)
      if (!commune) throw new Refusal(`There is no commune ${ref}.`)
      const counts: Counts = {}
      const files: FiledUpload[] = []
      await pipeline(rowsOf(tx, commune, zip, counts, files), createWriteStream(spool, { mode: 0o600 }))
      return { commune, counts, files, seal: await newestSeal(tx) }
    }),
  )

/** The entries of all resources, and which pictures and documents they show. */
async function* rowsOf(tx: Db, commune: FiledCommune, zip: ZipWriter, counts: Counts, files: FiledUpload[]) {
  const shown = new Set<string>()
  const entry = async function* <R extends Resource>(resource: R, lines: AsyncIterable<Line<R>>) {
    counts[resource] = 0
    yield* zip.packed(
      nameOfResource(resource),
      inPieces(lines, () => {
        counts[resource] = (counts[resource] ?? 0) + 1
      }),
    )
  }
  const acteurs = await acteursToFile(tx, commune.id)
  yield* entry('commune', one(await communeLine(tx, commune, shown)))
  yield* entry('types', each(await typesToFile(tx, commune.id)))
  yield* entry('acteurs', acteurLines(tx, acteurs, shown))
  yield* entry('publications', publicationLines(tx, commune.id, shown))
  for (const ids of inStrides([...shown])) files.push(...(await uploadsToFile(tx, ids)))
  yield* entry('files', fileLines(files))
  yield* entry('redirects', redirectLines(tx, commune.id, acteurs))
  yield* entry('trail', trailLines(tx, { commune: commune.id, acteurs }))
}

async function* inPieces(lines: AsyncIterable<unknown>, count: () => void): AsyncGenerator<string> {
  let piece = ''
  for await (const line of lines) {
    count()
    piece += `${JSON.stringify(line)}\n`
    if (piece.length < PIECE) continue
    yield piece
    piece = ''
  }
  if (piece) yield piece
}
const PIECE = 256 * 1024

async function* one<T>(line: T) {
  yield line
}
async function* each<T>(lines: readonly T[]) {
  yield* lines
}
async function communeLine(tx: Db, commune: FiledCommune, shown: Set<string>): Promise<Line<'commune'>> {
  const { id, code_insee, nom, slug, mairie_actor_id } = commune
  const place = (await hasPlace(tx, id)) ? await findPlace(tx, id) : null
  if (place?.blason) shown.add(place.blason.id)
  return {
    code_insee,
    nom,
    slug,
    mairie_actor_id,
    place: place && { ...pick(PLACE_FIELDS, place), blason: place.blason?.id ?? null },
    elus: (await elusOf(tx, id)).map(row => pick(ELU_FIELDS, row)),
    collectes: (await collectesOf(tx, id)).map(row => pick(COLLECTE_FIELDS, row)),
    infos: (await infosOf(tx, id)).map(row => pick(INFO_FIELDS, row)),
    hosts: await hostsToFile(tx, id),
  }
}

async function* acteurLines(
  tx: Db,
  all: readonly string[],
  shown: Set<string>,
): AsyncGenerator<Line<'acteurs'>> {
  for (const ids of inStrides(all))
    for (const row of (await acteursHere(tx, ids)) as unknown as Line<'acteurs'>[]) {
      if (row.image) shown.add(row.image.id)
      yield row
    }
}

async function* publicationLines(
  tx: Db,
  communeId: string,
  shown: Set<string>,
): AsyncGenerator<Line<'publications'>> {
  for (let after = NO_ID; ; ) {
    const rows = (await publicationsToFile(tx, communeId, after, STRIDE)) as unknown as Line<'publications'>[]
    for (const row of rows) {
      for (const { id } of [...(row.images ?? []), ...(row.documents ?? [])]) shown.add(id)
      yield row
    }
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

async function* fileLines(files: readonly FiledUpload[]): AsyncGenerator<Line<'files'>> {
  for (const file of files) {
    const { id, acteur_id, kind, name, created_at } = file
    yield { id, acteur_id, kind, name, created_at, path: pathOf(file) }
  }
}

async function* redirectLines(
  tx: Db,
  communeId: string,
  acteurs: readonly string[],
): AsyncGenerator<Line<'redirects'>> {
  for (const slug of await formerSlugs(tx, communeId)) yield { slug }
  for (let after = ''; ; ) {
    const paths = await formerPathsToFile(tx, communeId, acteurs, after, STRIDE)
    yield* paths
    const last = paths.at(-1)
    if (!last) return
    after = last.path
  }
}

async function* trailLines(
  tx: Db,
  of: { readonly commune: string; readonly acteurs: readonly string[] },
): AsyncGenerator<Line<'trail'>> {
  for (let after = 0; ; ) {
    const rows = await trailToFile(tx, of, after, STRIDE * 4)
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

const pathOf = ({ id, kind }: Pick<FiledUpload, 'id' | 'kind'>) =>
  `media/${id}.${kind === 'image' ? 'webp' : 'pdf'}`

/** Undefined where the store has it no longer: removed for legal reasons since, or lost. */
async function bytesOf(store: MediaStore, { key, kind, width }: FiledUpload): Promise<Buffer | undefined> {
  const name = kind === 'image' ? pictureName(width ?? 0, 'webp') : DOCUMENT_NAME
  const stream = await store.read(key, name)
  return stream && (await readWithin(stream, { most: LONGEST_FILE, ms: STORE_MS }))
}

const readme = (
  commune: FiledCommune,
) => `${commune.nom} (${refOfCommune(commune)}) : le fichier de la commune

Tout ce que la commune a publié dans Parvis : publications, événements, alertes, acteurs, images,
documents, anciennes adresses, et un extrait du journal. Aucun compte, aucun mot de passe, aucune
adresse de personne.

Chaque fichier .jsonl a une ligne par élément, en JSON ; schema.json dit ce que veut dire chaque
champ. Pour remettre la commune dans un autre Parvis :
  parvis commune import FICHIER --trial
puis sans --trial.
`
