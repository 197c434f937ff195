import type { Static } from 'typebox'
import { Type } from '../../shared/type.ts'
import type { Config } from '../kernel/config.ts'
import { atMost } from '../kernel/crowds/concurrency.ts'
import { sql } from '../kernel/db/db.ts'
import { found, Problem } from '../kernel/errors.ts'
import { type Door, FetchRefused } from '../kernel/fetch/fetch.ts'
import { TooLong, wholeOf } from '../kernel/files/whole.ts'
import { read } from '../kernel/routes/action.ts'
import { about, Id, Nullable, named, Obj, Word } from '../kernel/routes/shapes.ts'
import type { AttachedImage } from '../media/attached.ts'
import { pictureName } from '../media/keys.ts'
import { reencoded } from '../media/reencoder.ts'
import { heightAt } from '../media/sizes.ts'
import { storeOf } from '../media/which-store.ts'
import type { Reason } from './pictures/queries.ts'

/**
 * The picture that a publication names, for whoever decides about it: read through the one door and encoded anew, so that
 * their browser asks no stranger's server for anything, and shows nothing but a picture.
 */
const LONGEST_SIDE = 960
const Side = Type.Integer({ minimum: 1 })
const Picture = named(
  'PublicationPicture',
  Obj({
    width: Side,
    height: Side,
    src: about('A WebP, as a `data:` address', Type.String({ pattern: '^data:image/webp;base64,' })),
  }),
)
const Why = Word(['none', 'forbidden', 'unreachable', 'too_large', 'unreadable', 'removed'], {
  none: 'It names no picture.',
  forbidden: 'The address is none that this service asks.',
  unreachable: 'There was no answer, or none with a picture.',
  too_large: 'More than 8 MiB.',
  unreadable: 'It is no JPEG, PNG, WebP, GIF or AVIF, or a broken one.',
  removed: 'It was removed for legal reasons.',
})
const Shown = Obj({ data: Nullable(Picture), meta: Obj({ why: Nullable(Why) }) })
type Shown = Static<typeof Shown>

export const picture = read({
  summary:
    'The picture of a publication, read and encoded anew by this service; null, and why, where there is none',
  description:
    'At most 960 pixels wide and high, the first frame alone, without anything that was written beside it (where and with what it was taken). Once it was fetched to be shown to everybody, it is that one; before, it is kept for an hour by each node.',
  params: Obj({ id: Id }),
  reply: Shown,
  errors: ['unavailable'],
  revalidated: true,
  async run({ db, params, door, config }) {
    const { image_url, fetched, reason } = found(
      await db.one<Named>(sql`
        select p.image_url, f.image as fetched, f.reason from publications p
          left join fetched_pictures f on f.id = p.picture_id
        where p.id = ${params.id}`),
    )
    if (image_url === null) return refused('none')
    if (reason === 'removed') return refused('removed')
    return (fetched && (await ours(fetched, config))) ?? (await shown(image_url, door))
  },
})

interface Named {
  readonly image_url: string | null
  readonly fetched: AttachedImage | null
  readonly reason: Reason | null
}
const refused = (why: Static<typeof Why>): Shown => ({ data: null, meta: { why } })

/** Of 960 pixels: none of ours comes near it. */
const OURS = { most: 4 * 1024 * 1024, ms: 10_000 }

/** Undefined where it is to be fetched after all. */
async function ours(image: AttachedImage, config: Config): Promise<Shown | undefined> {
  const width = image.widths.filter(one => one <= LONGEST_SIDE).at(-1)
  if (width === undefined) return undefined
  const bytes = await storeOf(config).read(image.key, pictureName(width, 'webp'))
  if (!bytes) return undefined
  const whole = await wholeOf(bytes, OURS).catch(error => {
    if (error instanceof TooLong) return undefined
    throw new Problem('unavailable', { cause: error })
  })
  if (!whole) return undefined
  const src = `data:image/webp;base64,${whole.toString('base64')}`
  return { data: { width, height: heightAt(width, image), src }, meta: { why: null } }
}

////////////////////////////////////////////////////////////////////////////// kept for a while

const KEPT_MS = 3_600_000
/** A server that was away may be back. */
const REFUSAL_KEPT_MS = 60_000
const MOST_KEPT_CHARACTERS = 32 * 1024 * 1024

/** The one that was read first goes first. */
const kept = new Map<string, { readonly until: number; readonly shown: Shown }>()
let keptCharacters = 0
const underWay = new Map<string, Promise<Shown>>()

/** However many ask for it at once, it is read once. */
async function shown(url: string, door: Door): Promise<Shown> {
  const before = kept.get(url)
  if (before && before.until > performance.now()) return before.shown
  const reading = underWay.get(url) ?? inFew(() => fetched(url, door)).finally(() => underWay.delete(url))
  underWay.set(url, reading)
  const result = await reading
  keep(url, result)
  return result
}

function keep(url: string, shown: Shown): void {
  forget(url)
  kept.set(url, { until: performance.now() + (shown.data ? KEPT_MS : REFUSAL_KEPT_MS), shown })
  keptCharacters += sizeOf(url, shown)
  for (const oldest of kept.keys()) {
    if (keptCharacters <= MOST_KEPT_CHARACTERS) return
    forget(oldest)
  }
}

function forget(url: string): void {
  const before = kept.get(url)
  if (!before) return
  kept.delete(url)
  keptCharacters -= sizeOf(url, before.shown)
}

const sizeOf = (url: string, { data }: Shown) => url.length + (data?.src.length ?? 0)

////////////////////////////////////////////////////////////////////////////// read

/** Each waits for a stranger's server, and may hold this much. */
const inFew = atMost(4, 40)
const LIMITS = { timeoutMs: 6_000, maxBytes: 8 * 1024 * 1024, accept: 'image/webp,image/jpeg,image/*;q=0.8' }

async function fetched(url: string, door: Door): Promise<Shown> {
  try {
    const answer = await door.fetch(url, LIMITS)
    if (answer.status === 'not_modified') return refused('unreachable')
    const picture = await reencoded(answer.bytes)
    if (!picture) return refused('unreadable')
    const { width, height, webp } = picture
    const src = `data:image/webp;base64,${Buffer.from(webp).toString('base64')}`
    return { data: { width, height, src }, meta: { why: null } }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    if (error.forbidden) return refused('forbidden')
    return refused(error.code === 'too_large' ? 'too_large' : 'unreachable')
  }
}
