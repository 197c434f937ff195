import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LEFT_OUT, type LeftOut, NATURES } from '../../../shared/words/actes.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Db } from '../../kernel/db/db.ts'
import { type Door, FetchRefused } from '../../kernel/fetch/fetch.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { checkFor } from '../../kernel/routes/check.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { shortenedAtWord } from '../../kernel/texts/texts.ts'
import { localDay, startOfDay } from '../../kernel/values/local-time.ts'
import { fileKindOf, TELLING_BYTES } from '../../media/kinds.ts'
import { refuseLowDisk } from '../../media/room.ts'
import { knownActes } from '../../publishing/actes/commune-file.ts'
import {
  keyOf,
  type Register,
  type RegisterRow,
  readRegister,
} from '../../publishing/actes/register-reading.ts'
import { ACTE } from '../../publishing/actes/rules.ts'
import { MOST_BYTES } from '../../publishing/uploads/rules.ts'
import { fuseauOf } from '../../territory/communes/collectes/zones.ts'
import { idFor, type OtherSite, sourceOf, textOf, type Where, type Whose, whereTo } from './other-sites.ts'
import { type FileLine, PublicationLine } from './shapes.ts'
import { type CommuneSource, checked } from './source.ts'

/**
 * The register of acts of another system (CSV), given as the file of a commune: for the command, which brings all of it, and
 * for the job of a town hall, which brings some at a time. PDFs are fetched first, to a temporary folder. What cannot be
 * fetched is left out and said, so a second run brings that alone.
 */

export interface Bringing {
  readonly db: Database
  readonly config: Config
  readonly door: Door
  readonly now: Date
  readonly signal?: AbortSignal
  readonly progress?: (done: number) => void
}

/** The most acts of one run: the next run takes the rest. */
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
  const { db, now } = bringing
  const where = await whereTo(db.pool, whose)
  if (where.acteur.id !== where.commune.mairie_actor_id)
    throw new Refusal('Acts are those of the town hall: leave --acteur out.')
  const today = localDay(now, fuseauOf(where.commune))
  const register = readRegister((await textOf(path)).text, today, 'deliberation')
  if (!register)
    throw new Refusal(
      `${path} is no register of acts: it needs DELIB_ID, DELIB_DATE, DELIB_OBJET and DELIB_URL (SCDL), or Numéro, Date, Objet and Lien.`,
    )
  if (register.rows.length > MOST_ROWS) throw new Refusal(`${path} has more than ${MOST_ROWS} lines.`)
  const told = register.wrong.map(({ line, why }) => `Line ${line} is left out: ${LEFT_OUT[why].en}.`)
  const { fresh, known, others, bodies } = await freshRows(db.pool, where, register)
  if (bodies.length > 0)
    throw new Refusal(
      `The register is of ${bodies.length} bodies (${bodies.slice(0, 5).join(', ')}): give the town hall its SIRET first.`,
    )
  if (others.length > 0)
    told.push(`Left out: ${others.length} acts of other bodies than ${where.acteur.siret?.slice(0, 9)}.`)
  if (known > 0) told.push(`Here already, also where withdrawn: ${known} acts.`)
  if (fresh.length > MOST_NEW)
    told.push(`Left for another run: ${fresh.length - MOST_NEW} acts; one run takes ${MOST_NEW}.`)
  const some = fresh.slice(0, MOST_NEW)
  return await withPdfs({ ...bringing, name: path }, where, some, async ({ source, left }) => {
    for (const { row, why, detail } of left)
      told.push(`Line ${row.line} (${row.numero}) is left out: ${LEFT_OUT[why].en} (${detail}).`)
    return await work({ source, told })
  })
}

export interface Fresh {
  /** Without those that are here, published or brought, and without those of other bodies. */
  readonly fresh: readonly RegisterRow[]
  readonly known: number
  readonly others: readonly RegisterRow[]
  /** Several of which the town hall may be one, where its own is not known. */
  readonly bodies: readonly string[]
}

export async function freshRows(db: Db, { commune, acteur }: Where, { rows }: Register): Promise<Fresh> {
  const own = acteur.siret?.slice(0, 9)
  const bodies = [...new Set(rows.flatMap(({ siren }) => siren ?? []))]
  const isOwn = ({ siren }: RegisterRow) => own === undefined || siren === null || siren === own
  const ofTown = rows.filter(isOwn)
  const here = await knownActes(db, commune.id)
  const fresh = ofTown.filter(row => !here.has(keyOf(row)))
  return {
    fresh,
    known: ofTown.length - fresh.length,
    others: rows.filter(row => !isOwn(row)),
    bodies: own === undefined && bodies.length > 1 ? bodies : [],
  }
}

////////////////////////////////////////////////////////////////////////////// PDFs

export interface LeftRow {
  readonly row: RegisterRow
  readonly why: LeftOut
  /** For operators. */
  readonly detail: string
}
interface Brought {
  readonly source: CommuneSource
  readonly rows: readonly RegisterRow[]
  readonly left: readonly LeftRow[]
}
/** When to go on with what was fetched. */
interface Until {
  readonly most?: number
  readonly ms?: number
}

