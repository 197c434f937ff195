import type { ComponentProps } from 'react'
import {
  type Field as Described,
  type Input,
  isOptional,
  type RecordOf,
  roomOf,
} from '../../../shared/fields/field.ts'
import { fold } from '../../../shared/typed/calendar.ts'
import { closingsIn } from '../../../shared/typed/closings.ts'
import { dayAsTyped, dayUnlikeItsName, typedBeginning, typedDay } from '../../../shared/typed/day.ts'
import { typedEnd } from '../../../shared/typed/end.ts'
import { linkOf } from '../../../shared/typed/link.ts'
import { mailAddressOf } from '../../../shared/typed/mail-address.ts'
import { typedTime } from '../../../shared/typed/times.ts'
import { ALERT_DAYS_WITHOUT_END } from '../../../shared/words/publications.ts'
import { momentAsTyped } from '../words/as-typed.ts'
import { clockTime, endInWords, namedDay, number } from '../words/format.ts'
import { texts } from '../words/language.ts'
import { closingsHint, closingsTyped, closingsWrong } from './closings.ts'
import { hoursHint } from './opening-hours.ts'

/** Described fields: how each kind is drawn, filled in, checked and sent. */

const t = texts({
  fr: {
    email: 'Il manque quelque chose à cette adresse. Écrivez par exemple mairie@village.fr.',
    link: 'Ce n’est pas l’adresse d’une page. Écrivez par exemple www.notre-village.fr.',
    day: 'Ce jour n’est pas compris. Écrivez par exemple 15/01/2027.',
    dayUnlike: (day: string) =>
      `Le jour de la semaine ne va pas avec la date : ce sera ${day}. Corrigez l’un ou l’autre.`,
    dayExample: '15/01 ou demain',
    beginning: 'Ce jour n’est pas compris. Écrivez par exemple 28/05/2020 ou mai 2020.',
    beginningExample: '28/05/2020 ou mai 2020',
    hour: 'Cette heure n’est pas comprise. Écrivez par exemple 20 h 30.',
    hourExample: '20 h 30',
    end: 'Cette fin n’est pas comprise. Écrivez par exemple « ce soir 20 h » ou « 24/11 18 h ».',
    endUnknown: `Si la fin n’est pas connue, laissez ce champ vide : l’alerte s’arrêtera d’elle-même après ${ALERT_DAYS_WITHOUT_END} jours, et vous pourrez la prolonger.`,
    endExample: 'demain 18 h',
    missing: 'Il manque quelque chose ici.',
    tooLong: (most: number) => `C’est trop long : écrivez ${number(most)} signes au plus.`,
  },
  en: {
    email: 'Something is missing in this address. Write for example mairie@village.fr.',
    link: 'This is no address of a web page. Write for example www.our-village.fr.',
    day: 'This day is not understood. Write for example 15/01/2027.',
    dayUnlike: (day: string) => `The weekday does not fit the date, which is ${day}. Put one of both right.`,
    dayExample: '15/01 or tomorrow',
    beginning: 'This day is not understood. Write for example 28/05/2020 or May 2020.',
    beginningExample: '28/05/2020 or May 2020',
    hour: 'This hour is not understood. Write for example 20:30.',
    hourExample: '20:30',
    end: 'This end is not understood. Write for example “tonight 20:00” or “24/11 18:00”.',
    endUnknown: `Where the end is not known, leave this field empty: the alert ends by itself after ${ALERT_DAYS_WITHOUT_END} days, and you may prolong it.`,
    endExample: 'tomorrow 18:00',
    missing: 'Something is missing here.',
    tooLong: (most: number) => `This is too long: write ${number(most)} characters at most.`,
  },
})

interface Kind {
  /** The lines of its text area; absent: an input of one line. */
  readonly rows?: number
  readonly props?: ComponentProps<'input'>
  hint?(typed: string): string
  typed?(value: never): string
  /** The value that is sent; undefined where the text is not understood. */
  read?(typed: string, now: Date, of: Of): unknown
  /** What was understood, below the field. */
  said?(value: string, now: Date): string
  example?(of: Of): string
  readonly wrong?: string | ((typed: string, of: Of) => string)
}
type Of = Pick<Described, 'past'>

/** Null if it is blank. */
const lineOf = (typed: string) => typed.trim() || null
const parsed =
  (value: (text: string, now: Date, of: Of) => string | undefined) => (typed: string, now: Date, of: Of) =>
    typed.trim() === '' ? null : value(typed.trim(), now, of)
const matching = (pattern: RegExp, textOf: (typed: string) => string) => (typed: string) => {
  const text = textOf(typed.trim())
  return text === '' ? null : pattern.test(text) ? text : undefined
}

