import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { MEANT, searchTown } from '../../test/fixtures/search-town.ts'

/**
 * What residents type. The first list was written before the code that answers it, the second one after, the third one by
 * people who had not seen it.
 */

const FIRST = 3
const app = await startApp()
await searchTown(app)

const LISTS = {
  before: 'before the code',
  after: 'after the code',
  others: 'by people who had not seen it',
} as const
const queriesOf = (list: keyof typeof LISTS) =>
  readFileSync(new URL(`../../test/fixtures/queries-${list}.tsv`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map(line => line.split('\t') as [string, string])

/** The names of what a search finds, as they stand on the page. */
async function namesFor(q: string): Promise<string[]> {
  const answer = await fetch(`${app.url}/place/vaux/recherche?q=${encodeURIComponent(q)}`)
  const [, main = ''] = /<main.*?>(.*)<\/main>/s.exec(await answer.text()) ?? []
  const items = main
    .replaceAll('<h3 class="date">', '')
    .matchAll(/<(h[34]) dir="auto">(.*?)<\/\1>|<li><(h3|a)[ >](.*?)<\/\3>/gs)
  return [...items].map(([, , one, , other]) =>
    (one ?? `<a ${other}`)
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll('\u00a0', ' ')
      .trim(),
  )
}

for (const [list, how] of Object.entries(LISTS) as [keyof typeof LISTS, string][])
  test(`of the queries written ${how}, nine of ten find what was meant among the first three`, async t => {
    const queries = queriesOf(list)
    const missed: string[] = []
    for (const [q, meant] of queries) {
      const names = await namesFor(q)
      const wanted = MEANT[meant]
      assert.ok(wanted, meant)
      if (!names.slice(0, FIRST).some(name => wanted.test(name)))
        missed.push(`${q} (${meant}): ${names.slice(0, 5).join(' | ')}`)
    }
    t.diagnostic(`${queries.length - missed.length} of ${queries.length}; missed:\n${missed.join('\n')}`)
    assert.ok(missed.length <= queries.length / 10, missed.join('\n'))
  })
