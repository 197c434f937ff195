import { totalmem } from 'node:os'
import { join } from 'node:path'
import { Refusal } from '../refusals/refusal.ts'
import { PORT } from './connect.ts'
import type { ClusterPlace } from './data-folder.ts'
import { read } from './tools.ts'

export const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '128MB',
  random_page_cost: '1.1',
  // Only pglz is built in. It saves a third of the log, and takes 0.5 ms for each page that is written first since a
  // checkpoint: a row of a large table with many indexes writes a dozen.
  wal_compression: 'off',
  jit: 'off',
  // Passwords here are 192 random bits, so the 4096 rounds against guessing only cost time.
  scram_iterations: '1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // For small tables that change often: vacuums before a fifth of the rows is dead.
  autovacuum_naptime: '20s',
  autovacuum_max_workers: '2',
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_analyze_scale_factor: '0.05',
  // Keeps data out of the log: error messages quote values (`invalid input syntax for type integer: "…"`). `log` ranks above
  // `error` here, so messages of the server itself remain.
  log_destination: 'stderr',
  logging_collector: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
}

/** An eighth of the memory: a row of a large table changes pages of all its indexes, and what is not here is read again. */
export function sharedBuffers(
  memory = Math.min(totalmem(), process.constrainedMemory() || Infinity),
): string {
  const eighth = Math.floor(memory / 8 / 2 ** 20)
  return `${Math.max(128, Math.min(1024, eighth))}MB`
}

const UNSAFE = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }

/** Our settings, overridden by the operator's, except those by which the server is found. */
export const settingsFor = ({ dataDir, durable }: ClusterPlace): Record<string, string> => ({
  ...SETTINGS,
  ...(durable ? { shared_buffers: sharedBuffers() } : UNSAFE),
  ...operatorsOwn(join(dataDir, 'postgres.conf')),
  port: String(PORT),
})

/** Parses lines `name = value`, quoted or not. PostgreSQL validates them. */
function operatorsOwn(file: string): Record<string, string> {
  const lines = (read(file) ?? '').split('\n').map(line => line.trim())
  const settings = lines.filter(line => line && !line.startsWith('#'))
  return Object.fromEntries(
    settings.map(line => {
      const [, name, , value] = /^([a-z][\w.]*)\s*=\s*('?)(.*)\2$/i.exec(line) ?? []
      if (!name || !value) throw new Refusal(`${file} has a line that is not name = value: ${line}.`)
      return [name, value]
    }),
  )
}
