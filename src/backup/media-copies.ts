import { readWithin } from '../kernel/files/read-within.ts'
import { KEY } from '../media/keys.ts'
import { LONGEST_FILE, type MediaStore, type Strange } from '../media/store.ts'
import { mediaNote, type Place } from './places.ts'

/**
 * Pictures and documents beside the backups: what lies under a key never changes, so a copy only ever adds. What the
 * installation has removed stays for as long as a backup may name it.
 */

/** As long as a backup is kept where one is made every night; longer while one is older (`keep.ts`). */
const KEPT_DAYS = 366
const DAY_MS = 86_400_000

export interface Copied {
  readonly added: number
  readonly removed: number
  /** Names that are none of ours, in either place: they are left where they are. */
  readonly strange: number
}

export interface Circumstances {
  readonly signal: AbortSignal
  /** Removed for legal reasons: no copy stays. */
  readonly forgotten: ReadonlySet<string>
  readonly now: Date
  /** Whether the clock may be believed: otherwise no copy is removed by age. */
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
    // Of another size: a copy that was cut short between two of its files.
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

/** A store that gives less than a file of this size in this time gives nothing. */
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
    // Removed a moment ago.
    if (!stream) continue
    await to.put(key, name, await readWithin(stream, { most: LONGEST_FILE, ms: FILE_MS }))
    any = true
  }
  return any
}

/** A note beside them says since when each of those that are gone has been. */
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

/** What cannot be read in it is begun anew: those copies stay a year longer. */
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
