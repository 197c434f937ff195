/** Two processes that load the same at once: the second waits for the first, for longer than a lock may be waited for. */
// Of a release: it starts ten processes, and waits longer than for a lock.
// Begun first: it starts processes.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { LOCK } from '../src/kernel/migrations/migrate.ts'
import { addressOf, copyOf } from './databases.ts'
import { eventually } from './eventually.ts'
import { asCsv, device } from './fixtures/geodae.ts'
import { fileOf, registerOf } from './fixtures/registers.ts'

const ROOT = join(import.meta.dirname, '..')
/** The service waits four seconds for a lock. */
const LONGER_THAN_A_LOCK_MS = 5_500
const REGISTERS = `hashtextextended('national registers', 0)`

const database = await copyOf('france')
const folder = mkdtempSync(join(tmpdir(), 'parvis-loads-'))
const owner = new pg.Client(database.owner)
await owner.connect()
const running = new Set<ReturnType<typeof begin>>()
after(async () => {
  for (const { child } of running) child.kill('SIGKILL')
  await owner.end()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

function begin(typed: readonly string[]) {
  const child = spawn(process.execPath, ['src/main.ts', ...typed], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      DATA_DIR: folder,
      DATABASE_URL: addressOf(database.owner),
      PARVIS_SECRET: 'one secret for all processes of this test',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const process_ = { child, said: '', code: undefined as number | null | undefined }
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      process_.said += text
    })
  child.once('close', code => {
    process_.code = code
  })
  running.add(process_)
  return process_
}
const ended = async (one: ReturnType<typeof begin>) => {
  if (one.code === undefined) await once(one.child, 'close')
  assert.equal(one.code, 0, one.said)
  return one.said
}
const waits = (one: ReturnType<typeof begin>) =>
  eventually(
    async () => one.said.includes('Waiting for another') || one.said.includes('Waiting for a sync'),
    'it waits',
    120_000,
  )

const LOADS: readonly (readonly [typed: readonly string[], lock: string])[] = [
  [['communes', 'load'], REGISTERS],
  [['elus', 'load', fileOf(registerOf([{ code: '01001', nom: 'ABEL' }]))], REGISTERS],
  [
    [
      'communes',
      'infos',
      'load',
      fileOf(
        JSON.stringify([
          {
            id: 'x',
            nom: 'Mairie - Essai',
            code_insee_commune: '01001',
            pivot: [{ type_service_local: 'mairie', code_insee_commune: ['01001'] }],
            telephone: [{ valeur: '01 02 03 04 05', description: '' }],
          },
        ]),
        'annuaire.json',
      ),
    ],
    REGISTERS,
  ],
  [['defibrillateurs', 'load', fileOf(asCsv([device(1)]))], `hashtextextended('defibrillateurs.sync', 0)`],
  [['migrate'], `${LOCK}`],
]

for (const [typed, lock] of LOADS)
  test(`parvis ${typed
    .slice(0, 3)
    .filter(word => /^\w+$/.test(word))
    .join(' ')} waits for its turn, and says so`, async () => {
    await owner.query(`select pg_advisory_lock(${lock})`)
    const both = [begin(typed), begin(typed)]
    for (const one of both) await waits(one)
    await sleep(LONGER_THAN_A_LOCK_MS)
    assert.deepEqual(
      both.map(({ code }) => code),
      [undefined, undefined],
    )
    await owner.query(`select pg_advisory_unlock(${lock})`)
    const said = await Promise.all(both.map(ended))
    // Whichever was second found all as it is: both do, where the register was loaded before.
    if (typed[0] === 'communes' && typed[1] === 'load')
      for (const one of said) assert.match(one, /Communes: 0 created, 0 updated, \d+ unchanged\./)
  })
