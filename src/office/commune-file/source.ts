import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Tx } from '../../kernel/db/db.ts'
import { NotZip, openZip, type Zip, type ZipEntry } from '../../kernel/files/zip-reader.ts'
import { parseJson } from '../../kernel/http/json.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { checkFor } from '../../kernel/routes/check.ts'
import { MOST_BYTES } from '../../publishing/uploads/rules.ts'
import { refOfCommune } from '../../territory/communes/commune-file.ts'
import {
  FORMAT_VERSION,
  type Line,
  MANIFEST_NAME,
  Manifest,
  nameOfResource,
  README_NAME,
  RESOURCES,
  type Resource,
  SCHEMA_NAME,
} from './shapes.ts'

/** What an import reads: the file of a commune, or what a reader of another format makes of its files. */
export interface CommuneSource {
  /** For messages, and the audit trail. */
  readonly name: string
  readonly sha256: string | null
  /** `slug`: what it is called where the file comes from. */
  readonly commune: { readonly ref: string; readonly slug: string | null }
  /** Lines by resource, as the file counts them itself. */
  readonly counts: Readonly<Record<string, number>> | null
  /** Pictures and documents that it lists without their bytes. */
  readonly absent: ReadonlySet<string>
  lines<R extends Resource>(resource: R): AsyncIterable<Placed<Line<R>>>
  /** The entries of pictures and documents. */
  readonly media: ReadonlySet<string>
  file(path: string): Promise<Buffer>
  /** Once the commune is locked, before anything is written: what it throws takes all of it back. `added`: publications. */
  admit?(tx: Tx, added: ReadonlySet<string>): Promise<void>
}

export interface Placed<T> {
  readonly line: T
  /** `publications.jsonl, line 12`. */
  readonly place: string
}

/** A publication of 20 000 signs takes a tenth of this, however they are escaped. */
const LONGEST_LINE = 1024 * 1024
const LONGEST_MANIFEST = 64 * 1024 * 1024
/** All lines, unpacked. */
const MOST_ROW_BYTES = 4 * 1024 * 1024 * 1024

const PARTS: ReadonlySet<string> = new Set([
  MANIFEST_NAME,
  SCHEMA_NAME,
  README_NAME,
  ...(Object.keys(RESOURCES) as Resource[]).map(nameOfResource),
])
const MEDIA = /^media\/[0-9a-f-]{36}\.(webp|pdf)$/

/** Opens the file of a commune, and refuses one that is no such file, or not whole. */
export async function withCommuneFile<T>(
  path: string,
  work: (source: CommuneSource) => Promise<T>,
): Promise<T> {
  const file = await open(path).catch(error => {
    throw new Refusal(`${path} cannot be read: ${(error as Error).message}.`)
  })
  try {
    const zip = await openZip(file)
    refuseOther(path, zip)
    return await work(await sourceOf(path, file, zip))
  } catch (error) {
    throw error instanceof NotZip ? new Refusal(`${path} ${error.message}: nothing was imported.`) : error
  } finally {
    await file.close()
  }
}

/** Names like `../x`, and all that a later release may add, are refused whole: what is not read is not known to be harmless. */
function refuseOther(path: string, { entries }: Zip): void {
  let rows = 0
  for (const { name, bytes } of entries.values()) {
    const isMedia = MEDIA.test(name)
    if (!isMedia && !PARTS.has(name))
      throw new Refusal(
        `${path} holds ${JSON.stringify(name.slice(0, 80))}, which is no part of the file of a commune.`,
      )
    if (isMedia && bytes > MOST_BYTES)
      throw new Refusal(`${path}: ${name} is larger than ${MOST_BYTES} bytes.`)
    if (!isMedia) rows += bytes
  }
  if (rows > MOST_ROW_BYTES)
    throw new Refusal(`${path} unpacks to more than ${MOST_ROW_BYTES} bytes of lines.`)
}

