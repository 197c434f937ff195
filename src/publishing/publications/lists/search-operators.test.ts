import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { sql } from '../../../kernel/db/db.ts'
import { loadSearchContext } from './search.ts'

/** Characters around words that mean something to PostgreSQL: hyphens, quotation marks, "or" and operators. */

const app = await startApp()
const office = app.as(await app.user(['admin']))
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
for (const title of ['Bal du soir', 'Bal du matin', 'Vide-grenier'])
  await make.publication(app, acteur, commune, { title, body: 'Texte.' })

const find = async (q: string) => {
  const { body } = await app.anyone.get(`/publications?q=${encodeURIComponent(q)}`)
  return body.data.map(({ title }: { title: string }) => title).sort()
}

test('a hyphen that excludes nothing is no word, however many there are', async () => {
  for (const count of [1, 2, 32, 33, 100]) {
    assert.deepEqual(await find('- '.repeat(count)), [])
    assert.deepEqual(await find('-'.repeat(2 * count)), [])
    assert.deepEqual(await find(`${'- '.repeat(count).slice(0, 190)}soir`), ['Bal du soir'])
    assert.deepEqual(await find(`soir${' -'.repeat(count).slice(0, 190)}`), ['Bal du soir'])
  }
  for (const q of ['""', '« »', '-""']) assert.deepEqual(await find(q), [])
  assert.deepEqual(await find('bal -soir'), ['Bal du matin'])
  assert.deepEqual(await find('bal --soir'), ['Bal du matin'])
  assert.deepEqual(await find('bal - soir'), ['Bal du soir'])
  assert.deepEqual(await find('-"bal du soir"'), ['Bal du matin', 'Vide-grenier'])
  for (const list of ['/admin/publications', '/admin/publications?duplicates=true'])
    assert.equal(
      (await office.get(`${list}${list.includes('?') ? '&' : '?'}q=${'-%20'.repeat(66)}`)).status,
      200,
    )
})

const PIECES = [
  '-',
  '- ',
  '--',
  '-"',
  '"',
  '" ',
  '""',
  '-""',
  ' ',
  'or',
  ' OR ',
  'or or',
  'not',
  'and',
  'le',
  '-le',
  'bal',
  '-bal',
  'é',
  '!',
  '(',
  ')',
  '&',
  '|',
  ':*',
  '<->',
  '<1>',
  "'",
  "''",
  '\\',
  '_',
  '~',
  '/',
  '*',
  '–',
  '−',
  '‑',
  '\u00ad',
  '“',
  '«',
  '’',
  '\u200b',
  '👍',
  '\u0301',
  '٣',
  'ﷺ',
]

test('no spelling of operators is more than PostgreSQL reads', async () => {
  let seed = 1
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return (seed >> 8) % limit
  }
  const texts = Array.from({ length: 3_000 }, (_, n) => {
    // Half of the inputs repeat few pieces, to produce nesting.
    const few = Array.from({ length: 1 + below(3) }, () => PIECES[below(PIECES.length)])
    const pieces = n % 2 === 0 ? PIECES : few
    return Array.from({ length: 1 + below(100) }, () => pieces[below(pieces.length)])
      .join('')
      .slice(0, 200)
      .toWellFormed()
  })
  const { pool } = app.service.db
  for (let at = 0; at < texts.length; at += 100) {
    const understood = await Promise.all(texts.slice(at, at + 100).map(q => loadSearchContext(pool, q)))
    const queries = understood.map(one => one?.query ?? '')
    await pool.all(sql`select q::tsquery from unnest(${queries}::text[]) q`)
  }
  for (const text of texts.slice(0, 120)) {
    const { status } = await app.anyone.get(`/publications?per_page=1&q=${encodeURIComponent(text)}`)
    assert.equal(status, 200, JSON.stringify(text))
  }
})
