// Of a release: it kills a process at each of its steps.
// A process of its own: it kills commands.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, TEST_SECRET } from '../../../test/app.ts'
import { addressOf, waitingForLocks } from '../../../test/databases.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import {
  CODE,
  communesElsewhere,
  exportedFrom,
  importInto,
  leftIn,
  storeIn,
  townWithEach,
} from '../../../test/fixtures/commune-files.ts'
import { commandAlone, freshTree } from '../../../test/fixtures/service-process.ts'
import { collectMedia } from '../../media/collect.ts'
import { ImportBusy, refuseWhileBusy } from './import.ts'

const here = await startApp()
await townWithEach(here)
const file = await exportedFrom(here, CODE)
const there = await startApp()
await communesElsewhere(there)
const env = { DATABASE_URL: addressOf(there.connection), DATA_DIR: there.dataDir, PARVIS_SECRET: TEST_SECRET }
const typed = ['commune', 'import', file]
const before = await leftIn(there)

/** Kills the command once `isThen` is true. */
async function killedWhen(isThen: () => Promise<boolean>): Promise<void> {
  const kill = new AbortController()
  const running = commandAlone(freshTree(), typed, {
    env,
    options: { signal: kill.signal, killSignal: 'SIGKILL' },
  })
  const ended = assert.rejects(running, { name: 'AbortError' })
  await eventually(isThen, 'the import at this point')
  kill.abort()
  await ended
}

/** What the night does with pictures that nothing shows, a day later. */
async function assertNothingLeft(): Promise<void> {
  // The server notices a little later that its client is gone.
  const rows = async () => ({ ...(await leftIn(there)), media: 0, stored: 0 })
  await becomes(rows, { ...before, media: 0, stored: 0 }, 'the rows as before')
  await there.owner.query(`update media set touched_at = now() - interval '40 days'`)
  await collectMedia(there.service.db, storeIn(there))
  assert.deepEqual(await leftIn(there), before)
}

const isHeldUp = async () => (await waitingForLocks(there.connection.database ?? '')) > 0

/** Lets the killed import go on: the server notices a little later that its client is gone, and keeps its lock until then. */
async function letGo(): Promise<void> {
  await there.owner.query('rollback')
  const isFree = () =>
    there.service.db.transaction(refuseWhileBusy).then(
      () => true,
      (error: unknown) => {
        assert.ok(error instanceof ImportBusy, String(error))
        return false
      },
    )
  await eventually(isFree, 'the killed import has let go of its lock')
}

test('killed when its pictures are stored and before it writes, it leaves nothing', async () => {
  await there.owner.query('begin')
  await there.owner.query('select from communes for update')
  await killedWhen(isHeldUp)
  assert.ok((await leftIn(there)).stored, 'its pictures were stored')
  await letGo()
  // Before the night has removed its pictures.
  assert.equal((await importInto(there, file, true)).files, 4)
  await assertNothingLeft()
})

test('killed when its acteurs are written, it leaves nothing, and runs to its end the next time', async () => {
  await there.owner.query('begin')
  // Publications are written after acteurs.
  await there.owner.query('lock table publications in exclusive mode')
  await killedWhen(isHeldUp)
  await letGo()
  await assertNothingLeft()
  const { code, stdout, stderr } = await commandAlone(freshTree(), typed, { env })
  assert.equal(code, 0, stderr)
  assert.match(stdout, /Rennes: 4 publications, 3 acteurs, 4 pictures and documents/)
  assert.equal((await leftIn(there)).publications, 4)
})
