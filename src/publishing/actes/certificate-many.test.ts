/** As `certificate-restored.test.ts`, of ten thousand acts. */
// Of a release: it takes minutes.
// A process of its own: its databases are dropped at the end of the file.
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { proveActs } from '../../../test/fixtures/proven-acts.ts'

const app = await startApp()

test('10 000 acts are proven before and after a restore, and one flipped byte is found', () =>
  proveActs(app, 10_000))
