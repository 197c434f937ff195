/** One row of the register as it is in its file, by the names of its columns. */
export type Raw = Readonly<Record<string, unknown>>

export interface RawRecord {
  /** The line in a table, or the position in a list. */
  readonly line: number
  /** Undefined when the number of columns differs from that of the first line. */
  readonly raw: Raw | undefined
  /** Of a row that is one line of a table: a line with this mark reads the same. */
  readonly mark?: bigint | undefined
}

/** Which lines of a table say what was read in them before, so that they need not be understood anew. */
export interface KnownLines {
  /** Called with the first line: the same line means something else in other columns. */
  begins(header: string): void
  passes(line: string, number: number): boolean
  markOf(line: string): bigint
}
