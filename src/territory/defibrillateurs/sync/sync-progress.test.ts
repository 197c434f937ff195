import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSyncing } from '../../../../test/defibrillateurs/syncing.ts'
import { eventually } from '../../../../test/eventually.ts'

const lines: string[] = []
const { app, register, ended } = await startSyncing('/geodae.csv', { log: line => lines.push(line) })
const office = app.as(await app.user(['operator_communes']))

test('a long sync shows how far it is, in its record and in the log', async () => {
  let seen = false
  // As many as it takes until somebody has seen it run.
  register.answer = async (_request, response) => {
    response.writeHead(200).write('c_gid\n')
    for (let piece = 0; piece < 60 || !seen; piece++) {
      response.write(Array.from({ length: 1_000 }, (_, at) => `${piece * 1_000 + at}\n`).join(''))
      if (piece >= 55) await sleep(100)
    }
    response.end()
  }
  const { body } = await office.post('/admin/defibrillateurs-france/sync')
  const { id } = body.data
  const running = await eventually(async () => {
    const { rows } = await app.owner.query('select * from defibrillateur_syncs where id = $1', [id])
    return rows[0].progress > 0 && rows[0]
  }, 'progress')
  assert.deepEqual([running.status, running.finished_at], ['running', null])
  assert.ok(running.started_at >= running.created_at)
  seen = true
  const { status, progress, counts } = await ended(id)
  assert.equal(status, 'ok')
  assert.deepEqual([counts?.rows, counts?.created], [progress, progress])

  const told = lines.map(line => JSON.parse(line)).filter(line => line.sync === id)
  const words = told.map(({ msg, rows }) => (rows === undefined ? msg : `${msg} ${rows}`))
  assert.deepEqual(words.slice(0, 2), [
    'sync of defibrillators begins',
    'sync of defibrillators goes on 50000',
  ])
  assert.equal(words.at(-1), 'sync of defibrillators done')
  assert.equal(told.at(-1).counts.created, progress)
})