export async function withPdfs<T>(
  bringing: Bringing & { readonly name: string },
  where: Where,
  rows: readonly RegisterRow[],
  work: (brought: Brought) => Promise<T>,
  until: Until = {},
): Promise<T> {
  const { db, config, now, name } = bringing
  await mkdir(config.dataDir, { recursive: true })
  const folder = await mkdtemp(join(config.dataDir, 'register-'))
  try {
    const left: LeftRow[] = []
    const lineOf = (row: RegisterRow) =>
      fit({ row, ...linesOf(row, where, fuseauOf(where.commune), now) }, left)
    const lines = await fetchAll(bringing, rows, lineOf, folder, left, until)
    const source = await sourceOf(db.pool, name, where, {
      files: lines.map(({ file }) => file),
      publications: lines.map(({ publication }) => publication),
    })
    return await work({
      source: {
        ...source,
        media: new Set(lines.map(({ file }) => file.path)),
        file: path => readFile(join(folder, basename(path))),
      },
      rows: lines.map(({ row }) => row),
      left,
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
function fit(line: Line, left: LeftRow[]): Line | undefined {
  try {
    const bytes = Buffer.from(JSON.stringify(line.publication))
    return { ...line, publication: checked(bytes, check, 'it') as PublicationLine }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    left.push({ row: line.row, why: 'refuse', detail: error.message })
    return undefined
  }
}

/** One after the other, so that the other system's server is not pressed. Those whose PDF came. */
async function fetchAll(
  { config, door, signal, progress }: Bringing,
  rows: readonly RegisterRow[],
  lineOf: (row: RegisterRow) => Line | undefined,
  folder: string,
  left: LeftRow[],
  { most = Number.POSITIVE_INFINITY, ms = Number.POSITIVE_INFINITY }: Until,
): Promise<Line[]> {
  const [brought, failures] = [[] as Line[], new Map<string, number>()]
  const began = performance.now()
  for (const row of rows) {
    const { host } = new URL(row.url)
    const failed = failures.get(host) ?? 0
    if (failed >= MOST_FAILURES) {
      left.push({ row, why: 'sans_reponse', detail: `${host} did not answer before` })
      continue
    }
    if (brought.length >= most || performance.now() - began > ms) continue
    signal?.throwIfAborted()
    await refuseLowDisk(config)
    // One at a time: two thousand at once would hold up the event loop for a tenth of a second.
    const line = lineOf(row)
    if (!line) continue
    const asked = await pdfAt(door, row.url, signal)
    failures.set(host, 'why' in asked && asked.why === 'sans_reponse' ? failed + 1 : 0)
    if ('why' in asked) {
      left.push({ row, ...asked, detail: `${row.url}: ${asked.detail}` })
      continue
    }
    await writeFile(join(folder, basename(line.file.path)), asked.pdf, { mode: 0o600 })
    brought.push(line)
    progress?.(brought.length)
  }
  return brought
}

type Asked = { readonly pdf: Buffer } | Omit<LeftRow, 'row'>

async function pdfAt(door: Door, url: string, signal: AbortSignal | undefined): Promise<Asked> {
  try {
    const answer = await door.fetch(url, {
      timeoutMs: FETCH_MS,
      maxBytes: MOST_BYTES,
      accept: 'application/pdf,*/*;q=0.5',
      ...(signal && { signal }),
    })
    if (answer.status !== 'ok') return { why: 'introuvable', detail: answer.status }
    const { bytes } = answer
    const kind = fileKindOf(bytes.subarray(0, TELLING_BYTES), bytes.subarray(-TELLING_BYTES))
    return kind === 'pdf' ? { pdf: bytes } : { why: 'pas_pdf', detail: 'something else' }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof FetchRefused)) throw error
    const isAway = error.code === 'network' || error.code === 'timeout'
    return { why: isAway ? 'sans_reponse' : 'introuvable', detail: error.message }
  }
}

////////////////////////////////////////////////////////////////////////////// as lines of a file

/** The same in each run, so that a second one finds what the first one brought. */
const actOf = (row: RegisterRow, communeId: string) => `${row.nature} ${communeId} ${row.numero} ${row.date}`
const paperOf = (row: RegisterRow, communeId: string) => idFor(`PDF of ${actOf(row, communeId)}`)

function linesOf(
  row: RegisterRow,
  { commune, acteur }: Where,
  zone: string,
  now: Date,
): { readonly file: FileLine; readonly publication: PublicationLine } {
  const { nature, numero, date, matiere, objet, transmis_le, signataire, qualite, url } = row
  const at = now.toISOString()
  const paper = paperOf(row, commune.id)
  const name = `${NATURES[nature].fr} ${numero}`
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
    body: isShort ? `${NATURES[nature].fr} n° ${numero}. Le texte est dans le PDF.` : objet,
    documents: [{ id: paper, name }],
    moderation_status: 'published',
    valide: true,
    // Not news: nobody is told of it, and feeds have it at its day.
    publie_le: startOfDay(date, zone).toISOString(),
    moderation_by: 'import',
    created_at: at,
    acte: {
      nature,
      numero,
      date,
      signataire,
      qualite,
      matiere,
      transmis_le,
      corrige: null,
      repris_de: url,
    },
  }
  return { file, publication }
}
