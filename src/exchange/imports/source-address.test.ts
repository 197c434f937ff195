import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sourceAddress } from './source-address.ts'

const ADDRESSES: Readonly<Record<string, string>> = {
  'www.ville.fr': 'https://www.ville.fr',
  ' ville.fr/agenda ': 'https://ville.fr/agenda',
  'ville.fr:8080/rss?id=3': 'https://ville.fr:8080/rss?id=3',
  'webcal://ville.fr/agenda.ics': 'https://ville.fr/agenda.ics',
  'WEBCALS://ville.fr/agenda.ics': 'https://ville.fr/agenda.ics',
  'feed://ville.fr/rss': 'https://ville.fr/rss',
  'feed:http://ville.fr/rss': 'http://ville.fr/rss',
  'feed://https://ville.fr/rss': 'https://ville.fr/rss',
  'http://ville.fr/rss': 'http://ville.fr/rss',
  'HTTPS://ville.fr/': 'HTTPS://ville.fr/',
  'ftp://ville.fr/rss': 'ftp://ville.fr/rss',
  'feed:ville': 'feed:ville',
  'javascript:alert(1)': 'javascript:alert(1)',
  mairie: 'mairie',
}
for (const [typed, address] of Object.entries(ADDRESSES))
  test(`${typed} is read at ${address}`, () => {
    assert.equal(sourceAddress(typed), address)
  })

test('an address that a scheme would make too long stays as it is', () => {
  const long = `ville.fr/${'a'.repeat(1990)}`
  assert.equal(sourceAddress(long), long)
})
