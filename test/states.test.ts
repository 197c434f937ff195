import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

/** The state machines in file comments must match the database's checks and the code. */
const MACHINES = {
  act_registers: 'src/office/act-registers/queries.ts',
  appeals: 'src/publishing/appeals/create.ts',
  mails: 'src/letters/mail/leases.ts',
  import_runs: 'src/exchange/imports/runs/work.ts',
  defibrillateur_syncs: 'src/territory/defibrillateurs/sync/runs.ts',
  payment_events: 'src/exchange/payments/work.ts',
  fetched_files: 'src/publishing/publications/fetched-files/fetch.ts',
  moderation_operations: 'src/publishing/publications/moderation/bulk-job.ts',
}
const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const schema = read('db/schema.sql')

const transitionsIn = (file: string) =>
  read(file)
    .matchAll(/^ \* {3}(\(none\)|\w+) → (\w+): +(.+)$/gm)
    .map(([, from = '', to = '', words = '']) => ({
      from,
      to,
      by: /^\w+/.exec(words)?.[0] ?? '',
    }))
    .toArray()

function statesOf(table: string): string[] {
  const check = new RegExp(
    `constraint ${table}_(?:status|state)_check CHECK \\(\\((?:status|state) = ANY \\(ARRAY\\[(.+?)\\]\\)`,
  )
  return (check.exec(schema)?.[1] ?? '')
    .matchAll(/'(\w+)'/g)
    .map(([, state = '']) => state)
    .toArray()
}

for (const [table, file] of Object.entries(MACHINES)) {
  test(`${table}: the states that ${file} draws are those of the database`, () => {
    const transitions = transitionsIn(file)
    const drawn = new Set(transitions.flatMap(({ from, to }) => [from, to]))
    assert.deepEqual([...drawn].sort(), ['(none)', ...statesOf(table)].sort())
    const reached = new Set(transitions.map(({ to }) => to))
    assert.deepEqual(
      statesOf(table).filter(state => !reached.has(state)),
      [],
    )
  })

  test(`${table}: each transition of ${file} names a function of its folder`, () => {
    const folder = file.split('/').slice(0, 3).join('/')
    const code = globSync(`${folder}/**/*.ts`, { cwd: ROOT })
      .filter(name => !name.endsWith('.test.ts'))
      .map(read)
      .join('\n')
    for (const { by } of transitionsIn(file))
      assert.ok(
        new RegExp(`\\b(function|const|async) ${by}\\b`).test(code),
        `${by} is no function of ${folder}`,
      )
  })
}
