import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'
import { sql } from '../../../kernel/db/db.ts'
import { loadSearchContext } from './search.ts'

const app = await startApp()
const db = app.service.db.pool

interface Pair {
  readonly q: string
  readonly finds: boolean
  readonly text: string
}

const FILE = join(import.meta.dirname, '../../../../test/publications/french-pairs.txt')
const sections = readFileSync(FILE, 'utf8')
  .split(/^## /m)
  .slice(1)
  .map(section => {
    const [heading = '', ...lines] = section.split('\n')
    const pairs = lines.filter(Boolean).map((line): Pair => {
      const [, q, sign, text] = /^(.+?) (=>|=\/=) (.+)$/.exec(line) ?? []
      if (!(q && text)) throw new Error(`${FILE} cannot be read at: ${line}`)
      return { q, finds: sign === '=>', text }
    })
    return { heading, pairs }
  })

/** Whether a search finds a publication with this title. */
async function finds({ q, text }: Pair): Promise<boolean> {
  const words = await loadSearchContext(db, q)
  if (words === undefined) return true
  const row = await db.one<{ found: boolean }>(sql`
    select words_of(jsonb_populate_record(null::publications,
      ${JSON.stringify({ title: text, body: '.' })}::jsonb)) @@ ${words.query}::tsquery as found`)
  return row?.found === true
}

for (const { heading, pairs } of sections)
  test(`a search finds the text that is meant: ${heading}`, async () => {
    const wrong: string[] = []
    for (const pair of pairs)
      if ((await finds(pair)) !== pair.finds)
        wrong.push(`${pair.q} ${pair.finds ? 'does not find' : 'finds'} ${pair.text}`)
    assert.deepEqual(wrong, [])
  })

test('the table has more than three hundred pairs without duplicates', () => {
  const pairs = sections.flatMap(section => section.pairs)
  assert.ok(pairs.length > 300)
  assert.equal(new Set(pairs.map(({ q, text }) => `${q}|${text}`)).size, pairs.length)
})

/** Inputs that make a parser backtrack. */
const RUNS = [
  'a_',
  'a.',
  'a@',
  'a-',
  '1.',
  '1-',
  '1e',
  '<a',
  '&a',
  'a/',
  'a:',
  '~/',
  '_',
  '/',
  '<',
  '&',
  '-',
  '.',
  '@',
  "a'",
  '’',
  'a.a@',
  'http://',
  'a_a/',
  '1a',
  '1 111 ',
  '1h',
  'eee',
  'ees ',
  'st ',
  ' ',
  'é',
  'œ',
  '\u0301',
  '\u00ad',
  '🏴',
  'ﷺ',
]

test('folding takes linear time, whatever the text contains', async () => {
  const cost = async (run: string, length: number) => {
    const text = run.repeat(Math.ceil(length / run.length)).slice(0, length)
    const times: number[] = []
    for (let round = 0; round < 3; round++) {
      const began = performance.now()
      await db.one(sql`
        select length(to_tsvector('public.parvis', french_words(said))), length(search_key(said)), length(words_asked(said)), length(with_saints(words_key(said))), length(somewhere(said)) from (values (${text}::text)) as _(said)`)
      times.push(performance.now() - began)
    }
    return Math.min(...times)
  }
  await cost('échauffement ', 20_000)
  // Compares the cost of a tenfold input: quadratic cost would give an exponent of 2. Repeated, since the machine is
  // shared.
  const exponent = async (run: string) => Math.log10((await cost(run, 20_000)) / (await cost(run, 2_000)))
  const steep: string[] = []
  for (const run of RUNS) {
    let least = Number.POSITIVE_INFINITY
    for (let time = 0; time < 4 && least > 1.5; time++) least = Math.min(least, await exponent(run))
    if (least > 1.5) steep.push(`${JSON.stringify(run)}: n^${least.toFixed(2)}`)
  }
  assert.deepEqual(steep, [])
})

test('eight texts of underscores saved at once do not block the service', async () => {
  const office = app.as(await app.user(['admin']))
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune)
  const ids: string[] = []
  for (let at = 0; at < 8; at++) ids.push(await make.publication(app, acteur, commune))
  const save = async (text: string) => {
    const began = performance.now()
    const saved = Promise.all(ids.map(id => office.patch(`/publications/${id}`, { body: text })))
    const others = Promise.all(Array.from({ length: 8 }, () => office.get('/me')))
    const statuses = [...(await saved), ...(await others)].map(({ status }) => status)
    return { statuses, took: performance.now() - began }
  }
  await save('Une première fois. '.repeat(1_000))
  // Repeated, since the machine is shared.
  let dearer = Number.POSITIVE_INFINITY
  for (let time = 0; time < 4 && dearer >= 10; time++) {
    const plain = await save(`Le bal des pompiers, ${time}. `.repeat(830))
    const hostile = await save(`${time}a${'_a'.repeat(9_999)}`)
    assert.deepEqual(hostile.statuses, Array(16).fill(200))
    dearer = Math.min(dearer, hostile.took / plain.took)
  }
  assert.ok(dearer < 10, `${dearer} times as long as French`)
})

test('a word is folded the same alone and in a text, whatever stands beside it', async () => {
  const said =
    `st ste sts stes bd bld blvd av ave plus nous vous nos vos bus public publics publique publiques années élus amis jeux
     enjeux feux lieux milieux vœux cheveux déchèterie travaux vitraux petit petits soirée matinée entrée marée durée ruée
     mairies mairie fermière fermières gère gères actrice actrices chanteuse chanteuses lumineux meilleure meilleures
     sportif sportifs vélos bus choux 14h30 1er 2ème RD920 D12 école été l’œuvre Saint-Étienne canapé`.split(
      /\s+/,
    )
  const folded = async (texts: readonly string[]) =>
    (
      await db.all<{ words: string }>(sql`
        select regexp_replace(btrim(french_words(said)), ' +', ' ', 'g') as words
        from unnest(${[...texts]}::text[]) with ordinality as text(said, place) order by place`)
    ).map(({ words }) => words)
  const alone = new Map((await folded(said)).map((words, at) => [said[at], words]))
  const texts = Array.from({ length: 500 }, (_, n) => said.filter((_, at) => (at * 7 + n * 13) % 11 < n % 9))
  const wanted = texts.map(words =>
    words
      .map(word => alone.get(word))
      .filter(Boolean)
      .join(' '),
  )
  assert.deepEqual(await folded(texts.map(words => words.join(' '))), wanted)
})