async function sourceOf(path: string, file: FileHandle, zip: Zip): Promise<CommuneSource> {
  const manifest = await manifestOf(path, zip)
  const bytesOf = async (name: string) => Buffer.concat(await Array.fromAsync(zip.read(entryOf(zip, name))))
  return {
    name: path,
    sha256: await sha256Of(file),
    commune: { ref: refOfCommune(manifest.commune), slug: manifest.commune.slug },
    counts: manifest.counts,
    absent: new Set(manifest.absent),
    media: new Set([...zip.entries.keys()].filter(name => MEDIA.test(name))),
    lines: resource => linesOf(resource, zip.read(entryOf(zip, nameOfResource(resource)))),
    file: bytesOf,
  }
}

function entryOf({ entries }: Zip, name: string): ZipEntry {
  const entry = entries.get(name)
  if (!entry) throw new Refusal(`The file lacks ${name}: it is not whole.`)
  return entry
}

async function manifestOf(path: string, zip: Zip): Promise<Manifest> {
  const entry = zip.entries.get(MANIFEST_NAME)
  if (!entry || entry.bytes > LONGEST_MANIFEST)
    throw new Refusal(`${path} is no file of a commune: it has no ${MANIFEST_NAME}.`)
  const bytes = Buffer.concat(await Array.fromAsync(zip.read(entry)))
  const given = checked(bytes, () => [], MANIFEST_NAME) as Partial<Manifest> | null
  if (typeof given?.version === 'number' && given.version > FORMAT_VERSION)
    throw new Refusal(
      `${path} was made by a newer Parvis (version ${given.version} of the file; this one reads up to ${FORMAT_VERSION}): upgrade first.`,
    )
  return checked(bytes, checkFor(Manifest), MANIFEST_NAME) as Manifest
}

/** The digest of the bytes on disk, which the audit trail keeps. */
async function sha256Of(file: FileHandle): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) hash.update(chunk)
  return hash.digest('hex')
}

////////////////////////////////////////////////////////////////////////////// lines

type Check = ReturnType<typeof checkFor>
const CHECKS = Object.fromEntries(
  Object.entries(RESOURCES).map(([name, shape]) => [name, checkFor(shape)]),
) as Readonly<Record<Resource, Check>>

/** Each line by the rules of a request: strict UTF-8, no key twice, texts trimmed and in NFC, and its shape. */
export async function* linesOf<R extends Resource>(
  resource: R,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Placed<Line<R>>> {
  let [rest, number]: [Buffer, number] = [Buffer.alloc(0), 0]
  const name = nameOfResource(resource)
  for await (const chunk of chunks) {
    let from = 0
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      const bytes = Buffer.concat([rest, chunk.subarray(from, end)])
      const place = `${name}, line ${++number}`
      if (bytes.length > LONGEST_LINE) throw new Refusal(`${place} is longer than ${LONGEST_LINE} bytes.`)
      yield { line: checked(bytes, CHECKS[resource], place) as Line<R>, place }
      rest = Buffer.alloc(0)
      from = end + 1
    }
    rest = Buffer.concat([rest, chunk.subarray(from)])
    if (rest.length > LONGEST_LINE)
      throw new Refusal(`${name}, line ${number + 1} is longer than ${LONGEST_LINE} bytes.`)
  }
  if (rest.length > 0) throw new Refusal(`${name}, line ${number + 1} has no end: the file was cut.`)
}

/** By the rules of a request, which also put texts in order. */
export function checked(bytes: Buffer, check: Check, place: string): unknown {
  return placing(place, () => {
    const value = parseJson(bytes)
    const [detail] = check(value)
    if (detail) throw new Refusal(visible(`${place}: ${detail.path || 'it'} ${detail.en}.`))
    return value
  })
}

/** Says in which line a rule of the service refused something. */
export function placing<T>(place: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw placed(place, error)
  }
}

export function placed(place: string, error: unknown): unknown {
  if (!(error instanceof Problem) || error.status >= 500) return error
  const [detail] = error.details
  const { message } = error.body('en', '')
  const said = `${place}: ${detail ? `${detail.path} ${detail.en}`.trim() : message}`
  return new Refusal(visible(said.replace(/\.?$/, '.')), { cause: error })
}

/** Names of fields come from the file, and go to a terminal. */
const visible = (text: string) => text.replaceAll(/\p{Cc}/gu, '?')
