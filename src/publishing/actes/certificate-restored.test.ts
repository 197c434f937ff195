/** Certificates are proven after a restore as before it, and of many documents the one with a flipped byte is found. */
// A process of its own: its databases are dropped at the end of the file.
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { proveActs } from '../../../test/fixtures/proven-acts.ts'

const app = await startApp()

test('60 acts are proven before and after a restore, and one flipped byte is found', () => proveActs(app, 60))
