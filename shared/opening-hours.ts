import { clockTime } from './event-time.ts'

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
  | { readonly kind: 'day'; readonly jour: number }
  | { readonly kind: 'every day' | 'closed' | 'to' | 'and' | 'morning' | 'afternoon' }
  | { readonly kind: 'time'; readonly at: string }
  | { readonly kind: 'note'; readonly text: string }

export const DAYS = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche']
/** As OpenStreetMap writes them. */
const SHORT = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su']

/** Hours without `h` are only read around a dash: `9-12`. */
const WORD =
  /\s*(?:\(([^()]{1,200})\)|(tous les jours|7 ?j ?[/sur]+ ?7)|(\d{1,2}) ?(?:h(?:eures?)?|:) ?([0-5]\d)?(?![\d])|(\d{1,2}(?= ?[-–—] ?\d)|(?<=\d ?h? ?[-–—] ?)\d{1,2}(?!\d))|(midi)|(?:l[’'])?(?:(matin)|(apr[èe]s[- ]midi))|(ferm[ée]+e?s?|closed|off)|([a-zà-ÿ]+)\.?|([-–—])|([,;:./&\n]))/iy

/** Words that say nothing by themselves. */
const FILLERS = new Set(['de', 'du', 'des', 'le', 'les', 'la', 'ouvert', 'ouverte', 'ouverture', 'horaires'])

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
    const [, note, always, written, minutes, bare, noon, morning, afternoon, closed, word, dash, sign] = found
    const hour = written ?? bare
    if (note !== undefined) words.push({ kind: 'note', text: note.trim() })
    else if (always !== undefined) words.push({ kind: 'every day' })
    else if (hour !== undefined) {
      if (Number(hour) > 24 || (Number(hour) === 24 && Number(minutes ?? 0) > 0)) return unknown()
      words.push({ kind: 'time', at: `${hour.padStart(2, '0')}:${minutes ?? '00'}` })
    } else if (noon !== undefined) words.push({ kind: 'time', at: '12:00' })
    else if (morning !== undefined) words.push({ kind: 'morning' })
    else if (afternoon !== undefined) words.push({ kind: 'afternoon' })
    else if (closed !== undefined) words.push({ kind: 'closed' })
    else if (dash !== undefined) words.push({ kind: 'to' })
    else if (sign === ',' || sign === '&' || sign === '/') words.push({ kind: 'and' })
    else if (word !== undefined) {
      const known = knownWord(word.toLowerCase())
      if (known === undefined) return unknown()
      if (known !== 'filler') words.push(known)
    }
  }
  return words
}

function knownWord(word: string): Word | 'filler' | undefined {
  if (word === 'au' || word === 'à' || word === 'a') return { kind: 'to' }
  if (word === 'et') return { kind: 'and' }
  if (FILLERS.has(word)) return 'filler'
  const jour = dayNamed(word)
  return jour === undefined ? undefined : { kind: 'day', jour }
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
}

/** Days, then their hours; undefined for any other order. */
function rulesOf(words: readonly Word[]): readonly Rule[] | undefined {
  const rules: Rule[] = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as Word
    const rule = rules.at(-1)
    const isSaid = rule && (rule.slots.length > 0 || rule.closed)
    if (word.kind === 'and') continue
    if (word.kind === 'day' || word.kind === 'every day') {
      const open = rule && !isSaid ? rule : { days: new Set<number>(), slots: [], closed: false, note: null }
      if (open !== rule) {
        if (rule && !isSaid) return undefined
        rules.push(open)
      }
      const last = rangeFrom(words, at, word)
      if (last === undefined) return undefined
      for (const jour of last.days) open.days.add(jour)
      at += last.length - 1
    } else if (word.kind === 'morning' || word.kind === 'afternoon') {
      const start = words[at + 1]
      if (start?.kind !== 'time' || start.at < '12:00' !== (word.kind === 'morning')) return undefined
    } else if (word.kind === 'time') {
      const [to, end] = [words[at + 1], words[at + 2]]
      if (!rule || rule.closed || to?.kind !== 'to' || end?.kind !== 'time' || end.at <= word.at)
        return undefined
      rule.slots.push({ de: word.at, a: end.at })
      at += 2
    } else if (word.kind === 'closed') {
      if (!rule || isSaid) return undefined
      rule.closed = true
    } else if (word.kind === 'note') {
      if (!rule || !isSaid || rule.note !== null) return undefined
      rule.note = word.text
    } else return undefined
  }
  return rules.every(({ slots, closed }) => slots.length > 0 || closed) ? rules : undefined
}

/** `lundi au vendredi`: its days, and how many words it has. */
function rangeFrom(words: readonly Word[], at: number, word: Word) {
  if (word.kind === 'every day') return { days: [1, 2, 3, 4, 5, 6, 7], length: 1 }
  if (word.kind !== 'day') return undefined
  const last = words[at + 1]?.kind === 'to' ? words[at + 2] : word
  if (last?.kind !== 'day' || last.jour < word.jour) return undefined
  const days = Array.from({ length: last.jour - word.jour + 1 }, (_, ahead) => word.jour + ahead)
  return { days, length: last === word ? 1 : 3 }
}

/** Undefined where two rules contradict each other. */
function dayIn(rules: readonly Rule[], jour: number): OpenDay | undefined {
  const own = rules.filter(({ days }) => days.has(jour))
  const plages = own.flatMap(({ slots }) => slots).toSorted((one, other) => (one.de < other.de ? -1 : 1))
  if (own.length > 1 && own.some(({ closed }) => closed)) return undefined
  if (plages.some(({ de }, at) => at > 0 && de < (plages[at - 1]?.a ?? ''))) return undefined
  const notes = own.flatMap(({ note }) => note ?? [])
  return { jour, plages, note: notes.length > 0 ? notes.join(', ') : null }
}
