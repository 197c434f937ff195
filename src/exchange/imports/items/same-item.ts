import { foldedWords } from '../../../kernel/texts/texts.ts'
import { eventLoopYielder } from '../../../kernel/threads/event-loop.ts'
import { daysBetween } from '../../../kernel/values/local-time.ts'
import { plainAddress } from '../../../publishing/publications/duplicates.ts'

/**
 * Which item of a reading is one that the source had under another identifier. Two are the same when their whole text is, or by
 * address, title, day, hour and place together. Of two candidates none is taken: a double can be merged, two items that became
 * one cannot be parted.
 */

export interface Facts {
  readonly external_id: string
  readonly words_hash: string
  readonly title: string
  readonly body: string
  readonly source_url: string | null
  readonly date_debut: string | null
  readonly heure_debut: string | null
  readonly lieu: string | null
}
/** A publication of the source. */
export interface Stored extends Facts {
  /** The reading has it by its own identifier. */
  readonly is_here: boolean
  readonly is_coming: boolean
}
interface Compared {
  /** Every item of the reading. */
  readonly reading: readonly Facts[]
  /** Those whose identifier is new. */
  readonly fresh: readonly Facts[]
  readonly stored: readonly Stored[]
}

/** From the new identifier to the former one. */
export async function sameItems({ reading, fresh, stored }: Compared): Promise<ReadonlyMap<string, string>> {
  const same = new Map<string, string>()
  const used = new Set<string>()
  const take = (pairs: readonly Pair[]) => {
    for (const [one, before] of alone(pairs)) {
      same.set(one.external_id, before.external_id)
      used.add(before.external_id)
    }
  }
  const left = (): Left => ({
    fresh: fresh.filter(one => !same.has(one.external_id)),
    gone: stored.filter(one => !one.is_here && !used.has(one.external_id)),
    reading,
    stored,
  })
  const giveWay = eventLoopYielder()
  take(ofOneText(left()))
  await giveWay()
  const isAllNew = fresh.length === reading.length
  take(await ofOnePage(left(), isAllNew))
  await giveWay()
  if (isAllNew) take(ofRebuiltSite(left()))
  await giveWay()
  take(ofOneDay(left()))
  await giveWay()
  take(await corrected(left()))
  return same
}

type Pair = readonly [fresh: Facts, gone: Stored]
interface Left extends Pick<Compared, 'reading' | 'stored'> {
  readonly fresh: readonly Facts[]
  readonly gone: readonly Stored[]
}

/** Pairs whose two items are in no other pair. */
function alone(pairs: readonly Pair[]): readonly Pair[] {
  const fresh = Map.groupBy(pairs, ([one]) => one.external_id)
  const gone = Map.groupBy(pairs, ([, before]) => before.external_id)
  return pairs.filter(
    ([one, before]) => fresh.get(one.external_id)?.length === 1 && gone.get(before.external_id)?.length === 1,
  )
}

/** Pairs with one key, where no more than `FEW` on each side share it. */
function pairsBy({ fresh, gone }: Left, keyOf: (one: Facts) => string | undefined): Pair[] {
  const before = Map.groupBy(gone, keyOf)
  return [...Map.groupBy(fresh, keyOf)].flatMap(([key, some]) => {
    const others = key === undefined ? [] : (before.get(key) ?? [])
    if (some.length > FEW || others.length > FEW) return []
    return some.flatMap(one => others.map((other): Pair => [one, other]))
  })
}
/** A list with more rows of one title and place is a series, and its pairs would grow with the square. */
const FEW = 5

/** To compare thousands of long texts takes a second. */
async function those(
  pairs: readonly Pair[],
  areOne: (one: Facts, before: Stored) => boolean,
): Promise<Pair[]> {
  const giveWay = eventLoopYielder()
  const same: Pair[] = []
  for (const pair of pairs) {
    await giveWay()
    if (areOne(...pair)) same.push(pair)
  }
  return same
}