const unlike = (typed: string, past?: boolean) => {
  const day = dayUnlikeItsName(typed, new Date(), past ? 'last' : 'next')
  return day && t.dayUnlike(namedDay(day))
}
/** `jusqu’à nouvel ordre` */
const UNKNOWN_END = /nouvel ordre|indetermine|inconnu|illimite|ne sais? pas|^\?+$/

export const KINDS: Readonly<Record<Input, Kind>> = {
  choice: {},
  flag: {
    typed: (value: boolean) => String(value),
    read: typed => (typed === '' ? null : typed === 'true'),
  },
  line: { props: { dir: 'auto' } },
  note: { rows: 2 },
  text: { rows: 5 },
  day: {
    props: { maxLength: 60 },
    typed: dayAsTyped,
    read: parsed((text, now, { past }) => (past ? typedBeginning(text, now) : typedDay(text, now))),
    said: namedDay,
    example: ({ past }) => (past ? t.beginningExample : t.dayExample),
    wrong: (typed, { past }) => unlike(typed, past) ?? (past ? t.beginning : t.day),
  },
  hour: {
    props: { maxLength: 60 },
    typed: clockTime,
    read: parsed(typedTime),
    said: clockTime,
    example: () => t.hourExample,
    wrong: t.hour,
  },
  days: {
    rows: 4,
    typed: (days: readonly string[]) => days.map(day => `${dayAsTyped(day)}\n`).join(''),
    read(typed, now) {
      const days = typed.split('\n').filter(line => line.trim() !== '')
      const read = days.flatMap(line => typedDay(line, now) ?? [])
      return read.length < days.length ? undefined : read
    },
    example: () => t.dayExample,
    wrong: typed => unlike(typed) ?? t.day,
  },
  moment: {
    props: { maxLength: 60 },
    typed: momentAsTyped,
    read(typed, now) {
      const end = typedEnd(typed, now)
      return end === null ? null : end?.toISOString()
    },
    said: (value, now) => endInWords(new Date(value), now),
    example: () => t.endExample,
    wrong: typed => (UNKNOWN_END.test(fold(typed)) ? t.endUnknown : t.end),
  },
  address: { rows: 2 },
  telephone: { props: { type: 'tel' } },
  email: {
    props: { type: 'email' },
    read: parsed(mailAddressOf),
    wrong: t.email,
  },
  link: {
    props: { inputMode: 'url' },
    read: matching(/^https?:\/\/\S+$/i, linkOf),
    wrong: t.link,
  },
  hours: { rows: 3, hint: hoursHint },
  closings: {
    rows: 3,
    hint: closingsHint,
    typed: closingsTyped,
    read: closingsIn,
    wrong: closingsWrong,
  },
}

export type Descriptions = Readonly<Record<string, Omit<Described, 'traced'> & { readonly input: Input }>>
export type Typed<F> = { readonly [Name in keyof F]: string }

/** A record as it is typed. */
export const typedOf = <F extends Descriptions>(
  fields: F,
  record: { readonly [Name in keyof F]?: unknown },
): Typed<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { input }]) => {
      const value = record[name]
      return [name, value == null ? '' : (KINDS[input].typed?.(value as never) ?? value)]
    }),
  ) as Typed<F>

type Description = Descriptions[string]
/** Null where nothing is typed, undefined where the text is not understood. */
export const readAs = (of: Description, typed: string, now: Date) =>
  (KINDS[of.input].read ?? lineOf)(typed, now, of)

/** The request of these fields. A text that cannot be read is sent as typed: the service refuses it at its field. */
export const sentOf = <F extends Descriptions>(fields: F, typed: Typed<F>, now = new Date()) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, of]) => {
      const text = typed[name as keyof F]
      return [name, readAs(of, text, now) ?? lineOf(text)]
    }),
  ) as RecordOf<F>

/** The value in words, if it is not the text that was typed. */
export function saidOf(of: Description, typed: string, now: Date): string | undefined {
  const value = KINDS[of.input].said && readAs(of, typed, now)
  return typeof value === 'string' ? KINDS[of.input].said?.(value, now) : undefined
}

/** What is wrong with a text that cannot be read, is missing, or is too long. An input with a `maxLength` would drop its end. */
export function faultOf(of: Description, typed: string, now = new Date()): string | undefined {
  if (typed.trim() === '' && !isOptional(of)) return t.missing
  const room = roomOf(of)
  if (room !== undefined && [...typed.trim()].length > room) return t.tooLong(room)
  if (readAs(of, typed, now) !== undefined) return undefined
  const { wrong } = KINDS[of.input]
  return typeof wrong === 'function' ? wrong(typed, of) : wrong
}

/** The errors of fields whose text cannot be read, or is missing. */
export const faultsOf = <F extends Descriptions>(fields: F, typed: Typed<F>, now = new Date()) =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, of]) => [name, faultOf(of, typed[name as keyof F], now)])
      .filter(([, fault]) => fault !== undefined),
  ) as { readonly [Name in keyof F]?: string }
