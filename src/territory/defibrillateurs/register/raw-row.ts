/** One row of the register as it is in its file, by the names of its columns. */
export type Raw = Readonly<Record<string, unknown>>

export interface RawRecord {
  /** The line in a table, or the position in a list. */
  readonly line: number
  /** Undefined when the number of columns differs from that of the first line. */
  readonly raw: Raw | undefined
  /** For tables: the hash of the line. A line with the same mark has the same content. */
  readonly mark?: bigint | undefined
}

/** Knows which lines of a table are unchanged since they were last read, so that they need not be parsed. */
export interface KnownLines {
  /** Called with the header: the same line has another meaning under other columns. */
  begins(header: string): void
  passes(line: string, number: number): boolean
  markOf(line: string): bigint
}