const ofOneText = (left: Left) => pairsBy(left, one => one.words_hash)

////////////////////////////////////////////////////////////////////////////// by page

/** The page is one item's alone: many sites give all items the address of the list. */
async function ofOnePage(left: Left, isAllNew: boolean): Promise<Pair[]> {
  const now = counted(left.reading, pageOf)
  const ever = counted(left.stored, pageOf)
  const pairs = pairsBy(left, pageOf).filter(([one, before]) => {
    const page = pageOf(one) ?? ''
    return now.get(page) === 1 && ever.get(page) === 1 && one.date_debut === before.date_debut
  })
  const alike = await those(pairs, (one, before) =>
    one.date_debut === null
      ? areAlike(one.body, before.body) && (one.body.length >= TELLING || areAlike(one.title, before.title))
      : areAlike(one.title, before.title) || (sameHour(one, before) && samePlace(one, before)),
  )
  // A site that gives all its items other identifiers at once has moved. Else the next notice of a page may be another one.
  const titled = pairs.filter(([one, before]) => foldedWords(one.title) === foldedWords(before.title))
  return isAllNew && titled.length > 1 ? [...new Set([...titled, ...alike])] : alike
}

const pageOf = ({ source_url }: Facts) => (source_url === null ? undefined : plainAddress(source_url))

