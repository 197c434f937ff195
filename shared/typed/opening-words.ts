import { weekdayMeant } from './misspelt.ts'

/** The words of opening hours. */

export type Word =
  /** `begins`: a line or a sentence. */
  | {
      readonly kind: 'days'
      readonly jours: readonly number[]
      readonly letter?: true
      readonly begins?: true
    }
  /** `1er et 3e`, of the month. `isWhole`: `un samedi sur deux`, with its day. */
  | { readonly kind: 'some'; readonly text: string; readonly isWhole?: true }
  | { readonly kind: 'closed' | 'except' | 'to' | 'until' | 'dash' | 'slash' | 'and' }
  /** `every`: `tous les matins`. `only`: `matin seulement`. */
  | { readonly kind: Half; readonly every?: true; readonly only?: true }
  | { readonly kind: 'holidays' | 'others' | 'same' }
  /** `sauf dimanche (8 h - 12 h)`: what is said instead of the days before it. */
  | { readonly kind: 'instead' }
  /** `(16 h 30 le vendredi)`: when the days after it end. `isSaid`: as an end. */
  | { readonly kind: 'later'; readonly at: string; readonly isSaid: boolean }
  | { readonly kind: 'time'; readonly at: string }
  | { readonly kind: 'note'; readonly text: string }

type Half = 'morning' | 'afternoon' | 'evening'
export const isHalf = (kind: Word['kind'] | undefined) =>
  kind === 'morning' || kind === 'afternoon' || kind === 'evening'

export const DAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche']
/** As OpenStreetMap writes them. */
const SHORT = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']

const ORDINAL = String.raw`(?:\d ?(?:ers?|e|[èe]mes?)|premiers?|deuxi[èe]mes?|troisi[èe]mes?|quatri[èe]mes?|derniers?)(?![a-zà-ÿ])`
const DAY = '(?:lun|mar|mercre|jeu|vendre|same)di|dimanche'
const FORTNIGHT = 'tous les (?:15|quinze) jours'
/**
 * Hours without `h` are only read around a dash or a slash: `9-12`. `8.30` has minutes that hours of opening have; `9.12` may be
 * from nine to twelve.
 */
const WORD = new RegExp(
  String.raw`\s*(?:` +
    [
      String.raw`\((?<note>[^()]{1,200})\)`,
      `(?<always>(?:tous|ts) les (?:jours|jrs|j)(?! ouvr)(?![a-zà-ÿ])|chaque jour|tlj(?![a-zà-ÿ])|7 ?j(?:ours)? ?[/sur]+ ?7)`,
      `(?<others>(?:tous )?les autres jours)`,
      `(?<second>(?:un|1) (?:${DAY}) (?:sur|/) ?(?:deux|2)(?![\\dh])|${FORTNIGHT},? (?:le )?(?:${DAY})(?![a-z])|(?:${DAY}),? ${FORTNIGHT})`,
      `(?<holidays>(?:les |des )?jours? f[ée]ri[ée]s?|(?:les )?f[ée]ri[ée]s)`,
      `(?:tous les |chaque )?(?<weekend>week-?ends?)|(?:en |la )?(?<weekdays>semaine)(?! (?:im)?paire)`,
      `(?<some>${ORDINAL}(?:(?:,| et| &)? (?:le |les )?${ORDINAL})*)`,
      String.raw`(?<around>24 ?h ?(?:/|sur) ?24)(?! ?h\d)(?: ?h(?:eures?)?)?`,
      String.raw`(?<quarter>\d{1,2})\.(?<quarters>00|15|30|45)(?!\d)`,
      String.raw`(?<hour>\d{1,2})(?<gap> ?)(?:h(?:eures?|rs?)?|:)(?<minutes> ?[0-5]\d)?(?!\d)(?: ?mi?n)?`,
      String.raw`(?<bare>\d{1,2}(?= ?(?:[-–—/>→]|[àa] ) ?\d)|(?<=\d ?h? ?[-–—/>→] ?)\d{1,2}(?!\d)|(?<=\d(?: ?h(?: ?\d\d)?| heures)? [àa] )\d{1,2}(?! ?[h:\d]))`,
      `(?<noon>midi)|(?<midnight>minuit)`,
      `(?<every>(?:tous|toutes) les |chaque )?(?<only>(?:seulement|uniquement) (?:le |l[’'])?)?(?:l[’'])?(?:(?<morning>matin(?:[ée]e)?s?)|(?<afternoon>ap(?:r[èe]s)?\\.?[- ]?midis?|apr?[èe]m))(?![a-zà-ÿ])(?<alone>,? (?:seulement|uniquement))?|(?<everyEvening>tous les )?(?:le |en )?(?<evening>soir(?:[ée]e)?s?)(?![a-z])`,
      `(?<closed>ferm[ée]+e?s?(?![a-zà-ÿ])(?: toute la journ[ée]e)?|pas d[’']ouverture|fermeture(?: hebdomadaire)?|jours? de fermeture|closed|off|rel[âa]che)`,
      `(?<continuous>non[- ]stop|sans interruption|en continu|(?:en )?journ[ée]e continue|toute la journ[ée]e|sans (?:rendez-vous|rdv)|(?:ouverte?s? )?au public)`,
      `(?<also>ainsi que|et aussi|puis)|(?<nocturne>nocturnes?(?= (?:le|les|jusqu)))|(?<until>jusqu[’'](?:au|[àa]))`,
      `(?<month>(?:du|de chaque|chaque) mois)`,
      String.raw`(?<word>[a-zà-ÿ]+)\.?`,
      String.raw`(?<dash>[-–—>→])|(?<sign>[,;:./&+|\n])`,
    ].join('|') +
    ')',
  'iy',
)
/** Signs after a number that make it an hour. */
const OF_AN_HOUR = /^ ?(?:h|:\d|[-–—/]|à)/i
/** One of the month: `du mois`. */
export const OF_MONTH = ' du mois'

