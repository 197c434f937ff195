import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { ask } from '../../../test/ask.ts'
import { becomes } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import { picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { honestPictures, hostilePictures } from '../../../test/hostile/pictures.ts'
import { kindOf } from '../../media/kinds.ts'

/** Hostile files: the result is a re-encoded picture, a document to download, or a refusal. */

const app = await startApp({ env: { MEDIA_QUOTA_MB: '100' } })
const club = await make.acteur(app, await make.commune(app))
const admin = await app.user(['admin'])

test('none of 85 files is served as anything but a picture or an attachment, and memory stays bounded', async t => {
  const pdfWithScript = Buffer.from(
    '%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\n<html><script>alert(1)</script>\n%%EOF',
  )
  const files = { ...hostilePictures(await honestPictures()), 'a PDF that runs a script': pdfWithScript }
  assert.ok(Object.keys(files).length >= 60)
  global.gc?.()
  const before = process.memoryUsage().rss
  let most = 0
  const outcomes: Record<string, number> = {}
  for (const [name, bytes] of Object.entries(files)) {
    const { status, body } = await sendFile(app, admin, club, new Uint8Array(bytes))
    const outcome = status < 300 ? body.data.kind : body.error
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    most = Math.max(most, process.memoryUsage().rss)
    assert.ok(
      status < 300 || (status === 422 && /^(file_|picture_)/.test(body.error)),
      `${name}: ${status} ${body.error}`,
    )
    if (status >= 300) continue
    const addresses = body.data.document
      ? [body.data.document.url]
      : body.data.image.sources.map((one: { url: string }) => one.url)
    for (const url of addresses) {
      const { headers, text } = await ask(url.replace('http://parvis.test', app.url), { method: 'GET' })
      assert.match(headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'$/, name)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', name)
      if (body.data.document) assert.match(headers.get('content-disposition') ?? '', /^attachment;/, name)
      else {
        assert.match(headers.get('content-type') ?? '', /^image\/(webp|jpeg)$/, name)
        assert.doesNotMatch(text, /<script|<\?php|<svg|alert\(/, name)
      }
    }
  }
  t.diagnostic(
    `${JSON.stringify(outcomes)}; this process held ${Math.round((most - before) / 1024 / 1024)} MB more at most`,
  )
  assert.ok(most - before < 300 * 1024 * 1024, `${most - before}`)
  await becomes(async () => readdirSync(join(app.dataDir, 'incoming')), [])
  // The store contains re-encoded pictures and documents as sent; `.place` is the store's marker.
  for (const file of readdirSync(join(app.dataDir, 'media'), { recursive: true, encoding: 'utf8' })) {
    if (/\.(webp|jpg)$/.test(file))
      assert.match(kindOf(readFileSync(join(app.dataDir, 'media', file))) ?? '', /^(webp|jpeg)$/, file)
    else assert.match(file, /^\.place$|^[0-9a-f]{2}(\/[0-9a-f]{40}(\/document\.pdf)?)?$/)
  }
  assert.equal((await sendFile(app, admin, club, await picture())).status, 201)
})
