import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { startApp, type TestApp } from '../../../test/app.ts'
import { createLog } from '../../kernel/telemetry/log.ts'
import type { Built, BuiltFile } from './build.ts'
import { PAGE_HEADERS } from './page.ts'
import { serveBackoffice } from './serve.ts'

const SCRIPT = 'console.log("été")'
const file = (name: string, text: string): [string, BuiltFile] => [
  name,
  { name, bytes: Buffer.from(text), brotli: name.endsWith('.woff2') ? undefined : brotliCompressSync(text) },
]
const BUILT: Built = new Map([
  file('index.html', '<!doctype html>\n<html lang="fr"><body>Parvis</body></html>'),
  file('assets/main-1a2b.js', SCRIPT),
  file('assets/font-3c4d.woff2', 'font'),
])
const lines: string[] = []
const log = createLog('info', { write: line => void lines.push(line) })
const withPages = (building: Promise<Built>) =>
  startApp({ backoffice: server => serveBackoffice(server, building, log) })

const app = await withPages(Promise.resolve(BUILT))
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
const ask = (path: string, headers: Record<string, string> = BROWSER, on: TestApp = app) =>
  fetch(on.url + path, { headers, redirect: 'manual' })

test('a browser sees the page at every address that no route knows, whatever lies below it', async () => {
  for (const path of ['/', '/moderation', '/moderation?onglet=signalees', '/communes/aast/fiche']) {
    const response = await ask(path)
    assert.deepEqual([path, response.status], [path, 200])
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(await response.text(), /Parvis/)
    for (const [name, value] of Object.entries(PAGE_HEADERS))
      assert.deepEqual([name, response.headers.get(name)], [name, value])
  }
})

test('the API stays as it is: unknown addresses of it are 404 in JSON, also for a browser, and programs never get a page', async () => {
  for (const path of ['/api/v1/nothing', '/auth/nothing', '/assets/nothing.js'])
    assert.deepEqual([path, (await ask(path)).status], [path, 404])
  for (const headers of [{ accept: 'application/json' }, { accept: '*/*' }, {} as Record<string, string>]) {
    const response = await ask('/moderation', headers)
    assert.equal(response.status, 404)
    assert.equal(((await response.json()) as { error: string }).error, 'not_found')
  }
  const front = await ask('/', { accept: '*/*' })
  assert.equal(front.headers.get('content-type'), 'text/plain; charset=utf-8')
  assert.match(await front.text(), /^This is Parvis\..*\/docs/s)
  assert.equal((await ask('/', { accept: 'application/json' })).status, 404)
  assert.equal((await ask('/healthz')).headers.get('content-type'), 'application/json; charset=utf-8')
  const posted = await fetch(`${app.url}/moderation`, { method: 'POST', headers: BROWSER })
  assert.equal(posted.status, 404)
})

test('files are good for a year, packed for who takes it, and of their own type', async () => {
  const plain = await ask('/assets/main-1a2b.js', { 'accept-encoding': 'identity' })
  assert.equal(await plain.text(), SCRIPT)
  assert.match(plain.headers.get('cache-control') ?? '', /immutable/)
  assert.equal(plain.headers.get('content-type'), 'text/javascript; charset=utf-8')
  const { body, headers } = await rawGet(`${app.url}/assets/main-1a2b.js`)
  assert.equal(headers['content-encoding'], 'br')
  assert.equal(brotliDecompressSync(body).toString(), SCRIPT)
  const font = await rawGet(`${app.url}/assets/font-3c4d.woff2`)
  assert.equal(font.headers['content-encoding'], undefined)
  assert.equal(font.headers['content-type'], 'font/woff2')
})

test('the page is asked for anew each time, and not sent again while it is the same', async () => {
  const first = await ask('/')
  const etag = first.headers.get('etag') ?? ''
  assert.equal(first.headers.get('cache-control'), 'no-cache')
  assert.equal((await ask('/', { ...BROWSER, 'if-none-match': etag })).status, 304)
  assert.equal(
    (await ask('/', { ...BROWSER, 'if-none-match': etag, cookie: 'parvis_display=dark' })).status,
    200,
  )
})

test('while it is being built the page says so and comes back by itself; the API answers', async () => {
  const building = Promise.withResolvers<Built>()
  const early = await withPages(building.promise)
  const waiting = await ask('/', BROWSER, early)
  assert.equal(waiting.status, 503)
  assert.match(await waiting.text(), /http-equiv="refresh"/)
  assert.equal((await early.anyone.get('/communes')).status, 200)
  building.resolve(BUILT)
  await building.promise
  assert.equal((await ask('/', BROWSER, early)).status, 200)
})

test('a build that failed is one sentence at the page and an error in the log; the API answers', async () => {
  const failing = Promise.reject(new Error('Unexpected token in desk.tsx'))
  failing.catch(() => {})
  const broken = await withPages(failing)
  const page = await ask('/', BROWSER, broken)
  assert.equal(page.status, 503)
  const text = await page.text()
  assert.match(text, /n’a pas pu être construit/)
  assert.ok(!text.includes('refresh') && !text.includes('desk.tsx'))
  assert.ok(lines.some(line => line.includes('could not be built') && line.includes('desk.tsx')))
  assert.equal((await broken.anyone.get('/communes')).status, 200)
})

async function rawGet(url: string) {
  const { get } = await import('node:http')
  return await new Promise<{ headers: import('node:http').IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      get(url, { headers: { 'accept-encoding': 'gzip, br' } }, async response => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        resolve({ headers: response.headers, body: Buffer.concat(chunks) })
      }).on('error', reject)
    },
  )
}
