import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { skip, visit } from '../../../test/browser/visit.ts'
import { becomes, eventually } from '../../../test/eventually.ts'
import { pathOfGuide } from './guides.ts'
import { serveApiPage } from './page.ts'
import { componentScript } from './script.ts'

const app = await startApp({ env: { PUBLIC_URL: '' }, apiPage: serveApiPage })
const html = await (await fetch(`${app.url}/docs/`)).text()
const script = /<script src="([^"]+)" defer>/.exec(html)?.[1] ?? ''

test('the API page works, and runs no script but its own', { skip }, async () => {
  const look = await visit(app)
  const { page } = look
  // The component is a script of four megabytes.
  page.setDefaultTimeout(120_000)
  const response = await page.goto('/docs/', { waitUntil: 'commit' })
  const policy = response?.headers()['content-security-policy'] ?? ''
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  assert.match(scripts, /^'self' 'sha256-[\w+/]{43}='$/)
  assert.match(html, /<link rel="icon" href="data:image/, 'no browser asks for /favicon.ico, which is a 404')
  await page.locator('.plain').waitFor({ state: 'detached' })
  // The group of a chapter, built from the document.
  await page.getByText('Defibrillators').first().waitFor()
  await page
    .getByRole('heading', { name: /Parvis/ })
    .first()
    .waitFor()
  assert.deepEqual(look.faults, [])
  // What is injected does not run.
  await page.evaluate(`
    const script = document.createElement('script')
    script.textContent = 'document.title = "injected"'
    document.body.append(script)
    document.body.insertAdjacentHTML('beforeend', '<img src="x:" onerror="document.title = &quot;injected&quot;">')`)
  await eventually(async () => look.faults.length >= 2, 'both are refused')
  assert.notEqual(await page.title(), 'injected')
})

test('a reply is shown with examples of its values', { skip }, async () => {
  const { page } = await visit(app)
  page.setDefaultTimeout(120_000)
  await page.goto('/docs/#public/tag/publications/GET/api/v1/publications')
  await page.getByText('"Vide-grenier"').first().waitFor()
  // The app is named in the request; the component hides other credentials.
  await page.locator('pre', { hasText: "'X-App-Source: public'" }).first().waitFor()
  const hidden = () => page.locator('.credential', { hasText: /^public$/ }).count()
  await becomes(hidden, 0)
})

test('only the document that is shown is loaded, and the others when they are chosen', { skip }, async () => {
  const { page } = await visit(app)
  page.setDefaultTimeout(120_000)
  const loaded: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/openapi')) loaded.push(pathname)
  })
  const idle = () =>
    page.evaluate('new Promise(done => requestIdleCallback(() => requestIdleCallback(done)))')
  // A link into a document opens that one.
  await page.goto('/docs/#office/tag/mairie')
  await page.getByText('For town halls').first().waitFor()
  await idle()
  assert.deepEqual(loaded.splice(0), ['/openapi/office.json'])
  await page.getByRole('button', { name: 'Back-office and town halls' }).click()
  await page.getByRole('option', { name: 'Apps, residents and members' }).click()
  await page.getByText('Defibrillators').first().waitFor()
  await idle()
  assert.deepEqual(loaded, ['/openapi/public.json'])
})

test('before its script has come, the page shows what it is about and every operation', async () => {
  const { info, paths } = (await (await fetch(`${app.url}/openapi/public.json`)).json()) as {
    info: { version: string }
    paths: Record<string, Record<string, object>>
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `<code><b>${method.toUpperCase()}</b> ${path}</code>`),
  )
  assert.ok(operations.length > 80)
  assert.deepEqual(
    operations.filter(one => html.split(one).length !== 2),
    [],
  )
  for (const part of ['<html lang="en">', '<h1>Parvis API</h1>', info.version, '<b>First request.</b>'])
    assert.ok(html.replaceAll(/(<\/?)strong>/g, '$1b>').includes(part), part)
  assert.ok(html.includes(`href="${pathOfGuide({ name: 'webhooks' })}"`))
  const answer = await fetch(`${app.url}/docs`, { headers: { 'accept-encoding': 'br' } })
  assert.equal(answer.url, `${app.url}/docs/`)
  assert.equal(answer.headers.get('content-encoding'), 'br')
})

test('the plain page and the guides are readable by everybody, wide and narrow', { skip }, async () => {
  for (const [width, dark] of [
    [1280, false],
    [390, true],
  ] as const) {
    const look = await visit(app, { width, dark })
    await look.page.route(/scalar\./, route => route.fulfill({ contentType: 'text/javascript', body: '' }))
    for (const path of ['/docs/', '/docs/guides/errors', '/docs/guides/signing-in']) {
      await look.page.goto(path)
      await look.assertAccessible(`${path} ${width}`)
      assert.equal(await look.page.evaluate('document.documentElement.scrollWidth'), width, path)
    }
    assert.deepEqual(look.faults, [])
  }
})

test('the script lies at an address of its content, and caches may keep it for ever', async () => {
  for (const coding of ['br', 'gzip']) {
    const { status, headers } = await fetch(app.url + script, { headers: { 'accept-encoding': coding } })
    assert.deepEqual(
      [status, ...['content-type', 'cache-control', 'content-encoding'].map(name => headers.get(name))],
      [200, 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', coding],
    )
  }
  const { bytes } = await componentScript()
  assert.equal(await bytes(), await bytes(), 'one buffer, which is compressed once')
  // Old addresses, and those of other releases.
  for (const file of ['scalar.js', 'scalar.0123456789ab.js']) {
    const answer = await fetch(`${app.url}/docs/js/${file}`, { redirect: 'manual' })
    assert.deepEqual(
      [answer.status, ...['location', 'cache-control'].map(name => answer.headers.get(name))],
      [302, script, 'no-cache'],
    )
  }
  assert.equal((await fetch(`${app.url}/docs/js/other.js`)).status, 404)
})
