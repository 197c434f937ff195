import type pg from 'pg'
import type { ConnectionConfig } from '../src/kernel/db/db.ts'
import type { Outcome } from './asking.ts'
import type { Child } from './child.ts'
import type { Order } from './load.ts'
import type { Request, Started, Statement } from './measured.ts'
import type { Options } from './options.ts'
import type { Probes } from './probes.ts'
import type { Turn } from './table.ts'
import { headers } from './workloads.ts'

/** A measured server. */
export type Server = Started & { readonly child: Child }

/** Shared by all parts of the bench. */
export interface Bench {
  readonly options: Options
  readonly connection: ConnectionConfig
  /** A connection beside both servers, for lookups and bare statements. */
  readonly client: pg.Client
  readonly parvis: Server
  readonly load: Child
  readonly probes: Probes
  /** A temporary folder. */
  readonly folder: string
  readonly stop: AbortSignal
  readonly say: (line: string) => void
}

/** Runs rounds, alternating between the sides. */
export async function inTurns(
  { options, stop }: Pick<Bench, 'options' | 'stop'>,
  floor: (() => Promise<Turn>) | undefined,
  parvis: () => Promise<Turn>,
  rounds = options.rounds,
): Promise<{ readonly floor: Turn[]; readonly parvis: Turn[] }> {
  const turns: { floor: Turn[]; parvis: Turn[] } = { floor: [], parvis: [] }
  for (let round = 0; round < rounds; round++) {
    stop.throwIfAborted()
    if (floor) turns.floor.push(await floor())
    turns.parvis.push(await parvis())
  }
  return turns
}

/** Measures one server once, with its CPU time and that of PostgreSQL. */
export async function turnAt(
  { load, probes }: Pick<Bench, 'load' | 'probes'>,
  server: Server,
  order: Omit<Order, 'port'>,
): Promise<Turn> {
  const { port, child } = server
  for (let time = 1; ; time++) {
    const turn = await once()
    if (turn.errors === 0) return turn
    // Retries once, since a busy machine may answer late; a second failure is an error.
    if (time === TRIES) throw new Error(`${turn.errors} errors, the first: ${turn.problem}`)
  }

  async function once(): Promise<Turn> {
    const memory = probes.memory()
    const [before, databaseBefore] = [await child.ask<{ cpu: number }>({}), probes.databaseCpu()]
    const outcome = await load.ask<Outcome>({ ...order, port })
    const [after, databaseAfter] = [await child.ask<{ cpu: number }>({}), probes.databaseCpu()]
    const each = (total: number) => total / outcome.requests
    return {
      ...outcome,
      memory,
      cpu: each(after.cpu - before.cpu),
      ...(databaseBefore !== undefined &&
        databaseAfter !== undefined && { databaseCpu: each(databaseAfter - databaseBefore) }),
    }
  }
}
const TRIES = 3

export const asModerator = ({ token }: Started): Record<string, string> => ({
  ...headers,
  'x-app-source': 'backoffice',
  authorization: `Bearer ${token}`,
})

/** The statements of a request, after caches are filled. */
export async function statementsOf({ child }: Server, request: Request): Promise<readonly Statement[]> {
  let statements: readonly Statement[] = []
  for (let time = 0; time < 3; time++)
    ({ statements } = await child.ask<{ statements: Statement[] }>({ request }))
  return statements
}

/** A raw request. */
export function requestLine(
  method: string,
  path: string,
  sent: Readonly<Record<string, string>>,
  body?: string,
): string {
  const all = body === undefined ? sent : { ...sent, 'content-type': 'application/json' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = body === undefined ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body ?? ''}`
}
