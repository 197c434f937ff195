/** Whatever ends a trial, it leaves nothing behind. */
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isRunning } from './fixtures/processes.ts'

/** A trial with a folder, a program, and something that is still opening; how it goes on. */
const trial = (body: string) => `
  import { spawn } from 'node:child_process'
  import { rmSync } from 'node:fs'
  import { endAll, endBySignal, onFirstSignal, opened, openScope } from '${join(import.meta.dirname, '../trials/ending.ts')}'
  const [folder] = process.argv.slice(1)
  endBySignal()
  async function run() {
    await using scope = openScope()
    scope.defer(() => rmSync(folder, { recursive: true }))
    const inner = openScope()
    const program = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true })
    inner.defer(() => void program.kill())
    inner.defer(() => new Promise(done => setTimeout(done, 100)))
    inner.defer(() => { throw new Error('one that fails') })
    const opening = new Promise(done => setTimeout(done, 200, 'opened late'))
    const all = opened(scope, opening, one => console.log('closed', one))
    console.log('pid', program.pid)
    ${body}
  }
  try { await run() } finally { await endAll() }
`
const WAITS = 'await all; await new Promise(done => setTimeout(done, 600_000))'
const CASES: Readonly<Record<string, { body: string; signals: readonly NodeJS.Signals[]; code: number }>> = {
  'by Ctrl-C': { body: WAITS, signals: ['SIGINT'], code: 130 },
  'by Ctrl-C, which breaks it': {
    body: "await new Promise((_, fail) => process.on('SIGINT', fail))",
    signals: ['SIGINT'],
    code: 130,
  },
  'by SIGTERM': { body: WAITS, signals: ['SIGTERM'], code: 130 },
  'by an error': { body: "throw new Error('broken')", signals: [], code: 1 },
  'by the second signal, where the first one ends it early': {
    body: `onFirstSignal(() => console.log('its report')); ${WAITS}`,
    signals: ['SIGINT', 'SIGINT'],
    code: 130,
  },
  'by itself': { body: '', signals: [], code: 0 },
}

for (const [how, { body, signals, code }] of Object.entries(CASES))
  test(`a trial that ends ${how} leaves no program and no folder`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'parvis-ending-'))
    const child = spawn(process.execPath, ['--input-type=module', '-e', trial(body), folder])
    const said = sayingOf(child)
    // Not `exit`: what it said last may come after that.
    const closed = once(child, 'close')
    await said.until(/pid \d+/)
    for (const [at, signal] of signals.entries()) {
      child.kill(signal)
      if (at < signals.length - 1) await said.until(/its report/)
    }
    await closed
    assert.equal(child.exitCode, code)
    const pid = Number(/pid (\d+)/.exec(said.all())?.[1])
    while (isRunning(pid)) await new Promise(done => setTimeout(done, 10))
    assert.equal(existsSync(folder), false)
    assert.match(said.all(), /closed opened late/)
  })

function sayingOf(child: ChildProcess) {
  let all = ''
  const listen = (piece: Buffer) => {
    all += piece
  }
  child.stdout?.on('data', listen)
  return {
    all: () => all,
    async until(what: RegExp) {
      while (!what.test(all) && child.exitCode === null) await new Promise(done => setTimeout(done, 10))
    },
  }
}
