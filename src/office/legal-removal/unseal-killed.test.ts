// Of a release: it kills a process at each of its steps.
// A process of its own: it kills commands.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, TEST_SECRET, testConfig } from '../../../test/app.ts'
import { addressOf } from '../../../test/databases.ts'
import * as make from '../../../test/factories.ts'
import { fetchMedia, picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { places } from '../../../test/fixtures/removed-files.ts'
import { commandAlone, freshTree } from '../../../test/fixtures/service-process.ts'
import { deleteForgottenFiles } from '../../media/forgotten.ts'
import { storeOf } from '../../media/which-store.ts'
import { stateOf } from './unseal.ts'

/** A removal, or bringing back, is killed with its first request of a kind to the store: no file is lost, none stays public. */

const place = (await places()).find(({ name }) => name === 'bucket') ?? assert.fail()
const server = place.server ?? assert.fail()
const app = await startApp({ env: place.env })
const config = testConfig({ DATA_DIR: app.dataDir, ...place.env })
const { db } = app.service
const admin = await app.user(['admin'])
const commune = await make.commune(app)
const club = await make.acteur(app, commune)
const env = {
  ...place.env,
  DATABASE_URL: addressOf(app.connection),
  DATA_DIR: app.dataDir,
  PARVIS_SECRET: TEST_SECRET,
  PUBLIC_URL: 'http://parvis.test',
}
const forget = (key: string) => ['media', 'forget', key, '--reason', 'Contenu illicite', '--yes']
const unseal = (key: string) => ['media', 'unseal', key, '--yes']
const run = async (typed: readonly string[]) => {
  const { code, stderr } = await commandAlone(freshTree(), typed, { env })
  assert.equal(code, 0, stderr)
}

/** The command, the request to the store at which it is killed, and the status of the file before it and after the next job. */
const MOMENTS = [
  { typed: forget, method: 'PUT', below: 'sealed/', nth: 1, before: 200, after: 200 },
  { typed: forget, method: 'DELETE', below: '', nth: 1, before: 200, after: 410 },
  { typed: unseal, method: 'PUT', below: '', nth: 1, before: 410, after: 410 },
  { typed: unseal, method: 'PUT', below: '', nth: 2, before: 410, after: 410 },
  { typed: unseal, method: 'DELETE', below: 'sealed/', nth: 1, before: 410, after: 200 },
] as const

for (const { typed, method, below, nth, before, after } of MOMENTS) {
  const verb = typed('').at(1)
  test(`${verb} is killed with ${method} ${nth} of a ${below ? 'sealed' : 'clear'} file`, async () => {
    const { id, image } = (await sendFile(app, admin, club, await picture(60, 40))).body.data
    const key: string = image.url.split('/').at(-2)
    const { body } = await app.as(admin).post('/publications', {
      title: 'Fête',
      body: 'Ce soir',
      acteur_id: club,
      commune_id: commune,
      images: [{ id, alt: '' }],
    })
    const images = async () =>
      (await app.as(admin).get(`/admin/publications/${body.data.id}`)).body.data.images.length
    const status = async () => (await fetchMedia(app, image.url)).status
    if (before === 410) await run(forget(key))
    assert.equal(await status(), before)
    const kill = new AbortController()
    let seen = 0
    server.lies.by = ({ method: asked, url }) => {
      if (asked !== method || !url?.startsWith(`/mairie/town/${below}${key}/`) || ++seen < nth) return false
      kill.abort()
      return true
    }
    const options = { signal: kill.signal, killSignal: 'SIGKILL' } as const
    await assert.rejects(commandAlone(freshTree(), typed(key), { env, options }), { name: 'AbortError' })
    server.lies.by = undefined
    const state = await stateOf(db.pool, key)
    assert.ok((await status()) === 200 || state === 'sealed', 'one of them is left at least')
    await deleteForgottenFiles(db, storeOf(config))
    assert.deepEqual([await status(), await images()], [after, after === 200 ? 1 : 0])
    // Typed again, it ends; and everything else works as before.
    await run(typed(key))
    if (typed === unseal) await run(forget(key))
    assert.deepEqual([await status(), await stateOf(db.pool, key)], [410, 'sealed'])
    await run(unseal(key))
    assert.deepEqual([await status(), await images()], [200, 1])
  })
}
