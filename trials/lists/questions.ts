import type pg from 'pg'
import { VOCABULARY } from '../../bench/publications/words.ts'
import { DatabaseClient } from '../../src/kernel/db/client.ts'
import { type Db, raw, type Sql, sql, txOf } from '../../src/kernel/db/db.ts'
import { clientSettings } from '../../src/kernel/db/session.ts'
import { loadSearchContext, type SearchContext } from '../../src/publishing/publications/lists/search.ts'
import type { Draw } from '../../test/fixtures/drawn-changes.ts'
import { compareCounters } from './counter-questions.ts'
import { compareOffice } from './office-questions.ts'
import { comparePublic } from './public-questions.ts'
import { prepare, takeSnapshot } from './snapshot.ts'
import { early, pick, type Stock, word } from './writers.ts'

/** Compares random questions with plain SQL, some hundred in each snapshot. */

export const PER_SNAPSHOT = 200
const SEARCHES = 8

const KINDS = [
  { name: 'public lists', upTo: 0.6, compare: comparePublic },
  { name: 'lists of the back-office', upTo: 0.9, compare: compareOffice },
  { name: 'counters', upTo: 1, compare: compareCounters },
] as const

export interface Result {
  readonly name: string
  asked: number
  partial: number
  readonly different: string[]
}

function wordsOf(draw: Draw, { pairs }: Stock): string {
  const [one, other] = [word(draw), word(draw)]
  const kind = draw()
  if (kind < 0.35) return one
  if (kind < 0.55) return `${one} ${other}`
  if (kind < 0.7) return `${one} -${other}`
  if (kind < 0.85) return `"${pick(draw, pairs)}"`
  if (kind < 0.9) return `"${one} ${other}"`
  if (kind < 0.95) return `-${one}`
  return `${one} ${other} -"${pick(draw, pairs)}" ${early(draw, VOCABULARY)}`
}

async function searchesOf(db: Db, draw: Draw, stock: Stock) {
  const found: (SearchContext & { readonly q: string })[] = []
  while (found.length < SEARCHES) {
    const q = wordsOf(draw, stock)
    const words = await loadSearchContext(db, q)
    if (words) found.push({ ...words, q })
  }
  return found
}

/** `more` is asked before each snapshot. */
export async function compareAll(
  connection: pg.ClientConfig,
  draw: Draw,
  stock: Stock,
  more: () => boolean,
  say: (line: string) => void,
): Promise<readonly Result[]> {
  const client = new DatabaseClient({ ...connection, ...clientSettings('parvis trial', 600_000) })
  await client.connect()
  const db = txOf(client)
  const results = KINDS.map(({ name }): Result => ({ name, asked: 0, partial: 0, different: [] }))
  try {
    await client.query(`set temp_buffers = '600MB'; set jit = off; set statement_timeout = 0`)
    await prepare(db)
    while (more()) {
      await client.query('begin isolation level repeatable read')
      const searches = await searchesOf(db, draw, stock)
      await takeSnapshot(db, searches)
      for (let n = 0; n < PER_SNAPSHOT; n++) {
        const place = draw()
        const at = KINDS.findIndex(({ upTo }) => place < upTo)
        const [kind, result] = [KINDS[at], results[at]]
        if (!kind || !result) continue
        const { question, difference, isPartial } = await kind.compare(db, draw, stock, searches)
        result.asked++
        if (isPartial) result.partial++
        if (difference === undefined) continue
        result.different.push(question)
        say(`DIFFERENT ${question}: ${difference}`)
      }
      await client.query('commit')
    }
  } finally {
    await client.end()
  }
  return results
}

/** The communes, acteurs and other records that questions and writers draw from. */
export async function stockOf(db: Db): Promise<Stock> {
  const ids = async (query: Sql) => (await db.all<{ id: string }>(query)).map(({ id }) => id)
  const most = (column: string, count: number) => sql`
    select id from (select unnest(array[p.${raw(column)}]) as id from publications p) each
    where id is not null group by id order by count(*) desc limit ${count}`
  const titles = await ids(sql`select title as id from publications tablesample system (2) limit 2000`)
  return {
    communes: await ids(most('commune_id', 20_000)),
    acteurs: await ids(most('acteur_id', 5_000)),
    users: await ids(most('created_by', 100)),
    importSources: await ids(most('import_source_id', 100)),
    departements: await ids(
      sql`select distinct departement as id from communes where departement is not null`,
    ),
    // An act has a row of its own, which no writer of a trial makes.
    types: await db.all(sql`select id, slug from publication_types where slug <> 'acte' order by ordre`),
    pairs: titles.flatMap(title => title.match(/\p{L}+ \p{L}+/gu) ?? []),
  }
}
