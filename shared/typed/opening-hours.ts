import { clockTime } from '../event-time.ts'

/**
 * Opening hours, as people and the directory of town halls write them: `Du lundi au vendredi de 9 h à 12 h`,
 * `Lundi : 9h00-12h00 (sauf juillet)`, `Mo-Fr 09:00-12:00`. A text is understood entirely or not at all: hours that are
 * half understood would send people to a closed door.
 */

export interface Slot {
  /** `HH:MM`, in the time zone of the commune. */
  readonly de: string
  readonly a: string
}

export interface OpenDay {
  /** Monday is 1. */
  readonly jour: number
  /** None: closed. */
  readonly plages: readonly Slot[]
  /** A condition in brackets, such as `sauf juillet`: whether it is open then is unknown. */
  readonly note: string | null
}

/** A list of a hundred acteurs reads as many texts: 2 000 letters each took 34 ms. */
const LONGEST = 600

/** All seven days, or undefined for a text that is not understood. */
export function readOpeningHours(text: string): readonly OpenDay[] | undefined {
  if (text.length > LONGEST) return undefined
  const words = wordsOf(text)
  const rules = typeof words === 'string' ? undefined : rulesOf(words)
  if (!rules || rules.length === 0) return undefined
  const week = DAYS.map((_, at) => dayIn(rules, at + 1))
  return week.every(day => day !== undefined) ? week : undefined
}

/** The first part that has a word which is not known: `sur rendez-vous`. */
export function unknownPart(text: string): string | undefined {
  const words = wordsOf(text)
  return typeof words === 'string' ? /^[^,;:]{1,40}/.exec(words)?.[0].trim() : undefined
}

export const slotShown = ({ de, a }: Slot) => `${clockTime('fr', de)}\u00a0– ${clockTime('fr', a)}`

/** Days with the same hours in one line: `Lundi au vendredi : 9 h – 12 h`. As written where they are not understood. */
export function hoursInBrief(hours: string): string {
  const week = readOpeningHours(hours)
  if (!week) return hours
  const lines: { days: string[]; said: string }[] = []
  for (const { jour, plages, note } of week) {
    const day = DAYS[jour - 1] ?? ''
    const said = `${plages.map(slotShown).join(', ')}${note ? ` (${note})` : ''}`
    const last = lines.at(-1)
    if (last?.said === said) last.days.push(day)
    else lines.push({ days: [day], said })
  }
  return lines
    .filter(({ said }) => said !== '')
    .map(({ days, said }) => {
      const joined = days.length > 2 ? `${days[0]} au ${days.at(-1)}` : days.join(' et ')
      return `${joined.charAt(0).toUpperCase()}${joined.slice(1)}\u00a0: ${said}`
    })
    .join('\n')
}

////////////////////////////////////////////////////////////////////////////// words

type Word =
  | { readonly kind: 'days'; readonly jours: readonly number[] }
  /** `1er et 3e`, of the month. */
  | { readonly kind: 'some'; readonly text: string }
  | { readonly kind: 'closed' | 'except' | 'to' | 'slash' | 'and' | 'morning' | 'afternoon' }
  | { readonly kind: 'time'; readonly at: string }
  | { readonly kind: 'note'; readonly text: string }

export const DAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche']
/** As OpenStreetMap writes them. */
const SHORT = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']

const ORDINAL = String.raw`(?:\d ?(?:er|e|[èe]me)|premiers?|deuxi[èe]mes?|troisi[èe]mes?|quatri[èe]mes?|derniers?)(?![a-zà-ÿ])`
/**
 * Hours without `h` are only read around a dash or a slash: `9-12`. `8.30` has minutes that hours of opening have; `9.12` may be
 * from nine to twelve.
 */