/** Words that say nothing by themselves. */
const FILLERS = new Set([
  'de',
  'du',
  'des',
  'le',
  'les',
  'la',
  'tous',
  'chaque',
  'inclus',
  'uniquement',
  'seulement',
  'ouvert',
  'ouverte',
  'ouverts',
  'ouvertes',
  'ouverture',
  'horaires',
])

/** The words; or, where one is unknown, the rest of the line from that word on. */
export function wordsOf(rest: string): readonly Word[] | string {
  const words: Word[] = []
  const begun = new Set<number>()
  WORD.lastIndex = 0
  while (WORD.lastIndex < rest.length) {
    const from = WORD.lastIndex
    const unknown = () => rest.slice(from).trim().split('\n', 1)[0] ?? ''
    const found = WORD.exec(rest)
    if (!found) return unknown()
    const { groups = {} } = found
    const { note, always, weekend, weekdays, some, closed, word, dash, sign } = groups
    if (sign === '.' || sign === ';' || sign === '|' || found[0].startsWith('\n')) begun.add(words.length)
    if (note !== undefined) {
      const behind = WORD.lastIndex
      const inside = wordsOf(note)
      WORD.lastIndex = behind
      const isOfDays = typeof inside !== 'string' && inside.some(({ kind }) => kind === 'days')
      const [first] = typeof inside === 'string' ? [] : inside
      // `(fermé le mercredi)` is said of a day, `(sauf juillet)` of the hours. `(16 h le vendredi)` changes them.
      const later = typeof inside === 'string' ? undefined : laterIn(inside)
      const isInstead = isExcept(words)
      if (later && words.some(({ kind }) => kind === 'time')) words.push(...later)
      else if (
        typeof inside !== 'string' &&
        isInstead &&
        (first?.kind === 'time' || first?.kind === 'closed')
      ) {
        if (isOfDays) return unknown()
        words.push({ kind: 'instead' }, ...inside)
      } else if (typeof inside !== 'string' && first?.kind === 'closed') words.push(...inside)
      else if (typeof inside !== 'string' && isOfDays && first?.kind === 'except') words.push(...inside)
      else if (typeof inside !== 'string' && first?.kind === 'time' && !isOfDays && isAlone(words))
        words.push(...inside)
      else if (/\d ?(?:h|:\d)/i.test(note) && words.length > 0) return unknown()
      else words.push({ kind: 'note', text: note.trim() })
    } else if (groups.others !== undefined) words.push({ kind: 'others' })
    else if (groups.second !== undefined) {
      const text = groups.second.toLowerCase()
      const jour = DAYS.findIndex(day => text.includes(day)) + 1
      words.push({ kind: 'some', text, isWhole: true }, { kind: 'days', jours: [jour] })
    } else if (always !== undefined) words.push({ kind: 'days', jours: [1, 2, 3, 4, 5, 6, 7] })
    else if (weekend !== undefined) words.push({ kind: 'days', jours: [6, 7] })
    else if (weekdays !== undefined) words.push({ kind: 'days', jours: [1, 2, 3, 4, 5] })
    else if (some !== undefined)
      words.push({ kind: 'some', text: some.toLowerCase().replaceAll(/ les? /g, ' ') })
    else if (groups.around !== undefined)
      words.push({ kind: 'time', at: '00:00' }, { kind: 'to' }, { kind: 'time', at: '24:00' })
    else if (groups.noon !== undefined) words.push({ kind: 'time', at: '12:00' })
    else if (groups.midnight !== undefined)
      words.push({ kind: 'time', at: isSlotEnd(words) ? '24:00' : '00:00' })
    else if (groups.hour !== undefined || groups.quarter !== undefined || groups.bare !== undefined) {
      const hour = groups.hour ?? groups.quarter ?? groups.bare ?? ''
      let minutes = groups.minutes ?? groups.quarters
      // `9h-12h 14h-17h`, `9h-12h 14-17h`, `9h12h`: the second number is an hour. `12h 30-17h`, `9 h - 12 h 15 / 14 h` have minutes.
      const behind = rest.slice(WORD.lastIndex)
      const isNext = minutes?.startsWith(' ')
        ? isNextHour(minutes, behind, !groups.gap && isSlotEnd(words))
        : minutes !== undefined && /^h/i.test(behind) && Number(minutes) <= 24
      if (minutes !== undefined && isNext) {
        WORD.lastIndex -= minutes.length
        minutes = undefined
      }
      if (Number(hour) > 24 || (Number(hour) === 24 && Number(minutes ?? 0) > 0)) return unknown()
      words.push({ kind: 'time', at: `${hour.padStart(2, '0')}:${minutes?.trim() ?? '00'}` })
    } else if (groups.morning !== undefined || groups.afternoon !== undefined)
      words.push({
        kind: groups.morning === undefined ? 'afternoon' : 'morning',
        ...(groups.every !== undefined && { every: true }),
        ...((groups.only ?? groups.alone) !== undefined && { only: true }),
      })
    else if (groups.evening !== undefined)
      words.push({ kind: 'evening', ...(groups.everyEvening !== undefined && { every: true }) })
    else if (groups.nocturne !== undefined) continue
    else if (groups.holidays !== undefined) words.push({ kind: 'holidays' })
    else if (groups.also !== undefined) words.push({ kind: 'and' })
    else if (groups.until !== undefined) words.push({ kind: 'until' })
    else if (closed !== undefined) words.push({ kind: 'closed' })
    else if (groups.continuous !== undefined) continue
    else if (groups.month !== undefined) {
      const at = words.findLastIndex(({ kind }) => kind !== 'days')
      const before = words[at]
      if (before?.kind !== 'some' || at !== words.length - 2) return unknown()
    } else if (dash !== undefined) words.push({ kind: 'dash' })
    else if (sign === '/') words.push({ kind: 'slash' })
    else if (sign === ',' || sign === '&' || sign === '+') words.push({ kind: 'and' })
    else if (word !== undefined) {
      const known = knownWord(word.toLowerCase())
      if (known === undefined) return unknown()
      if (known !== 'filler') words.push(...known)
      // `mercredi. Jeudi`, but not `mer. jeu.`
      if (found[0].endsWith('.') && DAYS.includes(word.toLowerCase())) begun.add(words.length)
    }
  }
  for (const at of begun) {
    const word = words[at]
    if (word?.kind === 'days') words[at] = { ...word, begins: true }
  }
  return withLetters(words) ?? rest.slice(0, 40)
}

