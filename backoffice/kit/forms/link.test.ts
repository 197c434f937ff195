import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isLink, linkOf, withHttp } from '../../../shared/typed/link.ts'

test('an address without a scheme gets https, and nothing else is changed', () => {
  for (const text of ['mairie.fr', ' www.saint-étienne.fr/fête?le=14#ici ', 'localisation.mairie.fr:8080/x'])
    assert.equal(linkOf(text), `https://${text.trim()}`)
  const kept = ['', 'http://mairie.fr', 'HTTPS://mairie.fr/x', 'ftp://mairie.fr', 'mairie', 'a@mairie.fr']
  for (const text of [...kept, 'javascript:alert(1)', 'bal. Samedi', 'mairie.fr et plus', '192.0.2.1'])
    assert.equal(linkOf(text), text)
})

test('what a calendar calls its address is one; a single word is none', () => {
  for (const text of [
    'mairie.fr',
    'webcal://ville.fr/a.ics',
    'feed:https://ville.fr',
    'http://localhost:3000',
  ])
    assert.equal(isLink(linkOf(withHttp(text))), true, text)
  for (const text of ['', 'mairie', 'https://mairie', 'ftp://mairie.fr', 'webcal:mairie.fr', '192.0.2.1'])
    assert.equal(isLink(linkOf(withHttp(text))), false, text)
})

test('no form sends an address as it was typed', () => {
  const root = join(import.meta.dirname, '../..')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    name => /\.tsx?$/.test(name) && !name.startsWith('.') && !name.endsWith('.test.ts'),
  )
  assert.ok(files.length > 300)
  const asTyped = /(url|site_web)\.trim\(\)(?! [!=]==)/
  assert.deepEqual(
    files.filter(name => asTyped.test(readFileSync(join(root, name), 'utf8'))),
    [],
  )
})
