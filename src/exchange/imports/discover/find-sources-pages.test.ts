import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOW } from '../../../../test/fixtures/feeds.ts'
import { KNOWN_PAGES, LATER_PAGES, NEW_PAGES, type TownPage } from '../../../../test/imports/town-pages.ts'
import { FetchRefused, type Whole } from '../../../kernel/fetch/fetch.ts'
import { findSources } from './find-sources.ts'

/** How much of what a person finds from a town's page is found, and that nothing else is. */

const NO_HEADERS = { contentType: null, etag: null, lastModified: null, retryAfter: null, headers: {} }

async function foundFrom({ pages }: TownPage): Promise<string[]> {
  const [start = ''] = Object.keys(pages)
  const plain = (url: string) => decodeURIComponent(url)
  const bodies = new Map(Object.entries(pages).map(([url, body]) => [plain(url), body]))
  let asked = 0
  const fetch = async (url: string): Promise<Whole> => {
    asked++
    // Parameters of paging are of no interest here.
    const known = [...bodies.keys()].filter(
      key =>
        plain(url) === key ||
        (/^[?&]/.test(plain(url).slice(key.length)) && plain(url).startsWith(key) && key !== start),
    )
    const body = bodies.get(known.toSorted((one, other) => other.length - one.length)[0] ?? '')
    if (body === undefined) throw new FetchRefused('bad_status', { status: 404 })
    return { status: 'ok', url, bytes: Buffer.from(body), charset: 'utf-8', ...NO_HEADERS }
  }
  const { sources } = await findSources({ fetch }, start, NOW, new AbortController().signal)
  assert.ok(asked <= 12, `${asked} requests`)
  return sources.map(({ url }) => url)
}

const isOne = (found: string, wanted: string) =>
  wanted.split('|').some(url => {
    const [one, other] = [decodeURIComponent(found), decodeURIComponent(url)]
    return one === other || (one.startsWith(other) && /^[?&]/.test(one.slice(other.length)))
  })

test('95 of 100 sources that a person finds are found, and no other', async t => {
  const [all, misses, others] = [[] as string[], [] as string[], [] as string[]]
  for (const [list, pages] of Object.entries({ known: KNOWN_PAGES, new: NEW_PAGES, later: LATER_PAGES })) {
    const before = [all.length, misses.length] as const
    for (const [name, page] of Object.entries(pages)) {
      const urls = await foundFrom(page)
      const missed = page.wanted.filter(each => !urls.some(url => isOne(url, each)))
      all.push(...page.wanted)
      misses.push(...missed.map(each => `${name}: ${each}`))
      others.push(
        ...urls.filter(url => !page.wanted.some(each => isOne(url, each))).map(url => `${name}: ${url}`),
      )
    }
    const wanted = all.length - before[0]
    const found = wanted - (misses.length - before[1])
    t.diagnostic(`${list}: ${Object.keys(pages).length} pages, ${found} of ${wanted} sources`)
  }
  for (const miss of misses) t.diagnostic(`missed: ${miss}`)
  assert.deepEqual(others, [])
  assert.ok(misses.length <= all.length * 0.05, `${misses.length} of ${all.length} missed`)
})