const WORD = new RegExp(
  String.raw`\s*(?:` +
    [
      String.raw`\((?<note>[^()]{1,200})\)`,
      `(?<always>tous les jours|chaque jour|7 ?j ?[/sur]+ ?7)`,
      `(?:tous les |chaque )?(?<weekend>week-?ends?)|(?:en |la )?(?<weekdays>semaine)(?! (?:im)?paire)`,
      `(?<some>${ORDINAL}(?:(?:,| et| &)? (?:le |les )?${ORDINAL})*)`,
      String.raw`(?<around>24 ?h ?/ ?24)(?! ?h\d)(?: ?h(?:eures?)?)?`,
      String.raw`(?<quarter>\d{1,2})\.(?<quarters>00|15|30|45)(?!\d)`,
      String.raw`(?<hour>\d{1,2})(?<gap> ?)(?:h(?:eures?)?|:)(?<minutes> ?[0-5]\d)?(?!\d)`,
      String.raw`(?<bare>\d{1,2}(?= ?[-–—/] ?\d)|(?<=\d ?h? ?[-–—/] ?)\d{1,2}(?!\d)|(?<=de )\d{1,2}(?= à \d)|(?<=de \d{1,2} à )\d{1,2}(?! ?[h:\d]))`,
      `(?<noon>midi)|(?<midnight>minuit)`,
      `(?:l[’'])?(?:(?<morning>matins?)|(?<afternoon>apr[èe]s[- ]midi))`,
      `(?<closed>ferm[ée]+e?s?|closed|off)`,
      `(?<continuous>non[- ]stop|sans interruption|en continu|(?:en )?journ[ée]e continue)`,
      `(?<month>(?:du|de chaque|chaque) mois)`,
      String.raw`(?<word>[a-zà-ÿ]+)\.?`,
      String.raw`(?<dash>[-–—])|(?<sign>[,;:./&\n])`,
    ].join('|') +
    ')',
  'iy',
)
/** Signs behind a number that make it an hour. */
const OF_AN_HOUR = /^ ?(?:h|:\d|[-–—/]|à)/i
/** One of the month: `du mois`. */
const OF_MONTH = ' du mois'

/** Words that say nothing by themselves. */
const FILLERS = new Set([
  ...['de', 'du', 'des', 'le', 'les', 'la', 'tous', 'chaque', 'inclus', 'uniquement', 'seulement'],
  ...['ouvert', 'ouverte', 'ouverts', 'ouvertes', 'ouverture', 'horaires'],
])

/** What is left of the line from a word that is not known, if there is one. */
function wordsOf(text: string): readonly Word[] | string {
  const words: Word[] = []
  const rest = text
    .replaceAll(/[\s\u00a0\u202f]*\n[\s\u00a0\u202f]*/g, '\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim()
  WORD.lastIndex = 0
  while (WORD.lastIndex < rest.length) {
    const from = WORD.lastIndex
    const unknown = () => rest.slice(from).trim().split('\n', 1)[0] ?? ''
    const found = WORD.exec(rest)
    if (!found) return unknown()
    const { groups = {} } = found
    const { note, always, weekend, weekdays, some, closed, word, dash, sign } = groups
    if (note !== undefined) words.push({ kind: 'note', text: note.trim() })
    else if (always !== undefined) words.push({ kind: 'days', jours: [1, 2, 3, 4, 5, 6, 7] })
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
      // `9h-12h 14h-17h`, `9h-12h 14-17h`: the second number is an hour. `12h 30-17h`, `9 h - 12 h 15 / 14 h` have minutes.
      if (
        minutes?.startsWith(' ') &&
        isNextHour(minutes, rest.slice(WORD.lastIndex), !groups.gap && isSlotEnd(words))
      ) {
        WORD.lastIndex -= minutes.length
        minutes = undefined
      }
      if (Number(hour) > 24 || (Number(hour) === 24 && Number(minutes ?? 0) > 0)) return unknown()
      words.push({ kind: 'time', at: `${hour.padStart(2, '0')}:${minutes?.trim() ?? '00'}` })
    } else if (groups.morning !== undefined) words.push({ kind: 'morning' })
    else if (groups.afternoon !== undefined) words.push({ kind: 'afternoon' })
    else if (closed !== undefined) words.push({ kind: 'closed' })
    else if (groups.continuous !== undefined) continue
    else if (groups.month !== undefined) {
      const at = words.findLastIndex(({ kind }) => kind !== 'days')
      const before = words[at]
      if (before?.kind !== 'some' || at !== words.length - 2) return unknown()
    } else if (dash !== undefined) words.push({ kind: 'to' })
    else if (sign === '/') words.push({ kind: 'slash' })
    else if (sign === ',' || sign === '&') words.push({ kind: 'and' })
    else if (word !== undefined) {
      const known = knownWord(word.toLowerCase())
      if (known === undefined) return unknown()
      if (known !== 'filler') words.push(known)
    }
  }
  return words
}

