import { readWithin } from '../../kernel/files/read-within.ts'
import { KEY } from '../../media/keys.ts'
import { LONGEST_FILE, type MediaStore, type Strange } from '../../media/store.ts'
import { mediaNote, type Place } from './places.ts'

/**
 * Copies pictures and documents beside the backups. Files never change under a key, so copying only adds. Removed files
 * are kept as long as a backup may refer to them.
 */

/** Retention of a backup when one is made every night; a copy stays longer while an older backup exists (`keep.ts`). */
const KEPT_DAYS = 366
const DAY_MS = 86_400_000

export interface Copied {
  readonly added: number
  readonly removed: number
  /** Unknown names in either store; left untouched. */
  readonly strange: number
}

interface Circumstances {
  readonly signal: AbortSignal
  /** Keys removed for legal reasons: their copies are deleted. */
  readonly forgotten: ReadonlySet<string>
  readonly now: Date
  /** When false, no copy is removed by age. */
  readonly credible: boolean
}

export async function copyMedia(
  from: MediaStore,
  place: Place,
  whose: string,
  { signal, forgotten, now, credible }: Circumstances,
): Promise<Copied> {
  const to = place.media(whose)
  const copies = new Map<string, number>()
  let [added, strange] = [0, 0]
  const odd = () => void strange++
  for await (const { key, bytes } of to.keys(odd)) copies.set(key, bytes)
  for await (const { key, bytes } of from.keys(odd)) {
    signal.throwIfAborted()
    if (forgotten.has(key)) continue
    // A different size means that copying was interrupted between two files.
    if (copies.get(key) !== bytes && (await copyKey(from, to, key))) added++
    copies.delete(key)
  }
  for (const key of copies.keys()) {
    if (!forgotten.has(key)) continue
    await to.remove(key)
    copies.delete(key)
  }
  return { added, removed: credible ? await forgetGone(to, place, whose, copies, now) : 0, strange }
}

/** Time limit for reading one file. */
const FILE_MS = 10 * 60_000

export async function copyKey(
  from: MediaStore,
  to: MediaStore,
  key: string,
  strange?: Strange,
): Promise<boolean> {
  let any = false
  for await (const name of from.names(key, strange)) {
    const stream = await from.read(key, name)
    // Removed since it was listed.
    if (!stream) continue
    await to.put(key, name, await readWithin(stream, { most: LONGEST_FILE, ms: FILE_MS }))
    any = true
  }
  return any
}

/** A note in the store records when each removed key was first missed. */
async function forgetGone(
  to: MediaStore,
  place: Place,
  whose: string,
  gone: ReadonlyMap<string, number>,
  now: Date,
): Promise<number> {
  const note = mediaNote(whose)
  const before = parsed(await place.note(note))
  const today = now.toISOString().slice(0, 10)
  const oldest = Math.min(
    ...(await place.list()).filter(one => one.whose === whose).map(one => one.at.getTime()),
  )
  const still: Record<string, string> = {}
  let removed = 0
  for (const key of gone.keys()) {
    const since = before[key] ?? today
    const end = Date.parse(since) + DAY_MS
    if (now.getTime() - end >= (KEPT_DAYS - 1) * DAY_MS && oldest >= end) {
      await to.remove(key)
      removed++
    } else still[key] = since
  }
  if (JSON.stringify(still) !== JSON.stringify(before)) await place.writeNote(note, JSON.stringify(still))
  return removed
}

/** Unreadable notes start over: those copies stay a year longer. */
function parsed(text: string | undefined): Readonly<Record<string, string>> {
  try {
    const note: unknown = JSON.parse(text ?? '{}')
    const entries = typeof note === 'object' && note !== null ? Object.entries(note) : []
    return Object.fromEntries(
      entries.filter(([key, since]) => KEY.test(key) && /^\d{4}-\d\d-\d\d$/.test(since)),
    )
  } catch {
    return {}
  }
}
