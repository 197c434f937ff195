import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Database } from '../../kernel/db/database.ts'
import { type Door, FetchRefused } from '../../kernel/fetch/fetch.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { checkFor } from '../../kernel/routes/check.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { shortenedAtWord } from '../../kernel/texts/texts.ts'
import { localDay, startOfDay } from '../../kernel/values/local-time.ts'
import { fileKindOf, TELLING_BYTES } from '../../media/kinds.ts'
import { refuseLowDisk } from '../../media/room.ts'
import { knownDeliberations } from '../../publishing/actes/commune-file.ts'
import { ACTE } from '../../publishing/actes/rules.ts'
import { type Register, type RegisterRow, readDeliberations } from '../../publishing/actes/scdl-reading.ts'
import { MOST_BYTES } from '../../publishing/uploads/rules.ts'
import { fuseauOf } from '../../territory/communes/collectes/zones.ts'
import { idFor, type OtherSite, sourceOf, textOf, type Where, type Whose, whereTo } from './other-sites.ts'
import { type FileLine, PublicationLine } from './shapes.ts'
import { checked } from './source.ts'

/**
 * The register of deliberations of another system (SCDL, CSV), given as the file of a commune. Its PDFs are fetched first, to a
 * temporary folder. What cannot be fetched is left out and said, so a second run brings that alone.
 */

interface Bringing {
  readonly db: Database
  readonly config: Config
  readonly door: Door
  readonly now: Date
  readonly progress?: (done: number) => void
}

/** Of one run: the rest comes with the next one. */
const MOST_NEW = 2_000
const MOST_ROWS = 50_000
const FETCH_MS = 20_000
/** A host that fails so often in a row is asked no more. */
const MOST_FAILURES = 3
const LONGEST_TITLE = 200

export const isRegister = (path: string): boolean => /\.(csv|txt)$/i.test(path)

