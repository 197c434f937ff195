/** One row of the register as its file spells it, by the names of its columns. */
export type Raw = Readonly<Record<string, unknown>>

export interface RawRecord {
  /** Line of a table, place in a list. */
  readonly line: number
  /** Undefined where the row has not the columns of the first line. */
  readonly raw: Raw | undefined
}

/** What came is not the register, or not the whole of it: said in a sentence, without addresses. */
export class Unreadable extends Error {}
