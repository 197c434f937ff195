// A process of its own: its folders are removed at the end of the file.
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startApp, TEST_SECRET, testConfig } from '../../../test/app.ts'
import { addressOf } from '../../../test/databases.ts'
import * as make from '../../../test/factories.ts'
import { fetchMedia, picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { command, freshTree } from '../../../test/fixtures/service-process.ts'
import { storeOf } from '../../media/which-store.ts'
import { whoseOf } from '../../operation/backup/make.ts'
import { copyMedia } from '../../operation/backup/media-copies.ts'
import { placeFor } from '../../operation/backup/places.ts'

const app = await startApp()
const commune = await make.commune(app)
const club = await make.acteur(app, commune)
const admin = await app.user(['admin'])
const folder = mkdtempSync(join(tmpdir(), 'parvis-forget-'))
after(() => rmSync(folder, { recursive: true }))
const tree = freshTree()
const typed = (of: 'forget' | 'unseal', ...words: string[]) =>
  command(tree, ['media', of, ...words], {
    env: {
      DATABASE_URL: addressOf(app.connection),
      DATA_DIR: app.dataDir,
      PARVIS_SECRET: TEST_SECRET,
      PUBLIC_URL: 'http://parvis.test',
      BACKUP_DIR: folder,
    },
  })

const run = (...words: string[]) => typed('forget', ...words)

test('an operator removes what a publication shows: said first, then gone with its copies, with the addresses to purge', async () => {
  const { id: upload, image } = (await sendFile(app, admin, club, await picture())).body.data
  const published = await app.as(admin).post('/publications', {
    title: 'Fête',
    body: 'Ce soir',
    acteur_id: club,
    commune_id: commune,
    images: [{ id: upload, alt: '' }],
  })
  const { id } = published.body.data
  const key: string = image.url.split('/').at(-2)
  const [place, whose] = [
    await placeFor({ to: { folder } } as Parameters<typeof placeFor>[0]),
    whoseOf({ secret: TEST_SECRET }),
  ]
  const store = storeOf(testConfig({ DATA_DIR: app.dataDir }))
  const { signal } = new AbortController()
  await copyMedia(store, place, whose, { signal, forgotten: new Set(), now: new Date(), credible: true })
  const copy = join(folder, `parvis-${whose}-media`, key.slice(0, 2), key)
  assert.ok(existsSync(copy))

  for (const words of [[], [key], ['--publication', id, key, '--reason', 'x']]) {
    const { code, stderr } = await run(...words)
    assert.equal(code, 1)
    assert.match(stderr, /--reason TEXT/)
  }
  const asked = await run('--publication', id, '--reason', 'Contenu illicite')
  assert.deepEqual([asked.code, asked.stderr.includes(key)], [1, true])
  assert.match(asked.stderr, /Nothing was removed: say --yes/)
  assert.equal((await fetchMedia(app, image.url)).status, 200)

  const { code, stdout, stderr } = await run('--publication', id, '--reason', 'Contenu illicite', '--yes')
  assert.equal(code, 0, stderr)
  for (const said of [`removed ${key}`, id, image.url, 'The copies beside the backups are gone'])
    assert.ok(stdout.includes(said), `${said} in ${stdout}`)
  assert.deepEqual([(await fetchMedia(app, image.url)).status, existsSync(copy)], [410, false])
  const [trace] = await make.auditOf(app, key)
  assert.partialDeepStrictEqual(trace, { action: 'media.forgotten', after: { reason: 'Contenu illicite' } })
  assert.match((await run('nothing', '--reason', 'x')).stderr, /neither the address of a picture/)
})

test('an operator brings a removed picture back: said first, then shown again; destroyed at once it does not', async () => {
  const { id: upload, image } = (await sendFile(app, admin, club, await picture())).body.data
  const published = await app.as(admin).post('/publications', {
    title: 'Bal',
    body: 'Ce soir',
    acteur_id: club,
    commune_id: commune,
    images: [{ id: upload, alt: '' }],
  })
  const { id } = published.body.data
  const key: string = image.url.split('/').at(-2)
  const status = async () => (await fetchMedia(app, image.url)).status
  const removed = await run(key, '--reason', 'Par erreur', '--yes')
  assert.match(removed.stdout, /Kept encrypted until \d{4}-.*parvis media unseal/)
  const [nothing, asked] = [await typed('unseal'), await typed('unseal', image.url)]
  assert.deepEqual([nothing.code, asked.code], [1, 1])
  assert.match(nothing.stderr, /parvis media unseal KEY/)
  assert.match(asked.stderr, /kept until \d{4}-.*Nothing was changed: say --yes/)
  assert.equal(await status(), 410)
  const { code, stdout, stderr } = await typed('unseal', image.url, '--yes')
  assert.equal(code, 0, stderr)
  for (const said of ['may be sent again', id, 'Earlier revisions']) assert.ok(stdout.includes(said), stdout)
  assert.equal(await status(), 200)
  const again = await typed('unseal', key, '--yes')
  assert.deepEqual([again.code, /nothing to bring back/.test(again.stdout)], [0, true])
  const trace = (await make.auditOf(app, key)).at(-1)
  assert.partialDeepStrictEqual(trace, { action: 'media.unsealed', app_source: 'command' })

  assert.match((await run(key, '--reason', 'Ordre', '--now')).stderr, /Nothing of it would be kept/)
  const sealed = join(app.dataDir, 'media', 'sealed', key.slice(0, 2), key)
  await run(key, '--reason', 'Contenu illicite', '--yes')
  assert.ok(existsSync(sealed))
  const destroyed = await run(key, '--reason', 'Ordre du tribunal', '--now', '--yes')
  assert.match(destroyed.stdout, /Nothing of it is kept/)
  assert.deepEqual([await status(), existsSync(sealed)], [410, false])
  const late = await typed('unseal', key, '--yes')
  assert.deepEqual([late.code, /Nothing is kept/.test(late.stderr)], [1, true])
})