export async function withRegister<T>(
  bringing: Bringing,
  path: string,
  whose: Whose,
  work: (site: OtherSite) => Promise<T>,
): Promise<T> {
  const { db, config, now } = bringing
  const where = await whereTo(db.pool, whose)
  const { commune, acteur } = where
  if (acteur.id !== commune.mairie_actor_id)
    throw new Refusal('Acts are those of the town hall: leave --acteur out.')
  const zone = fuseauOf(commune)
  const register = readDeliberations((await textOf(path)).text, localDay(now, zone))
  if (!register)
    throw new Refusal(
      `${path} is no register of deliberations (SCDL): it needs DELIB_ID, DELIB_DATE, DELIB_OBJET and DELIB_URL.`,
    )
  if (register.rows.length > MOST_ROWS) throw new Refusal(`${path} has more than ${MOST_ROWS} lines.`)
  const told = register.wrong.map(({ line, why }) => `Line ${line} is left out: ${why}.`)
  const rows = await newOnes(bringing, where, register, told)
  await mkdir(config.dataDir, { recursive: true })
  const folder = await mkdtemp(join(config.dataDir, 'register-'))
  try {
    const wanted = rows.flatMap(row => fit({ row, ...linesOf(row, where, zone, now) }, told) ?? [])
    const lines = await fetchAll(bringing, wanted, folder, told)
    const source = await sourceOf(db.pool, path, where, {
      files: lines.map(({ file }) => file),
      publications: lines.map(({ publication }) => publication),
    })
    return await work({
      source: {
        ...source,
        media: new Set(lines.map(({ file }) => file.path)),
        file: name => readFile(join(folder, basename(name))),
      },
      told,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface Line {
  readonly row: RegisterRow
  readonly file: FileLine
  readonly publication: PublicationLine
}

const check = checkFor(PublicationLine)
/** Undefined where the rules of the file of a commune refuse it. */
function fit(line: Line, told: string[]): Line | undefined {
  try {
    const bytes = Buffer.from(JSON.stringify(line.publication))
    return {
      ...line,
      publication: checked(bytes, check, `Line ${line.row.line} is left out`) as PublicationLine,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    told.push(error.message)
    return undefined
  }
}

/** Without those that are here, published or brought, and without those of other bodies. */
async function newOnes(
  { db }: Bringing,
  { commune, acteur }: Where,
  { rows }: Register,
  told: string[],
): Promise<RegisterRow[]> {
  const own = acteur.siret?.slice(0, 9)
  const bodies = new Set(rows.flatMap(({ siren }) => siren ?? []))
  if (own === undefined && bodies.size > 1)
    throw new Refusal(
      `The register is of ${bodies.size} bodies (${[...bodies].slice(0, 5).join(', ')}): give the town hall its SIRET first.`,
    )
  const ofTown = rows.filter(({ siren }) => own === undefined || siren === null || siren === own)
  if (ofTown.length < rows.length)
    told.push(`Left out: ${rows.length - ofTown.length} deliberations of other bodies than ${own}.`)
  const here = await knownDeliberations(db.pool, commune.id)
  const fresh = ofTown.filter(({ numero, date }) => !here.has(`${numero} ${date}`))
  if (fresh.length < ofTown.length)
    told.push(`Here already, also where withdrawn: ${ofTown.length - fresh.length} deliberations.`)
  if (fresh.length > MOST_NEW)
    told.push(`Left for another run: ${fresh.length - MOST_NEW} deliberations; one run takes ${MOST_NEW}.`)
  return fresh.slice(0, MOST_NEW)
}

/** One after the other, so that the other system's server is not pressed. Those whose PDF came. */
async function fetchAll(
  { config, door, progress }: Bringing,
  lines: readonly Line[],
  folder: string,
  told: string[],
): Promise<Line[]> {
  const [brought, failures] = [[] as Line[], new Map<string, number>()]
  for (const line of lines) {
    const { row, file } = line
    const { host } = new URL(row.url)
    const failed = failures.get(host) ?? 0
    await refuseLowDisk(config)
    const { pdf, why, isAway } =
      failed < MOST_FAILURES
        ? await pdfAt(door, row.url)
        : { why: `${host} did not answer before`, isAway: true }
    failures.set(host, isAway ? failed + 1 : 0)
    if (!pdf) {
      told.push(`Line ${row.line} (${row.numero}) is left out, its PDF was not fetched: ${row.url}: ${why}`)
      continue
    }
    await writeFile(join(folder, basename(file.path)), pdf, { mode: 0o600 })
    brought.push(line)
    progress?.(brought.length)
  }
  return brought
}

interface Asked {
  readonly pdf?: Buffer
  readonly why?: string
  /** The whole host, not only this file. */
  readonly isAway?: boolean
}

async function pdfAt(door: Door, url: string): Promise<Asked> {
  try {
    const answer = await door.fetch(url, {
      timeoutMs: FETCH_MS,
      maxBytes: MOST_BYTES,
      accept: 'application/pdf,*/*;q=0.5',
    })
    if (answer.status !== 'ok') return { why: answer.status }
    const { bytes } = answer
    const kind = fileKindOf(bytes.subarray(0, TELLING_BYTES), bytes.subarray(-TELLING_BYTES))
    return kind === 'pdf' ? { pdf: bytes } : { why: 'no PDF, but something else' }
  } catch (error) {
    if (error instanceof FetchRefused)
      return { why: error.message, isAway: error.code === 'network' || error.code === 'timeout' }
    throw error
  }
}

const actOf = ({ numero, date }: RegisterRow, communeId: string) =>
  `deliberation ${communeId} ${numero} ${date}`
const paperOf = (row: RegisterRow, communeId: string) => idFor(`PDF of ${actOf(row, communeId)}`)

function linesOf(
  row: RegisterRow,
  { commune, acteur }: Where,
  zone: string,
  now: Date,
): { readonly file: FileLine; readonly publication: PublicationLine } {
  const { numero, date, matiere, objet, transmis_le, url } = row
  const at = now.toISOString()
  const paper = paperOf(row, commune.id)
  const name = `Délibération ${numero}`
  const file: FileLine = {
    id: paper,
    acteur_id: acteur.id,
    kind: 'document',
    name,
    created_at: at,
    path: `media/${paper}.pdf`,
  }
  const isShort = [...objet].length <= LONGEST_TITLE
  const publication: PublicationLine = {
    id: idFor(actOf(row, commune.id)),
    acteur_id: acteur.id,
    type: ACTE,
    title: isShort ? objet : shortenedAtWord(objet, LONGEST_TITLE),
    body: isShort ? `Délibération n° ${numero}. Le texte est dans le PDF.` : objet,
    documents: [{ id: paper, name }],
    moderation_status: 'published',
    valide: true,
    // Not news: nobody is told of it, and feeds have it at its day.
    publie_le: startOfDay(date, zone).toISOString(),
    moderation_by: 'import',
    created_at: at,
    acte: {
      nature: 'deliberation',
      numero,
      date,
      signataire: null,
      qualite: null,
      matiere,
      transmis_le,
      corrige: null,
      repris_de: url,
    },
  }
  return { file, publication }
}
