/** Removed files can be brought back for seven days, then they are deleted: in a folder and in a bucket. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { startApp, TEST_SECRET, testConfig } from '../../../test/app.ts'
import { waitingForLocks } from '../../../test/databases.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { nearDoor } from '../../../test/fixtures/near-door.ts'
import { fetchMedia, pdf, picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { places } from '../../../test/fixtures/removed-files.ts'
import { feedServer } from '../../../test/imports/feed-server.ts'
import { AuditTrail, BY_OPERATOR } from '../../kernel/records/audit.ts'
import { secretsFrom } from '../../kernel/settings/secrets.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import { deleteForgottenFiles } from '../../media/forgotten.ts'
import { deleteSealedFiles, destroyOldSeals } from '../../media/sealed.ts'
import { sealedStoreOf, storeOf } from '../../media/which-store.ts'
import { exchange } from '../../operation/secret-exchange.ts'
import { fetchFiles } from '../../publishing/publications/fetched-files/fetch.ts'
import { forget } from './forget.ts'
import { sealKeyOf } from './kept.ts'
import { bringBack } from './unseal.ts'

const REASON = 'Contenu illicite'
const feeds = await feedServer()

for (const place of await places()) {
  const log: string[] = []
  const app = await startApp({ env: place.env, log: line => log.push(line) })
  const config = testConfig({ DATA_DIR: app.dataDir, ...place.env })
  const { db, secrets } = app.service
  const [store, sealed] = [storeOf(config), sealedStoreOf(config)]
  const commune = await make.commune(app)
  const club = await make.acteur(app, commune)
  const member = await app.user()
  await make.member(app, club, member, 'owner')
  const admin = await app.user(['admin'])
  const [mine, office] = [app.as(member, 'public'), app.as(admin)]
  const sent = async (raw: Uint8Array<ArrayBuffer>) => (await sendFile(app, member, club, raw)).body.data
  const published = async (fields: object): Promise<string> =>
    (
      await mine.post('/publications', {
        title: 'Fête',
        body: 'Ce soir',
        acteur_id: club,
        commune_id: commune,
        ...fields,
      })
    ).body.data.id
  const remove = (body: object) => office.post('/admin/media/forget', { reason: REASON, ...body })
  const record = async (id: string) => (await office.get(`/admin/publications/${id}`)).body.data
  const status = async (url: string) => (await fetchMedia(app, url)).status
  const bytes = async (url: string) =>
    Buffer.from(await (await fetch(url.replace('http://parvis.test', app.url))).arrayBuffer())
  const back = (key: string, how = {}) => bringBack(db, key, { config, secrets, ...how })
  const keyIn = (url: string) => /[0-9a-f]{40}/.exec(url)?.[0] ?? ''
  const storedOf = (key: string) => [...place.stored(app)].filter(([name]) => name.includes(key))
  const sealsOf = async (key: string) =>
    (await app.owner.query('select from media_sealed where key = $1', [key])).rowCount
  const age = (days: number) =>
    app.owner.query(`update media_sealed set sealed_at = now() - make_interval(days => $1)`, [days])
  /** A picture that a publication shows. */
  const shown = async () => {
    const { id, image } = await sent(await picture(60, 40))
    return {
      key: keyIn(image.url),
      url: image.url as string,
      publication: await published({ images: [{ id, alt: 'x' }] }),
    }
  }
  const fetchAll = async () => {
    const quiet = createLog('silent')
    const { metrics } = app.service
    const context = {
      db,
      config,
      secrets,
      log: quiet,
      metrics,
      door: nearDoor(config, quiet, [feeds.pair]),
    }
    const nothing = { enqueue: async () => {}, onStop: () => {} }
    await fetchFiles({}, { ...context, ...nothing }, new AbortController().signal, crypto.randomUUID(), 0)
  }
  const inStore = (title: string, run: () => Promise<void>) => test(`${title} (${place.name})`, run)

  inStore(
    'a removal keeps only encrypted bytes, and bringing back restores files, addresses and what showed them',
    async () => {
      const [raw, minutes] = [await picture(), pdf()]
      const [bad, good, document] = [await sent(raw), await sent(await picture()), await sent(minutes)]
      const url = feeds.serve(`/${place.name}.jpg`, { body: Buffer.from(await picture(70, 50)) })
      const id = await published({
        images: [
          { id: good.id, alt: 'a' },
          { id: bad.id, alt: 'b' },
        ],
        documents: [{ id: document.id, name: 'Le compte rendu' }],
      })
      const beside = await published({
        title: 'Aussi',
        images: [
          { id: bad.id, alt: 'c' },
          { id: good.id, alt: 'd' },
        ],
      })
      const fetched = await make.publication(app, club, commune, { image_url: url })
      await fetchAll()
      await office.patch(`/admin/acteurs/${club}`, { image: { id: bad.id, alt: 'Le logo' } })
      await app.owner.query(
        'insert into commune_places (commune_id, blason) select $1, image from acteurs where id = $2',
        [commune, club],
      )
      for (const one of [id, beside])
        await office.patch(`/admin/publications/${one}/moderate`, { moderation_status: 'published' })
      const look = async () => {
        const { images, documents } = await record(id)
        const other = await record(fetched)
        return {
          images,
          documents,
          beside: (await record(beside)).images,
          fetched: other.images,
          url: other.image_url,
          acteur: (await app.anyone.get(`/acteurs/${club}`)).body.data.image,
          blason: (await office.get(`/admin/communes/${commune}/place`)).body.data.blason,
        }
      }
      const before = await look()
      const keys = [keyIn(bad.image.url), keyIn(document.document.url), keyIn(before.fetched[0].url)]
      const urls: string[] = [bad.image, before.fetched[0]].flatMap(({ sources }) =>
        sources.map((one: { url: string }) => one.url),
      )
      urls.push(document.document.url)
      const clear = await Promise.all(urls.map(bytes))
      const answers = [
        await remove({ address: bad.image.url }),
        await remove({ publication_id: id }),
        await remove({ address: url }),
      ]
      for (const { status, body } of answers) {
        assert.equal(status, 200)
        const days = (Date.parse(body.data.sealed_until) - Date.now()) / 86_400_000
        assert.ok(days > 6.9 && days < 7.1, body.data.sealed_until)
        assert.deepEqual(body.data.destroyed, [])
      }
      const removed = await look()
      assert.deepEqual([removed.images, removed.documents, removed.fetched, removed.url], [[], [], [], null])
      for (const one of urls) assert.equal(await status(one), 410, one)
      // Nothing that anybody could open.
      const left = keys.flatMap(storedOf)
      assert.equal(left.length, clear.length)
      for (const [name, content] of left) {
        assert.match(name, /^sealed\//)
        assert.ok(!clear.some(one => content.includes(one.subarray(0, 16))), name)
      }
      assert.equal(
        (await fetchMedia(app, `/media/sealed/${keys[0]}/480.webp`.replace(/^/, app.url))).status,
        404,
      )
      for (const file of [raw, minutes])
        assert.equal((await sendFile(app, member, club, file)).body.error, 'file_removed')
      const { rows } = await app.owner.query('select record_sealed from media_sealed')
      assert.ok(
        rows.every(
          row => !/Le logo|compte rendu/.test(Buffer.from(row.record_sealed, 'base64url').toString('latin1')),
        ),
      )

      // The last removal first.
      const all = [keyIn(good.image.url), ...keys]
      const unsealed = []
      for (const key of all) unsealed.push(await back(key))
      assert.deepEqual(unsealed[1], {
        publications: [beside, id].sort(),
        acteurs: [club],
        communes: [commune],
      })
      assert.deepEqual(await look(), before)
      assert.deepEqual(await Promise.all(urls.map(bytes)), clear)
      for (const key of all)
        assert.deepEqual(
          [storedOf(key).every(([name]) => !name.startsWith('sealed/')), await sealsOf(key)],
          [true, 0],
        )
      for (const file of [raw, minutes])
        assert.equal((await sendFile(app, member, club, file)).status, 200, 'as before')
      await app.owner.query(
        `update fetched_files set answered_at = now() - interval '30 days' where url = $1`,
        [url],
      )
      const trace = (await make.auditOf(app, keys[0] ?? '')).at(-1)
      assert.partialDeepStrictEqual(trace, {
        action: 'media.unsealed',
        after: { publications: 2, acteurs: 1, communes: 1 },
      })
      const history = (await office.get(`/admin/publications/${id}/history`)).body.data
      assert.ok(history.some((one: { action: string }) => one.action === 'publication.files_restored'))
      assert.equal(await back(keys[0] ?? ''), undefined, 'once more finds nothing')
      assert.deepEqual(await look(), before)
    },
  )

  inStore('whatever the order in which files come back, a list has its order', async () => {
    const all = await make.several(3, async () => (await sent(await picture(30, 20))).id)
    const id = await published({ images: all.map(one => ({ id: one, alt: one })) })
    const shownNow = async () => (await record(id)).images.map((one: { id: string }) => one.id)
    const keys = (await record(id)).images.map(({ url }: { url: string }) => keyIn(url))
    for (const order of [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [2, 0, 1],
    ]) {
      await remove({ publication_id: id })
      assert.deepEqual(await shownNow(), [])
      for (const at of order) await back(keys[at])
      assert.deepEqual(await shownNow(), all)
    }
  })

  inStore('an author’s later change wins, and a record that is gone is left out', async () => {
    const [one, other] = [await sent(await picture(60, 40)), await sent(await picture(60, 40))]
    const ids = await make.several(3, () => published({ images: [{ id: one.id, alt: '' }] }))
    await office.patch(`/admin/acteurs/${club}`, { image: { id: one.id, alt: '' } })
    const key = keyIn(one.image.url)
    await remove({ address: key })
    const [full = '', gone = '', plain = ''] = ids
    await office.patch(`/admin/acteurs/${club}`, { image: { id: other.id, alt: '' } })
    const many = await make.several(10, async () => (await sent(await picture(20, 20))).id)
    await mine.patch(`/publications/${full}`, { images: many.map(id => ({ id, alt: '' })) })
    await app.owner.query('delete from publications where id = $1', [gone])
    assert.deepEqual(await back(key), { publications: [plain], acteurs: [], communes: [] })
    assert.equal((await record(full)).images.length, 10)
    assert.equal((await record(plain)).images.length, 1)
    assert.equal((await app.anyone.get(`/acteurs/${club}`)).body.data.image.id, other.id)
  })

  inStore('a picture that was never fetched comes back as an address', async () => {
    const path = `/never-${place.name}.jpg`
    const url = feeds.serve(path, { status: 404, body: '' })
    const id = await make.publication(app, club, commune, { image_url: url })
    await fetchAll()
    const { body } = await remove({ publication_id: id })
    assert.notEqual(body.data.sealed_until, null)
    assert.equal((await record(id)).image_url, null)
    feeds.serve(path, { body: Buffer.from(await picture(50, 30)) })
    assert.deepEqual((await back(sealKeyOf(url)))?.publications, [id])
    await fetchAll()
    assert.deepEqual([(await record(id)).image_url, (await record(id)).images.length], [url, 1])
    const actions = (await make.auditOf(app, url)).map(({ action }) => action)
    assert.deepEqual(actions, ['media.forgotten', 'media.unsealed'])
  })

  inStore(
    'after seven days the files and what would restore them are destroyed; files without a row as well',
    async () => {
      const [old, young] = [await shown(), await shown()]
      for (const { key } of [old, young]) await remove({ address: key })
      await app.owner.query(
        `update media_sealed set sealed_at = now() - interval '6 days 23 hours' where key = $1`,
        [young.key],
      )
      await app.owner.query(
        `update media_sealed set sealed_at = now() - interval '7 days 1 hour' where key = $1`,
        [old.key],
      )
      await app.owner.query(`update clock set trusted_at = now() - interval '2 months'`)
      await destroyOldSeals(db, sealed)
      assert.equal(storedOf(old.key).length > 0, true, 'a clock in doubt destroys nothing')
      await app.owner.query('update clock set trusted_at = now()')
      assert.equal(await destroyOldSeals(db, sealed), 1)
      assert.deepEqual([storedOf(old.key), await sealsOf(old.key), await back(old.key)], [[], 0, undefined])
      assert.equal(await status(old.url), 410, 'for good')
      assert.notEqual(await back(young.key), undefined)
      // The files of a process that was killed before its commit.
      await sealed.put(old.key, '480.webp', Buffer.from('left'))
      await destroyOldSeals(db, sealed)
      assert.equal(storedOf(old.key).length, 1, 'a removal may be in progress')
      const keys = async function* () {
        for await (const one of sealed.keys())
          yield { ...one, changed: new Date(one.changed.getTime() - 8 * 86_400_000) }
      }
      await app.owner.query(`update clock set trusted_at = now() - interval '2 months'`)
      await destroyOldSeals(db, { ...sealed, keys })
      assert.equal(storedOf(old.key).length, 1, 'a clock in doubt')
      await app.owner.query('update clock set trusted_at = now()')
      await destroyOldSeals(db, { ...sealed, keys })
      assert.equal(storedOf(old.key).length, 0)
    },
  )

  inStore('a removal goes on when nothing can be kept, and says so', async () => {
    const { key, url, publication } = await shown()
    place.spoil(app, true)
    const { status: code, body } = await remove({ publication_id: publication })
    place.spoil(app, false)
    assert.equal(code, 200, JSON.stringify(body))
    assert.deepEqual([body.data.destroyed, body.data.sealed_until], [[key], null])
    assert.deepEqual([await status(url), storedOf(key), await sealsOf(key)], [410, [], 0])
    assert.ok(log.some(line => line.includes('removed files could not be sealed') && line.includes(key)))
    const { rows } = await app.owner.query(
      `select text from mails where template = 'files-removed' order by place desc limit 1`,
    )
    assert.match(rows[0].text, /Rien n’en a été gardé/)
    const [trace] = await make.auditOf(app, key)
    assert.equal(trace.after.destroyed, true)
  })

  if (place.server) {
    const { lies } = place.server
    const answering = (method: string, below: string, by: (response: ServerResponse) => void) => {
      lies.by = (request, response) => {
        if (request.method !== method || !request.url?.startsWith(`/mairie/town/${below}`)) return false
        request.resume()
        by(response)
        return true
      }
    }

    test('a bucket that takes encrypted files without end does not stop a removal', async () => {
      const { key, url } = await shown()
      const open: ServerResponse[] = []
      answering('PUT', 'sealed/', response => void open.push(response))
      const { status: code, body } = await remove({ address: key })
      lies.by = undefined
      for (const response of open) response.destroy()
      assert.deepEqual([code, body.data.destroyed, await status(url)], [200, [key], 410])
    })

    test('files that the bucket does not delete after a removal are deleted once it does, each by itself', async () => {
      const [one, other] = [await shown(), await shown()]
      answering('DELETE', '', response => response.writeHead(403).end())
      for (const { key } of [one, other]) assert.equal((await remove({ address: key })).status, 200)
      answering('DELETE', one.key, response => response.writeHead(403).end())
      await assert.rejects(deleteForgottenFiles(db, store))
      assert.equal(await status(other.url), 410)
      lies.by = undefined
      await deleteForgottenFiles(db, store)
      assert.equal(await status(one.url), 410)
      for (const { key, url } of [one, other])
        assert.deepEqual([(await back(key)) !== undefined, await status(url)], [true, 200])
    })
  }

  inStore('an operator destroys at once, also what was kept before', async () => {
    const [now, later] = [await shown(), await shown()]
    const destroy = async (key: string) => {
      const how = { config, secrets, log: createLog('silent'), destroy: true }
      const done = await db.transaction(async tx => {
        const trail = new AuditTrail('media.forgotten')
        const forgotten = await forget(tx, { address: key }, REASON, how, trail)
        await trail.save(tx, BY_OPERATOR)
        return forgotten
      })
      await deleteForgottenFiles(db, store, done.keys)
      await deleteSealedFiles(db, sealed, done.seals)
    }
    await destroy(now.key)
    await remove({ address: later.key })
    assert.ok(storedOf(later.key).length > 0)
    await destroy(later.key)
    for (const { key, url } of [now, later])
      assert.deepEqual(
        [storedOf(key), await sealsOf(key), await back(key), await status(url)],
        [[], 0, undefined, 410],
      )
  })

  inStore('a second removal keeps what the first has kept, and its day', async () => {
    const { key, url } = await shown()
    const first = await remove({ address: key })
    assert.deepEqual((await remove({ address: key })).body.data.sealed_until, first.body.data.sealed_until)
    await back(key)
    assert.equal(await status(url), 200)
    // Left by a removal that was rolled back.
    for (const [name] of storedOf(key))
      await sealed.put(key, name.split('/').at(-1) ?? '', Buffer.from('left'))
    assert.equal((await remove({ address: key })).status, 200)
    // As if whoever brought it back deleted the former encrypted files only now.
    await deleteSealedFiles(db, sealed, [key])
    await back(key)
    assert.equal(await status(url), 200, 'and again')
  })

  inStore('changed bytes, and those of another file, do not come back: nothing changes then', async () => {
    const [one, other] = [await shown(), await shown()]
    for (const { key } of [one, other]) await remove({ address: key })
    const filesOf = (key: string) =>
      storedOf(key).map(([path, raw]) => [path.split('/').at(-1) ?? '', raw] as const)
    const [kept, others] = [filesOf(one.key), filesOf(other.key)]
    for (const [file, content] of kept) {
      const foreign = others.find(([same]) => same === file)?.[1]
      const swapped = kept.find(([same]) => same !== file)?.[1]
      assert.ok(foreign && swapped)
      const flipped = Buffer.from(content)
      flipped[40] = (flipped[40] ?? 0) ^ 1
      for (const wrong of [flipped, foreign, swapped, content.subarray(0, 20), undefined]) {
        await sealed.remove(one.key)
        for (const [each, raw] of kept) if (each !== file) await sealed.put(one.key, each, raw)
        if (wrong) await sealed.put(one.key, file, wrong)
        await assert.rejects(back(one.key), /cannot be opened/)
        assert.deepEqual([await status(one.url), await sealsOf(one.key)], [410, 1])
        const left = storedOf(one.key).filter(([path]) => !path.startsWith('sealed/'))
        assert.deepEqual(left, [], 'nothing clear')
      }
    }
    await sealed.remove(one.key)
    for (const [each, raw] of kept) await sealed.put(one.key, each, raw)
    assert.notEqual(await back(one.key), undefined)
  })

  ////////////////////////////////////////////////////////////////////////////// at once

  const { database = '' } = app.connection
  const waiting = (count: number) =>
    eventually(async () => (await waitingForLocks(database)) === count, `${count} wait`)
  /** Holds the publication, so that whoever removes or brings back stands in the middle of it. */
  const holding = async (publication: string, work: () => Promise<void>) => {
    await app.owner.query('begin')
    await app.owner.query('select from publications where id = $1 for update', [publication])
    await work()
    await app.owner.query('commit')
  }

  inStore(
    'what is being brought back is not destroyed by the upkeep meanwhile, also on its last day',
    async () => {
      const { key, url, publication } = await shown()
      await remove({ address: key })
      await age(8)
      let [coming, upkeep]: Promise<unknown>[] = []
      await holding(publication, async () => {
        coming = back(key)
        await waiting(1)
        upkeep = destroyOldSeals(db, sealed)
        await waiting(2)
      })
      assert.notEqual(await coming, undefined)
      await upkeep
      assert.deepEqual(
        [await status(url), storedOf(key).some(([name]) => name.startsWith('sealed/'))],
        [200, false],
      )
      assert.equal((await record(publication)).images.length, 1)
    },
  )

  inStore(
    'of two who bring back, one does; of a removal and bringing back at once, one follows the other',
    async () => {
      const { key, url, publication } = await shown()
      await remove({ address: key })
      let twice: Promise<unknown>[] = []
      await holding(publication, async () => {
        twice = [back(key), back(key)]
        await waiting(2)
      })
      const done = await Promise.all(twice)
      assert.equal(done.filter(one => one === undefined).length, 1)
      assert.equal((await record(publication)).images.length, 1)
      for (let round = 0; round < 4; round++) {
        await remove({ address: key })
        let [coming, going]: Promise<unknown>[] = []
        await holding(publication, async () => {
          coming = back(key)
          await waiting(1)
          going = remove({ address: key })
          await waiting(2)
        })
        assert.notEqual(await coming, undefined)
        assert.partialDeepStrictEqual(await going, {
          status: 200,
          body: { data: { publications: [publication], destroyed: [] } },
        })
        assert.deepEqual([await status(url), (await record(publication)).images], [410, []])
        assert.ok(storedOf(key).length > 0 && storedOf(key).every(([name]) => name.startsWith('sealed/')))
        assert.notEqual(await back(key), undefined, 'it was removed last, and comes back once more')
        assert.deepEqual([await status(url), (await record(publication)).images.length], [200, 1])
      }
    },
  )

  inStore('a fetched picture that is removed while it comes back is gone with its address', async () => {
    const url = feeds.serve(`/twice-${place.name}.jpg`, { body: Buffer.from(await picture(40, 40)) })
    const id = await make.publication(app, club, commune, { image_url: url })
    await fetchAll()
    const before = await record(id)
    const key = keyIn(before.images[0].url)
    await remove({ address: key })
    let [coming, going]: Promise<unknown>[] = []
    await holding(id, async () => {
      coming = back(key)
      await waiting(1)
      going = remove({ address: key })
      await waiting(2)
    })
    await Promise.all([coming, going])
    const { image_url, images } = await record(id)
    assert.deepEqual([image_url, images], [null, []])
    await back(key)
    assert.deepEqual([(await record(id)).image_url, (await record(id)).images], [url, before.images])
  })

  inStore(
    'files that wait for their deletion are deleted by the job, and not once they are back',
    async () => {
      const { key, url, publication } = await shown()
      const [name = '', content = Buffer.alloc(0)] = storedOf(key)[0] ?? []
      await remove({ address: key })
      // As after a process that was killed behind its commit.
      await store.put(key, name.split('/').at(-1) ?? '', content)
      await app.owner.query('update media_forgotten set files_deleted_at = null where key = $1', [key])
      await deleteForgottenFiles(db, store)
      assert.deepEqual(
        [await status(url), storedOf(key).every(([path]) => path.startsWith('sealed/'))],
        [410, true],
      )
      await app.owner.query('update media_forgotten set files_deleted_at = null where key = $1', [key])
      let [first, job]: Promise<unknown>[] = []
      await holding(publication, async () => {
        first = back(key)
        await waiting(1)
        job = deleteForgottenFiles(db, store)
        await waiting(2)
      })
      await job
      assert.notEqual(await first, undefined)
      assert.deepEqual(
        [
          await status(url),
          (await app.owner.query('select from media_forgotten where key = $1', [key])).rowCount,
        ],
        [200, 0],
      )
    },
  )

  inStore('what was removed before an exchange of the secret comes back after it', async () => {
    const { key, url } = await shown()
    await remove({ address: key })
    const [former, next] = ['f'.repeat(40), 'n'.repeat(40)]
    await db.transaction(tx => exchange(tx, secretsFrom(former, [TEST_SECRET]), false))
    await db.transaction(tx => exchange(tx, secretsFrom(next, [former]), false))
    await assert.rejects(back(key), /cannot be opened/)
    assert.equal(await status(url), 410)
    assert.notEqual(await back(key, { secrets: secretsFrom(next) }), undefined)
    assert.equal(await status(url), 200)
  })
}
