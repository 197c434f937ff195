import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { PASSWORD, signInAt } from '../../test/sign-in.ts'

const app = await startApp()
const auth = signInAt(app)

/** Requests a page like a browser that follows a link in a mail. */
async function open(path: string, headers: Record<string, string> = {}) {
  const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
  const response = await fetch(`${app.url}/auth${path}`, {
    redirect: 'manual',
    headers: { accept, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', ...headers },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
async function linkFor(email: string): Promise<string> {
  await auth.signUp(email, PASSWORD)
  return await auth.linkTo(email)
}

test('the link opened in a browser shows success in the user’s language, also the second time', async () => {
  const link = await linkFor('page@example.org')
  for (const [language, title] of [
    ['fr-FR,fr;q=0.9', 'Votre adresse est confirmée'],
    ['en-GB,en;q=0.9', 'Your address is confirmed'],
  ] as const) {
    const { status, headers, text } = await open(link, { 'accept-language': language })
    assert.deepEqual([status, headers.get('content-type')], [200, 'text/html; charset=utf-8'])
    assert.match(text, new RegExp(`<html lang="${language.slice(0, 2)}">`))
    assert.ok(text.includes(`<h1>${title}</h1>`))
  }
  assert.equal((await auth.signIn('page@example.org')).status, 200)
})

test('a link that is void, cut or old says so, and what to do; never JSON', async () => {
  for (const [path, status] of [
    ['/verify-email?token=a.b.c', 400],
    ['/verify-email?token=', 422],
    ['/verify-email', 422],
    [`/verify-email?token=${'x'.repeat(3_000)}`, 422],
    ['/verify-email?token=%22%3E%3Cscript%3Ealert(1)%3C/script%3E', 422],
    ['/verify-email?token=a.b.c&callbackURL=', 400],
  ] as const) {
    const answer = await open(path)
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type')],
      [status, 'text/html; charset=utf-8'],
      path,
    )
    assert.ok(answer.text.includes('Ce lien n’est plus valable'))
    assert.doesNotMatch(answer.text, /script|alert/)
  }
})

test('the page says when sign-up is by invitation only', async () => {
  const email = 'ferme@example.org'
  const link = await linkFor(email)
  const closed = await startApp({ env: { AUTH_SIGNUP: 'invite' } })
  const there = signInAt(closed)
  await there.signUp(email)
  await closed.owner.query(`insert into auth_users (email) values ($1)`, [email])
  const answer = await fetch(`${closed.url}/auth${link}`, { headers: { accept: 'text/html' } })
  const text = await answer.text()
  assert.ok(answer.status === 403 && text.includes('Les inscriptions se font sur invitation'), text)
})

test('the page runs nothing, fetches its typeface alone, is framed by nobody and gives its address to nobody', async () => {
  const { headers, text } = await open('/verify-email?token=a.b.c')
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /^default-src 'none'; font-src 'self'; style-src 'sha256-[A-Za-z0-9+/]{43}='; /)
  for (const part of ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"])
    assert.ok(policy.includes(part))
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style))
  assert.ok(policy.includes(Buffer.from(digest).toString('base64')), 'the style is the one that may be used')
  assert.doesNotMatch(text, /<script|<link|<img|@import|https?:/i)
  const fonts = [...text.matchAll(/url\("([^"]+)"\)/g)].map(([, path]) => path)
  assert.equal(fonts.length, 2)
  for (const path of fonts) {
    const font = await fetch(app.url + path)
    assert.deepEqual([font.status, font.headers.get('content-type')], [200, 'font/woff2'])
    assert.match(font.headers.get('cache-control') ?? '', /immutable/)
  }
  assert.equal((await fetch(`${app.url}/auth/fonts/other.woff2`)).status, 404)
  assert.deepEqual(
    ['referrer-policy', 'cache-control', 'x-content-type-options', 'x-robots-tag'].map(name =>
      headers.get(name),
    ),
    ['no-referrer', 'no-store', 'nosniff', 'noindex'],
  )
  assert.match(text, /prefers-color-scheme: dark/)
  assert.match(text, /<meta name="viewport" content="width=device-width, initial-scale=1">/)
})

test('a program is answered as before, and with an address to go on to the browser goes on', async () => {
  const link = await linkFor('programme@example.org')
  assert.deepEqual((await auth.get(link)).body, { status: true })
  const refused = await auth.get('/verify-email?token=a.b.c')
  assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_token'])
  const on = await open('/verify-email?token=a.b.c&callbackURL=/bienvenue')
  assert.deepEqual(
    [on.status, on.headers.get('location')],
    [302, 'http://parvis.test/bienvenue?error=INVALID_TOKEN'],
  )
})
