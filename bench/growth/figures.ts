/** The measurements at one size, stored in a file and read by `plot.ts`. */

export const GROUPS = ['everybody', 'the back-office', 'writing', 'upkeep', 'an upgrade'] as const

export interface Figure {
  readonly group: (typeof GROUPS)[number]
  readonly name: string
  /** Response time in milliseconds: the minimum, which other work hardly affects, and the median. */
  readonly least: number
  readonly middle: number
  readonly times: number
  /** For lists with a total. */
  readonly total?: number
  /** Why some or all attempts failed. */
  readonly refused?: string
}

export interface Figures {
  readonly rows: number
  readonly measured_at: string
  readonly machine: string
  readonly bytes: {
    readonly database: number
    readonly tables: Readonly<Record<string, { readonly heap: number; readonly indexes: number }>>
  }
  readonly figures: readonly Figure[]
}

/** Repeats the measurement. The first one (cold cache, no plan) does not count if there are more. */
export async function timed(
  group: Figure['group'],
  name: string,
  times: number,
  work: (time: number) => Promise<unknown>,
): Promise<Figure> {
  const taken: number[] = []
  let answered: unknown
  let refused: string | undefined
  for (let time = times > 1 ? -1 : 0; time < times; time++) {
    const began = performance.now()
    try {
      answered = await work(time + 1)
    } catch (error) {
      refused = error instanceof Error ? error.message : `${error}`
      continue
    }
    if (time >= 0) taken.push(performance.now() - began)
  }
  taken.sort((one, other) => one - other)
  return {
    group,
    name,
    least: taken[0] ?? 0,
    middle: taken[taken.length >> 1] ?? 0,
    times: taken.length,
    ...(typeof answered === 'number' && { total: answered }),
    ...(refused !== undefined && { refused }),
  }
}