const isSlotEnd = (words: readonly Word[]) => /^(?:to|slash)$/.test(words.at(-1)?.kind ?? '')

/** Whether a number behind `12h ` is the next hour, which what follows must say. */
function isNextHour(number: string, behind: string, isEnd: boolean): boolean {
  const [sign] = OF_AN_HOUR.exec(behind) ?? []
  if (sign === undefined || Number(number) > 24) return false
  return /[h:]/i.test(sign) || isEnd
}

function knownWord(word: string): Word | 'filler' | undefined {
  if (word === 'au' || word === 'à' || word === 'a') return { kind: 'to' }
  if (word === 'et') return { kind: 'and' }
  if (word === 'sauf' || word === 'hors') return { kind: 'except' }
  if (FILLERS.has(word)) return 'filler'
  const jour = dayNamed(word)
  return jour === undefined ? undefined : { kind: 'days', jours: [jour] }
}

/** `lundi`, `lundis`, `lun.`, `Mo`. */
function dayNamed(word: string): number | undefined {
  const at = DAYS.findIndex(day => word === day || word === `${day}s` || word === day.slice(0, 3))
  const found = at === -1 ? SHORT.indexOf(word) : at
  return found === -1 ? undefined : found + 1
}

////////////////////////////////////////////////////////////////////////////// rules

interface Rule {
  readonly days: Set<number>
  readonly slots: Slot[]
  closed: boolean
  note: string | null
  /** Days, or halves of days, that it does not mean. */
  readonly except: Exception[]
}

interface Exception {
  readonly jour: number
  readonly half: 'morning' | 'afternoon' | undefined
}

/** Days, then their hours; undefined for any other order. */
function rulesOf(words: readonly Word[]): readonly Rule[] | undefined {
  const rules: Rule[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const rule = rules.at(-1)
    const isSaid = rule && (rule.slots.length > 0 || rule.closed)
    if (word.kind === 'and') continue
    // `fermé le mercredi` behind hours; `samedi fermé` has its day before it.
    if (word.kind === 'except' || (word.kind === 'closed' && (isSaid || !rule))) {
      const { list, length } = exceptionsFrom(words, at + 1)
      if (list.length === 0 || !exclude(rules, list, word.kind === 'closed')) return undefined
      at += length
      // Whose hours are these?
      if (isSaid && words[at + 1]?.kind === 'time') return undefined
    } else if (word.kind === 'days' || word.kind === 'some') {
      const open = rule && !isSaid ? rule : startOf(rules)
      if (open !== rule && rule && !isSaid) return undefined
      const some = word.kind === 'some' ? word.text : undefined
      const first = some === undefined ? at : at + 1
      const last = rangeFrom(words, first, some !== undefined)
      if (last === undefined || (some !== undefined && open.days.size > 0)) return undefined
      for (const jour of last.days) open.days.add(jour)
      if (some !== undefined) open.note = `${some} ${DAYS[(last.days[0] ?? 1) - 1]}${OF_MONTH}`
      // Its note would be said of the others too.
      else if (open.note !== null) return undefined
      at = first + last.length - 1
    } else if (word.kind === 'morning' || word.kind === 'afternoon') {
      const start = words[at + 1]
      if (start?.kind !== 'time' || start.at < '12:00' !== (word.kind === 'morning')) return undefined
    } else if (word.kind === 'time') {
      const [to, end] = [words[at + 1], words[at + 2]]
      const isRange = to?.kind === 'to' || to?.kind === 'slash'
      if (
        !rule ||
        rule.closed ||
        rule.days.size === 0 ||
        !isRange ||
        end?.kind !== 'time' ||
        end.at <= word.at
      )
        return undefined
      rule.slots.push({ de: word.at, a: end.at })
      at += 2
      // `9h/12h - 14h/17h`, `9h-12h / 14h-17h`: what stands between two slots says nothing.
      if (isSlotEnd(words.slice(at + 1, at + 2)) && words[at + 2]?.kind === 'time') at++
    } else if (word.kind === 'closed') {
      if (rule) rule.closed = true
    } else if (word.kind === 'note') {
      if (!rule || !isSaid || rule.note !== null) return undefined
      rule.note = word.text
    } else if (word.kind !== 'slash' || words[at + 1]?.kind !== 'days') return undefined
  }
  return rules.every(({ slots, closed }) => slots.length > 0 || closed) ? rules : undefined
}

