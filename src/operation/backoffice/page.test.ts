import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayFrom, headersFor, PAGE_HEADERS, pageFor, settingsOf } from './page.ts'

const TEMPLATE = '<!doctype html>\n<html lang="fr">\n<body></body>\n</html>\n'

test('language, theme and density come from the cookie; what is not known there is left out', () => {
  const { language, theme, density } = displayFrom('a=b; parvis_display=en.dark.compact; c=d', 'fr-FR')
  assert.deepEqual([language, theme, density], ['en', 'dark', 'compact'])
  assert.deepEqual(displayFrom('parvis_display=xx.purple', 'fr'), {
    language: 'fr',
    theme: undefined,
    density: undefined,
  })
  assert.equal(displayFrom('other_parvis_display=en', undefined).language, 'fr')
})

test('without a cookie, the language is the browser’s first of French and English, else French', () => {
  const languages = [
    undefined,
    'en-GB,en;q=0.9,fr;q=0.8',
    'de,en;q=0.5,fr;q=0.4',
    'fr,en',
    'de',
    'pt-BR,es;q=0.3',
  ]
  assert.deepEqual(
    languages.map(accept => displayFrom(undefined, accept).language),
    ['fr', 'en', 'en', 'fr', 'fr', 'fr'],
  )
})

test('the page differs in its first line alone, and its ETag with it', () => {
  const plain = pageFor(TEMPLATE, displayFrom(undefined, undefined))
  const dark = pageFor(TEMPLATE, displayFrom('parvis_display=dark', undefined))
  assert.equal(plain.html, TEMPLATE)
  assert.match(dark.html, /^<!doctype html>\n<html lang="fr" data-theme="dark">\n/)
  assert.notEqual(plain.etag, dark.etag)
  assert.equal(plain.etag, pageFor(TEMPLATE, displayFrom('x=y', 'fr')).etag)
})

test('nothing that stands in a cookie can get out of the attribute', () => {
  const cookie = 'parvis_display="><script>alert(1)</script>'
  assert.equal(pageFor(TEMPLATE, displayFrom(cookie, undefined)).html, TEMPLATE)
})

test('the page may run its own scripts and styles, and nothing that is inline, foreign or made of text', () => {
  const policy = PAGE_HEADERS['content-security-policy']
  assert.ok(!policy.includes('unsafe'))
  assert.ok(!policy.includes('*'))
  for (const rule of [
    "default-src 'none'",
    "trusted-types 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ])
    assert.ok(policy.includes(rule), rule)
})

test('the place of a map’s pictures is let in for pictures alone, and named in the page as it was written', () => {
  const tiles = {
    url: 'https://tiles.example.fr:8443/{z}/{x}/{y}.png?a=1&b=$&',
    by: '© "Moi" <et les autres>',
  }
  const policy = headersFor(tiles)['content-security-policy']
  const plain = PAGE_HEADERS['content-security-policy']
  assert.equal(
    policy,
    plain.replace("img-src 'self' data:", "img-src 'self' data: https://tiles.example.fr:8443"),
  )
  assert.equal(headersFor(undefined), PAGE_HEADERS)
  const cached = headersFor(undefined, 'https://cdn.example.fr/parvis')['content-security-policy']
  assert.match(cached, /img-src 'self' data: https:\/\/cdn\.example\.fr;/)
  const { html, etag } = pageFor(TEMPLATE, displayFrom(undefined, undefined), { tiles, place: '' })
  assert.match(
    html,
    /data-tiles="https:\/\/tiles\.example\.fr:8443\/\{z\}\/\{x\}\/\{y\}\.png\?a=1&amp;b=\$&amp;"/,
  )
  assert.match(html, /data-tiles-by="© &quot;Moi&quot; &lt;et les autres&gt;"/)
  assert.match(html, / data-place=""/)
  assert.doesNotMatch(pageFor(TEMPLATE, displayFrom(undefined, undefined)).html, /data-place/)
  assert.notEqual(etag, pageFor(TEMPLATE, displayFrom(undefined, undefined)).etag)
})

test('the screens know whether there is a mail server', () => {
  const at = (smtpUrl?: string) =>
    pageFor(
      TEMPLATE,
      displayFrom(undefined, undefined),
      settingsOf({ mapTiles: undefined, place: 'off', placeUrl: undefined, smtpUrl }),
    ).html
  assert.match(at(), / data-mails="off"/)
  assert.doesNotMatch(at('smtp://127.0.0.1:25'), /data-mails/)
})

test('the screens link to the pages of residents where these are', () => {
  const at = (place: 'on' | 'off', placeUrl?: string) =>
    settingsOf({ mapTiles: undefined, place, placeUrl, smtpUrl: undefined }).place
  assert.deepEqual(
    [at('on'), at('on', 'https://place.example.fr'), at('off', 'https://place.example.fr')],
    ['', 'https://place.example.fr', undefined],
  )
})
