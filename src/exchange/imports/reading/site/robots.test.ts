import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertLinear } from '../../../../../test/growth.ts'
import { robotsOf } from './robots.ts'

const allowed = (text: string, path: string) =>
  robotsOf(text, 'Parvis').allows(new URL(path, 'https://ville.example'))

/** What each file says of a path. */
const CASES: readonly (readonly [text: string, path: string, allowed: boolean])[] = [
  ['', '/agenda/', true],
  ['User-agent: *\nDisallow:', '/agenda/', true],
  ['User-agent: *\nDisallow: /', '/agenda/', false],
  ['User-agent: *\nDisallow: /', '/robots.txt', true],
  ['User-agent: *\nDisallow: /agenda', '/agenda-2026', false],
  ['User-agent: *\nDisallow: /agenda/', '/agenda', true],
  // The group for the program counts alone, whatever its version and case.
  ['User-agent: *\nDisallow: /\n\nUser-agent: parvis/2.0\nDisallow: /prive', '/agenda', true],
  ['User-agent: Parvis\nDisallow: /prive\n\nUser-agent: *\nDisallow: /', '/prive/1', false],
  ['User-agent: ParvisBot\nDisallow: /\n', '/agenda', true],
  ['User-agent: Googlebot\nUser-agent: Parvis\nDisallow: /agenda', '/agenda', false],
  ['User-agent: Parvis\nAllow: /a\n\nUser-agent: Parvis\nDisallow: /b', '/b', false],
  // The longest rule decides, and of two of one length the one that allows.
  ['User-agent: *\nDisallow: /agenda\nAllow: /agenda/fete', '/agenda/fete', true],
  ['User-agent: *\nAllow: /a\nDisallow: /agenda', '/agenda', false],
  ['User-agent: *\nDisallow: /page\nAllow: /page', '/page', true],
  // Wildcards and the end.
  ['User-agent: *\nDisallow: /*?s=', '/?s=loto', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf', false],
  ['User-agent: *\nDisallow: /*.pdf$', '/a/b.pdf?x=1', true],
  ['User-agent: *\nDisallow: /agenda$', '/agenda/', true],
  ['User-agent: *\nDisallow: /*a*b*c$', '/xaxbxcxc', false],
  ['User-agent: *\nDisallow: /*aba$', '/ab', true],
  // Spellings of the same path.
  ['User-agent: *\nDisallow: /fête', '/f%C3%AAte/1', false],
  ['User-agent: *\nDisallow: /f%c3%aate', '/fête', false],
  // Comments, odd spacing, line ends of old systems, lines outside of a group.
  ['Disallow: /\r\rUSER-AGENT : * # all\r Disallow: /x # no\r', '/x', false],
  ['Disallow: /\nSitemap: https://ville.example/sitemap.xml', '/agenda', true],
]
for (const [text, path, expected] of CASES)
  test(`${JSON.stringify(text)} ${expected ? 'allows' : 'forbids'} ${path}`, () => {
    assert.equal(allowed(text, path), expected)
  })

test('a wait between two requests is kept, ten seconds at most', () => {
  const delay = (text: string) => robotsOf(text, 'Parvis').delayMs
  assert.equal(delay('User-agent: *\nCrawl-delay: 2.5\nDisallow: /x'), 2500)
  assert.equal(delay('User-agent: *\nCrawl-delay: 3600'), 10_000)
  assert.equal(delay('User-agent: Bingbot\nCrawl-delay: 5'), 0)
  assert.equal(delay('User-agent: *\nCrawl-delay: bientôt'), 0)
})

test('a rule of many stars is matched in linear time', () => {
  const robots = robotsOf(`User-agent: *\nDisallow: /${'*a'.repeat(30)}*b$`, 'Parvis')
  const match = (size: number) => robots.allows(new URL(`https://ville.example/${'a'.repeat(size)}`))
  assertLinear(match, 400_000)
})
