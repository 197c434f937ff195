/** One row of the register as it is in its file, by the names of its columns. */
export type Raw = Readonly<Record<string, unknown>>

export interface RawRecord {
  /** The line in a table, or the position in a list. */
  readonly line: number
  /** Undefined when the number of columns differs from that of the first line. */
  readonly raw: Raw | undefined
}