/**
 * `mercredi (14h-17h) et samedi (10h-12h)`, `du lundi au vendredi (8h-12h)`: the hours are those of the day or the range before
 * them, if it stands alone.
 */
function isAlone(words: readonly Word[]): boolean {
  const [last, link, first, ...before] = words.filter(({ kind }) => kind !== 'and').toReversed()
  const isRange = (link?.kind === 'to' || link?.kind === 'dash') && first?.kind === 'days'
  const behind = isRange ? before[0] : link
  return last?.kind === 'days' && (behind === undefined || behind.kind === 'time')
}

/** `sauf dimanche`, with nothing behind the day. */
function isExcept(words: readonly Word[]): boolean {
  const at = words.findLastIndex(({ kind }) => kind !== 'days' && kind !== 'and')
  return at < words.length - 1 && words[at]?.kind === 'except'
}

const AN_END: ReadonlySet<Word['kind']> = new Set(['until', 'closed'])
const OF_AN_END: ReadonlySet<Word['kind']> = new Set(['time', 'days', 'to', 'and', 'dash', 'until', 'closed'])

/** `16 h 30 le vendredi`, `le vendredi jusqu’à 16 h`: the hour, then the days. */
function laterIn(inside: readonly Word[]): readonly Word[] | undefined {
  const own = inside[0]?.kind === 'except' ? inside.slice(1) : inside
  const at = own.findIndex(({ kind }) => kind === 'time')
  const time = own[at]
  const isOfTwo = own.filter(({ kind }) => kind === 'time').length !== 1
  if (time?.kind !== 'time' || isOfTwo || !own.every(({ kind }) => OF_AN_END.has(kind))) return undefined
  const days = own.filter(
    ({ kind }, nth) => nth !== at && !AN_END.has(kind) && !(nth === at - 1 && kind !== 'days'),
  )
  if (days[0]?.kind !== 'days' || days.at(-1)?.kind !== 'days') return undefined
  return [{ kind: 'later', at: time.at, isSaid: own.some(({ kind }) => AN_END.has(kind)) }, ...days]
}