function startOf(rules: Rule[], days: readonly number[] = []): Rule {
  const rule: Rule = { days: new Set(days), slots: [], closed: false, note: null, except: [] }
  rules.push(rule)
  return rule
}

/** `lundi au vendredi`: its days, and how many words it has. `one`: a single day. */
function rangeFrom(words: readonly Word[], at: number, one: boolean) {
  const word = words[at]
  if (word?.kind !== 'days') return undefined
  const last = words[at + 1]?.kind === 'to' ? words[at + 2] : undefined
  if (last === undefined || one)
    return one && word.jours.length > 1 ? undefined : { days: word.jours, length: 1 }
  const [from = 0, to = 0] = [word.jours[0], last.kind === 'days' ? last.jours[0] : 0]
  if (word.jours.length > 1 || last.kind !== 'days' || last.jours.length > 1 || to < from) return undefined
  return { days: Array.from({ length: to - from + 1 }, (_, ahead) => from + ahead), length: 3 }
}

/** `mercredi après-midi et samedi`: up to what is no day. */
function exceptionsFrom(words: readonly Word[], from: number) {
  const list: Exception[] = []
  let at = from
  for (; at < words.length; at++) {
    const word = words[at] as Word
    // `sauf mercredi, samedi 9h-12h`: the hours make the last day another rule.
    if (word.kind === 'days') {
      const range = rangeFrom(words, at, false)
      if (!range) break
      const behind = words[at + range.length]
      const half = behind?.kind === 'morning' || behind?.kind === 'afternoon' ? behind.kind : undefined
      const length = range.length + (half ? 1 : 0)
      if (list.length > 0 && words[at + length]?.kind === 'time') break
      for (const jour of range.days) list.push({ jour, half })
      at += length - 1
    } else if (word.kind !== 'and') break
  }
  return { list, length: at - from }
}

/** Takes them out of the rules before. False where `sauf` names a day that these do not have. `fermé` may name any. */
function exclude(rules: Rule[], list: readonly Exception[], isClosed: boolean): boolean {
  return list.every(exception => {
    const meant = rules.filter(({ days }) => days.has(exception.jour))
    for (const { except } of meant) except.push(exception)
    if (meant.length > 0) return true
    if (isClosed && !exception.half) startOf(rules, [exception.jour]).closed = true
    return isClosed && !exception.half
  })
}

/** A slot over noon is in no half of the day: undefined. */
function without(slots: readonly Slot[], halves: readonly Exception['half'][]): readonly Slot[] | undefined {
  if (halves.length === 0) return slots
  if (halves.includes(undefined)) return []
  const halfOf = ({ de, a }: Slot) => (a <= '13:00' ? 'morning' : de >= '12:00' ? 'afternoon' : undefined)
  if (slots.some(slot => halfOf(slot) === undefined)) return undefined
  return slots.filter(slot => !halves.includes(halfOf(slot)))
}

/** Undefined where two rules contradict each other. */
function dayIn(rules: readonly Rule[], jour: number): OpenDay | undefined {
  const own = rules.filter(({ days }) => days.has(jour))
  const left = own.map(({ slots, except }) =>
    without(
      slots,
      except.filter(one => one.jour === jour).map(({ half }) => half),
    ),
  )
  if (!left.every(slots => slots !== undefined)) return undefined
  const plages = left.flat().toSorted((one, other) => (one.de < other.de ? -1 : 1))
  if (own.length > 1 && own.some(({ closed }) => closed)) return undefined
  // Its note would be said of the other hours too.
  if (own.length > 1 && own.some(({ note }) => note?.endsWith(OF_MONTH))) return undefined
  if (plages.some(({ de }, at) => at > 0 && de < (plages[at - 1]?.a ?? ''))) return undefined
  const notes = own.flatMap(({ note }) => note ?? [])
  return { jour, plages, note: notes.length > 0 ? notes.join(', ') : null }
}