function counted(all: readonly Facts[], keyOf: (one: Facts) => string | undefined) {
  const counts = new Map<string, number>()
  for (const one of all) {
    const key = keyOf(one)
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/**
 * A site that was built anew gives its news other addresses too, all at once, and they say the same. Most of the reading has to,
 * in texts that tell: a notice whose short text returns each week is another one.
 */
function ofRebuiltSite(left: Left): readonly Pair[] {
  const saying = (one: Facts) =>
    isNews(one) ? foldedWords(`${one.title} ${one.body.slice(0, COMPARED)}`) : undefined
  const pairs = alone(pairsBy(left, saying))
  const telling = pairs.filter(([one]) => one.body.length >= TELLING)
  return telling.length > 2 && telling.length * 2 > left.reading.length ? pairs : []
}

////////////////////////////////////////////////////////////////////////////// by title and day

const titleOf = ({ title, date_debut }: Facts) => (date_debut === null ? undefined : foldedWords(title))

/** An event of this title and day, at the hour or the place that it had. On two pages there are two events, but for one hour and place. */
const ofOneDay = (left: Left) =>
  pairsBy(coming(left), one => titleOf(one) && `${one.date_debut} ${titleOf(one)}`).filter(
    ([one, before]) => {
      const [isHour, isPlace] = [sameHour(one, before), samePlace(one, before)]
      const pages = [pageOf(one), pageOf(before)]
      const isOtherPage = pages[0] !== undefined && pages[1] !== undefined && pages[0] !== pages[1]
      return isOtherPage ? isHour && isPlace : isHour || isPlace
    },
  )

/** An event that was over has said all it had to: the next one is another. */
const coming = (left: Left): Left => ({ ...left, gone: left.gone.filter(({ is_coming }) => is_coming) })

const sameHour = (one: Facts, other: Facts) => one.heure_debut === other.heure_debut
const samePlace = (one: Facts, other: Facts) => foldedWords(one.lieu ?? '') === foldedWords(other.lieu ?? '')

////////////////////////////////////////////////////////////////////////////// what has no identifier

/** A row of a table or an entry without link is known by its text, so that any correction makes another one of it. */
async function corrected(left: Left): Promise<Pair[]> {
  const unnamed = {
    ...left,
    fresh: left.fresh.filter(isUnnamed),
    gone: left.gone.filter(isUnnamed),
  }
  return [...titleTyped(coming(unnamed)), ...dayTyped(coming(unnamed)), ...(await newsTyped(unnamed))]
}
const isUnnamed = ({ external_id }: Facts) => external_id.startsWith('hash:')

/** Nothing else happens at that place at that hour. */
const titleTyped = (left: Left) =>
  pairsBy(left, ({ date_debut, heure_debut, lieu }) =>
    date_debut && heure_debut && lieu ? `${date_debut} ${heure_debut} ${foldedWords(lieu)}` : undefined,
  ).filter(
    ([one, before]) =>
      foldedWords(one.title) !== foldedWords(before.title) && areAlike(one.title, before.title),
  )

/** A title that stands once, here and there: several days of one title are a series, each its own event. */
function dayTyped(left: Left): Pair[] {
  const now = counted(left.reading, titleOf)
  const then = counted(
    left.stored.filter(one => one.is_coming || one.is_here),
    titleOf,
  )
  return pairsBy(left, titleOf).filter(([one, before]) => {
    const title = titleOf(one) ?? ''
    if (now.get(title) !== 1 || then.get(title) !== 1) return false
    const days = Math.abs(daysBetween(before.date_debut ?? '', one.date_debut ?? ''))
    const isWithinYear = days > 0 && days <= MOST_DAYS
    const isPlaced = one.heure_debut !== null || one.lieu !== null
    return (
      isWithinYear && sameHour(one, before) && samePlace(one, before) && (isPlaced || sameBody(one, before))
    )
  })
}
/** A day and a month that were exchanged are less than this apart; the same feast of the next year is more. */
const MOST_DAYS = 300

async function newsTyped(left: Left): Promise<Pair[]> {
  const news = { ...left, fresh: left.fresh.filter(isNews), gone: left.gone.filter(isNews) }
  const ofTitle = pairsBy(news, one => foldedWords(one.title))
  const ofText = pairsBy(news, one => (one.body.length < TELLING ? undefined : one.body))
  return [
    ...(await those(ofTitle, (one, before) => areAlike(one.body, before.body))),
    ...(await those(ofText, (one, before) => areAlike(one.title, before.title))),
  ].filter(onlyOnce())
}
const onlyOnce = () => {
  const seen = new Set<string>()
  return ([one, before]: Pair) => {
    const key = JSON.stringify([one.external_id, before.external_id])
    return !seen.has(key) && seen.add(key)
  }
}
const isNews = ({ date_debut }: Facts) => date_debut === null
/** Shorter texts (“Voir l’affiche”) are those of many items. */
const TELLING = 60

const sameBody = (one: Facts, other: Facts) => foldedWords(one.body) === foldedWords(other.body)

////////////////////////////////////////////////////////////////////////////// texts

const LIKENESS = 0.6
/** The beginning tells enough, and bounds the work. */
export const COMPARED = 2_000

/**
 * Most pairs of letters are the same, and every number, day and month: the next council, market or closure differs by these
 * alone.
 */
export function areAlike(one: string, other: string): boolean {
  if (one === other) return true
  const [a, b] = [foldedWords(one.slice(0, COMPARED)), foldedWords(other.slice(0, COMPARED))]
  if (a === b) return true
  if (timesIn(a) !== timesIn(b)) return false
  const [pairs, others] = [letterPairs(a), letterPairs(b)]
  const [total, also] = [sum(pairs), sum(others)]
  let shared = 0
  for (const [pair, n] of pairs) shared += Math.min(n, others.get(pair) ?? 0)
  return total + also > 0 && (2 * shared) / (total + also) >= LIKENESS
}

const TIME =
  /\d+|\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|matin|midi|soir|demain)s?\b/g
const timesIn = (folded: string) =>
  [...folded.matchAll(TIME)]
    .map(([time]) => time)
    .sort()
    .join(' ')

function letterPairs(folded: string): Map<string, number> {
  const pairs = new Map<string, number>()
  for (const word of folded.split(' '))
    for (let at = 0; at + 1 < word.length; at++) {
      const pair = word.slice(at, at + 2)
      pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
    }
  return pairs
}
const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((all, n) => all + n, 0)
