import { drawing, type Line, type Panel } from './drawing.ts'
import type { Sample } from './samples.ts'

export interface Fault {
  readonly what: string
  /** Seconds since the load began. */
  readonly from: number
  readonly to: number
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 ** 2)} MB`
const minute = (seconds: number) => `${Math.round(seconds / 60)} min`
const number = (value: number) => String(Math.round(value))

/** Charts of values that must stay flat, with marks for faults. */
export function drawn(samples: readonly Sample[], faults: readonly Fault[]): string {
  const line = (name: string, what: keyof Sample): Line => ({
    name,
    points: samples.flatMap(one => (one[what] === undefined ? [] : [[one.at, one[what]] as const])),
  })
  const marks = faults.map(({ what, from }) => ({ at: from, says: what }))
  const panel = (title: string, up: Panel['up'], ...lines: Line[]): Panel => ({
    title,
    lines,
    across: minute,
    up,
    marks,
  })
  return drawing('An hour with faults', [
    panel('Memory of the web node', megabytes, line('resident', 'web_bytes'), line('heap', 'web_heap_bytes')),
    panel('Memory of the worker', megabytes, line('resident', 'worker_bytes')),
    panel('Private memory of PostgreSQL’s connections', megabytes, line('all', 'backends_bytes')),
    panel('Connections', number, line('all', 'connections')),
    panel('Rows', number, line('dead', 'dead_rows'), line('alive', 'live_rows')),
    panel('On the disk', megabytes, line('tables', 'tables_bytes'), line('indexes', 'indexes_bytes')),
  ])
}
