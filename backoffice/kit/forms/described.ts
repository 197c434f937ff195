import type { ComponentProps } from 'react'
import type { Field as Described, Input, RecordOf } from '../../../shared/fields/field.ts'
import { closingsIn } from '../../../shared/typed/closings.ts'
import { linkOf } from '../../../shared/typed/link.ts'
import { texts } from '../words/language.ts'
import { closingsHint, closingsTyped, closingsWrong } from './closings.ts'
import { hoursHint } from './opening-hours.ts'

/** Described fields: how each kind is drawn, filled in, checked and sent. */

const t = texts({
  fr: {
    email: 'Il manque quelque chose à cette adresse. Écrivez par exemple mairie@village.fr.',
    link: 'Ce n’est pas l’adresse d’une page. Écrivez par exemple www.notre-village.fr.',
  },
  en: {
    email: 'Something is missing in this address. Write for example mairie@village.fr.',
    link: 'This is no address of a web page. Write for example www.our-village.fr.',
  },
})

interface Kind {
  /** The lines of its text area; absent: an input of one line. */
  readonly rows?: number
  readonly props?: ComponentProps<'input'>
  hint?(typed: string): string
  typed?(value: never): string
  /** The value that is sent; undefined where the text is not understood. */
  read?(typed: string): unknown
  readonly wrong?: string | ((typed: string) => string)
}

/** Null if it is blank. */
const lineOf = (typed: string) => typed.trim() || null
const matching = (pattern: RegExp, textOf: (typed: string) => string) => (typed: string) => {
  const text = textOf(typed.trim())
  return text === '' ? null : pattern.test(text) ? text : undefined
}

export const KINDS: Readonly<Record<Input, Kind>> = {
  choice: {},
  flag: {
    typed: (value: boolean) => String(value),
    read: typed => (typed === '' ? null : typed === 'true'),
  },
  line: { props: { dir: 'auto' } },
  text: { rows: 5 },
  address: { rows: 2 },
  telephone: { props: { type: 'tel' } },
  email: {
    props: { type: 'email' },
    read: matching(/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/, text => text),
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
    read: typed => closingsIn(typed, new Date()),
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

const readOne = (input: Input, typed: string) => (KINDS[input].read ?? lineOf)(typed)

/** The request of these fields. A text that cannot be read is sent as typed: the service refuses it at its field. */
export const sentOf = <F extends Descriptions>(fields: F, typed: Typed<F>) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { input }]) => {
      const text = typed[name as keyof F]
      return [name, readOne(input, text) ?? lineOf(text)]
    }),
  ) as RecordOf<F>

/** What is wrong with a text that cannot be read. */
export function faultOf(input: Input, typed: string): string | undefined {
  const { wrong } = KINDS[input]
  if (readOne(input, typed) !== undefined) return undefined
  return typeof wrong === 'function' ? wrong(typed) : wrong
}

/** The errors of fields whose text cannot be read. */
export const faultsOf = <F extends Descriptions>(fields: F, typed: Typed<F>) =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, { input }]) => [name, faultOf(input, typed[name as keyof F])])
      .filter(([, fault]) => fault !== undefined),
  ) as { readonly [Name in keyof F]?: string }
