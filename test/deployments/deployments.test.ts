/** For each documented deployment form: every job and command, and what is reported when a part of it fails. */
// Of a release: it takes minutes.
// A process of its own: it starts a PostgreSQL with a standby, and kills them.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { commands } from '../../src/commands.ts'
import { eventually, PATIENCE_MS } from '../eventually.ts'
import { atLast } from '../fixtures/service-process.ts'
import { allWell, FAILURES, reading, ready, toldRightly } from './failures.ts'
import { deploy, formNames } from './forms.ts'
import {
  exchangeSecret,
  forgetPassword,
  REGISTERS,
  runJobs,
  sendDocument,
  typeCommands,
  typedNames,
} from './round.ts'
import { startWorld } from './world.ts'

const world = await startWorld()
atLast(() => world.remove())

test('every command of the table is typed, or it is said who runs it', () => {
  assert.deepEqual(typedNames.toSorted(), Object.keys(commands).toSorted())
})

/** Ends what hangs: the forms together take minutes. */
const timeout = 2_400_000
describe('forms', { concurrency: 3, timeout }, () => {
  for (const name of formNames)
    test(name, { timeout }, async t => {
      const at = await deploy(name, world)
      try {
        const before = await reading(at)
        await forgetPassword(at)
        await sendDocument(at)
        await runJobs(at)
        await eventually(async () => at.mail.deliveries.length > 0, 'the mail has come', PATIENCE_MS)
        await typeCommands(
          at,
          typedNames.filter(command => !REGISTERS.includes(command)),
        )
        await allWell(at, before)
        for (const [what, failure] of Object.entries(FAILURES))
          if (failure.forms.includes(name))
            await t.test(what, async () => {
              const before = await reading(at)
              try {
                await failure.fail(at)
                await toldRightly(at, failure, before)
              } finally {
                // Otherwise all later tests would fail too.
                await failure.mend(at)
              }
              await ready(at)
            })
        await typeCommands(at, REGISTERS)
        await at.stop()
        await exchangeSecret(at)
      } finally {
        await at.close()
      }
    })
})