/**
 * `L M M J V`: of two letters the second is Wednesday; one alone may be either. Undefined then, but for the four days of the school
 * week, `L-M-J-V`. `Ma au S`: beside other days a letter is a day.
 */
function withLetters(words: readonly Word[]): readonly Word[] | undefined {
  const letters = words.filter(word => word.kind === 'days' && word.letter)
  const isDay = (word: Word | undefined, jour: number) => word?.kind === 'days' && word.jours[0] === jour
  const isBesideDays = words.some(word => word.kind === 'days' && !word.letter)
  if (letters.length === 1 && (!isBesideDays || isDay(letters[0], SOME_M))) return undefined
  const days = words.filter(({ kind }) => kind === 'days')
  const isSchoolWeek = days.length === 4 && [1, SOME_M, 4, 5].every((jour, at) => isDay(days[at], jour))
  const dayOf = (word: Word): Word | undefined => {
    if (!isDay(word, SOME_M)) return word
    const at = days.indexOf(word)
    const [before, behind] = [days[at - 1], days[at + 1]]
    const isTuesday = isSchoolWeek || isDay(behind, SOME_M) || isDay(behind, 3)
    const isWednesday = isDay(before, SOME_M) || isDay(before, 2)
    if (isTuesday === isWednesday) return undefined
    return { kind: 'days', jours: [isTuesday ? 2 : 3] }
  }
  const read = words.map(dayOf)
  return read.every(word => word !== undefined) ? read : undefined
}

export const isSlotEnd = (words: readonly Word[]) =>
  /^(?:to|until|dash|slash)$/.test(words.at(-1)?.kind ?? '')

/** Whether a number behind `12h ` is the next hour, which what follows must say. */
function isNextHour(number: string, behind: string, isEnd: boolean): boolean {
  const [sign] = OF_AN_HOUR.exec(behind) ?? []
  if (sign === undefined || Number(number) > 24) return false
  return /[h:]/i.test(sign) || isEnd
}

function knownWord(word: string): readonly Word[] | 'filler' | undefined {
  if (word === 'au' || word === 'à' || word === 'a') return [{ kind: 'to' }]
  if (word === 'et') return [{ kind: 'and' }]
  if (/^(?:sauf|sf|hors|except[ée])$/.test(word)) return [{ kind: 'except' }]
  if (word === 'idem') return [{ kind: 'same' }]
  if (FILLERS.has(word)) return 'filler'
  if (/^(?:[ljvsdm]|lm[mjvsd]*|mm?j[vsd]*)$/.test(word))
    return [...word].map(letter => ({ kind: 'days', jours: [LETTERS[letter] ?? 0], letter: true }))
  const jour = dayNamed(word)
  return jour === undefined ? undefined : [{ kind: 'days', jours: [jour] }]
}

/** A Tuesday or a Wednesday. */
const SOME_M = 0
const LETTERS: Readonly<Record<string, number>> = { l: 1, m: SOME_M, j: 4, v: 5, s: 6, d: 7 }
const TWO = ['lu', 'ma', 'me', 'je', 've', 'sa', 'di']

/** `lundi`, `lundis`, `lun.`, `vend.`, `lu`, `Mo`. */
function dayNamed(word: string): number | undefined {
  const isShort = (day: string) => word === `${day}s` || (word.length > 2 && day.startsWith(word))
  const meant = weekdayMeant(word) ?? ''
  const at = [DAYS.findIndex(isShort), TWO.indexOf(word), SHORT.indexOf(word), DAYS.indexOf(meant)].find(
    found => found !== -1,
  )
  return at === undefined ? undefined : at + 1
}
