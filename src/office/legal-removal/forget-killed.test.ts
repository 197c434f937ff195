// Of a release: it kills a process at each of its steps.
// A process of its own: it kills services.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startApp, testConfig } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { fetchMedia, picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { places } from '../../../test/fixtures/removed-files.ts'
import { deleteForgottenFiles } from '../../media/forgotten.ts'
import { storeOf } from '../../media/which-store.ts'

/** A publication is deleted with its files, or neither is: also where the service is killed, or a step fails. */

const SERVICE = fileURLToPath(new URL('../../../test/fixtures/one-job-service.ts', import.meta.url))
const place = (await places()).find(({ name }) => name === 'bucket') ?? assert.fail()
const server = place.server ?? assert.fail()
// One request fails on purpose.
const app = await startApp({ env: place.env, log: () => {} })
const config = testConfig({ DATA_DIR: app.dataDir, ...place.env })
const admin = await app.user(['admin'])
const commune = await make.commune(app)
const club = await make.acteur(app, commune)

async function published() {
  const { id, image } = (await sendFile(app, admin, club, await picture(60, 40))).body.data
  const { body } = await app.as(admin).post('/publications', {
    title: 'Fête',
    body: 'Ce soir',
    acteur_id: club,
    commune_id: commune,
    images: [{ id, alt: '' }],
  })
  return { id: body.data.id as string, url: image.url as string }
}
const request = (publication_id: string) => ({
  publication_id,
  delete_publication: true,
  reason: 'Contenu illicite',
})
const stateOf = async ({ id, url }: { id: string; url: string }) => {
  const { deleted_at, images } = (await app.as(admin).get(`/admin/publications/${id}`)).body.data
  const trail = (await make.auditOf(app, id)).map(({ action }) => action)
  return {
    deleted: deleted_at !== null,
    images: images.length,
    file: (await fetchMedia(app, url)).status,
    trail: trail.filter(action => action !== 'publication.created'),
  }
}
const WHOLE = { deleted: false, images: 1, file: 200, trail: [] }
const GONE = {
  deleted: true,
  images: 0,
  file: 410,
  trail: ['publication.files_removed', 'publication.deleted'],
}

test('a publication is deleted with its files by one request, which names the operation for an undo', async () => {
  const one = await published()
  const { status, body } = await app.as(admin).post('/admin/media/forget', request(one.id))
  assert.equal(status, 200)
  const { data, meta } = body.data.deletion
  assert.deepEqual([data.id, data.images], [one.id, []])
  assert.deepEqual(await stateOf(one), GONE)
  assert.equal((await app.as(admin).post(`/admin/operations/${meta.operation_id}/undo`)).status, 200)
  assert.deepEqual((await stateOf(one)).deleted, false)

  const other = await published()
  const alone = { publication_id: other.id, reason: 'Contenu illicite' }
  assert.equal((await app.as(admin).post('/admin/media/forget', alone)).body.data.deletion, null)
  assert.equal((await stateOf(other)).deleted, false)
  const { publication_id: _, ...without } = request(other.id)
  const refused = await app.as(admin).post('/admin/media/forget', { ...without, address: 'ab'.repeat(20) })
  assert.deepEqual([refused.status, refused.body.details[0].path], [422, 'delete_publication'])
})

test('where the deletion fails, the files stay too', async () => {
  const one = await published()
  await app.owner.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger fail before update on publications for each row
      when (old.deleted_at is distinct from new.deleted_at) execute function fail()`)
  const { status } = await app.as(admin).post('/admin/media/forget', request(one.id))
  await app.owner.query('drop trigger fail on publications')
  assert.equal(status, 500)
  await deleteForgottenFiles(app.service.db, storeOf(config))
  assert.deepEqual(await stateOf(one), WHOLE)
  assert.equal((await app.as(admin).post('/admin/media/forget', request(one.id))).status, 200)
  assert.deepEqual(await stateOf(one), GONE)
})

/** The request to the store at which the service is killed, and what is left after the next job. */
for (const { moment, method, below, left } of [
  { moment: 'before its commit', method: 'PUT', below: 'sealed/', left: WHOLE },
  { moment: 'after its commit', method: 'DELETE', below: '', left: GONE },
]) {
  test(`a service that is killed ${moment} leaves nothing half-done`, async () => {
    const one = await published()
    const key = one.url.split('/').at(-2)
    const asked = JSON.stringify({
      job: 'media.forgotten',
      connection: app.connection,
      env: { PROCESS: 'web', DATA_DIR: app.dataDir, ...place.env },
    })
    const child = spawn(process.execPath, [SERVICE, asked], { stdio: ['ignore', 'pipe', 'inherit'] })
    after(() => child.kill('SIGKILL'))
    const [url] = await once(child.stdout, 'data')
    const ended = once(child, 'exit')
    server.lies.by = ({ method: done, url: path }) => {
      if (done !== method || !path?.startsWith(`/mairie/town/${below}${key}/`)) return false
      child.kill('SIGKILL')
      return true
    }
    await assert.rejects(
      fetch(`${String(url).trim()}/api/v1/admin/media/forget`, {
        method: 'POST',
        headers: {
          'x-app-source': 'backoffice',
          'content-type': 'application/json',
          authorization: `Bearer ${admin.token}`,
        },
        body: JSON.stringify(request(one.id)),
      }),
    )
    await ended
    server.lies.by = undefined
    await deleteForgottenFiles(app.service.db, storeOf(config))
    assert.deepEqual(await stateOf(one), left)
  })
}
