import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { LEFT_OUT, type LeftOut } from '../../../shared/words/actes.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { Db, Tx } from '../../kernel/db/db.ts'
import { type Door, FetchRefused } from '../../kernel/fetch/fetch.ts'
import { madeFolder } from '../../kernel/files/folder.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { checkFor } from '../../kernel/routes/check.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { localDay } from '../../kernel/values/local-time.ts'
import { fileKindOf, TELLING_BYTES } from '../../media/kinds.ts'
import { refuseLowDisk } from '../../media/room.ts'
import { knownActes } from '../../publishing/actes/commune-file.ts'
import { keyOf } from '../../publishing/actes/numbers.ts'
import { type Register, type RegisterRow, readRegister } from '../../publishing/actes/register-reading.ts'
import { MOST_BYTES } from '../../publishing/uploads/rules.ts'
import { fuseauOf } from '../../territory/communes/collectes/zones.ts'
import { type ActLines, linesOf } from './act-lines.ts'
import { ImportBusy } from './import.ts'
import { type OtherSite, sourceOf, textOf, type Where, type Whose, whereTo } from './other-sites.ts'
import { PublicationLine } from './shapes.ts'
import { type CommuneSource, checked } from './source.ts'

/**
 * The register of acts of another system (CSV), given as the file of a commune: for the command, which brings all of it, and
 * for the job of a town hall, which brings some at a time. PDFs are fetched first, to a temporary folder. What cannot be
 * fetched is left out and said, so a second run brings that alone.
 */

interface Bringing {
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

interface Fresh {
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

interface LeftRow {
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

/** Longer than any run. */
const LOST_MS = 24 * 3_600_000

/** In a folder of their own, which a run tidies: what a killed one left, up to 300 MB, stays for a day. */
async function folderIn(dataDir: string): Promise<string> {
  const above = join(dataDir, 'registers')
  await madeFolder(above, 0o750)
  for (const name of await readdir(above)) {
    const folder = join(above, name)
    // Another run may remove it meanwhile.
    const seen = await stat(folder).catch(() => undefined)
    if (seen && Date.now() - seen.mtimeMs > LOST_MS) await rm(folder, { recursive: true, force: true })
  }
  return await mkdtemp(join(above, 'run-'))
}

export async function withPdfs<T>(
  bringing: Bringing & { readonly name: string },
  where: Where,
  rows: readonly RegisterRow[],
  work: (brought: Brought) => Promise<T>,
  until: Until = {},
): Promise<T> {
  const { db, config, now, name } = bringing
  const folder = await folderIn(config.dataDir)
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
        admit: (tx, added) =>
          refuseKnown(
            tx,
            where,
            lines.flatMap(({ row, publication }) => (added.has(publication.id) ? [row] : [])),
          ),
        file: path => readFile(join(folder, basename(path))),
      },
      rows: lines.map(({ row }) => row),
      left,
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** An act that a clerk published since the register was compared does not come a second time. */
async function refuseKnown(tx: Tx, { commune }: Where, rows: readonly RegisterRow[]): Promise<void> {
  const here = await knownActes(tx, commune.id)
  if (rows.some(row => here.has(keyOf(row))))
    throw new ImportBusy('An act of the register was published here meanwhile: run it again.')
}

interface Line extends ActLines {
  readonly row: RegisterRow
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
    // The service or the job stops: that says nothing of this file.
    if (!(error instanceof FetchRefused) || error.code === 'aborted') throw error
    const isAway = error.code === 'network' || error.code === 'timeout'
    return { why: isAway ? 'sans_reponse' : 'introuvable', detail: error.message }
  }
}
