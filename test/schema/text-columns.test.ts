import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inDatabase, MIGRATED } from '../databases.ts'
import { LISTED } from './text-columns.ts'

/** Alone, and in what addresses and ids are made of. */
const CONTACTS = ['zyxanne@zyxexample.org', '0612349876'].flatMap(one => [
  one,
  `/a?q=${one}`,
  `https://a.fr/${one}`,
  `<${one.replace('@', '.')}@a.fr>`,
])

interface Column {
  readonly name: string
  readonly column: string
  readonly type: string
  /** Checks of this column alone. */
  readonly checks: readonly string[] | null
}

test('every column of text is erased, or stays for a reason', () =>
  inDatabase(MIGRATED, async client => {
    const { rows } = await client.query<Column>(`
      select c.relname || '.' || attname as name, attname as column, format_type(atttypid, null) as type,
        (select array_agg(pg_get_expr(conbin, conrelid)) from pg_constraint
         where conrelid = c.oid and contype = 'c' and conkey = array[attnum]) as checks
      from pg_attribute a join pg_class c on c.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
        and attgenerated = '' and format_type(atttypid, null) ~ '^(text|character|citext|json)'
        and not exists (select from pg_constraint where conrelid = c.oid and contype = 'f' and conkey = array[attnum])
      order by 1`)
    assert.ok(rows.length > 200)
    const canHold: string[] = []
    for (const { name, column, type, checks } of rows) {
      const json = type.startsWith('json')
      const value = type.endsWith('[]') ? 'array[$1]::text[]' : json ? 'to_jsonb($1::text)' : '$1::text'
      // A check of JSON looks at its shape.
      const test = json ? 'true' : (checks ?? []).map(check => `(${check})`).join(' and ') || 'true'
      for (const contact of CONTACTS) {
        const { rows } = await client.query(
          `select coalesce(${test}, true) as holds from (select ${value} as "${column}") one`,
          [contact],
        )
        if (rows[0].holds && !canHold.includes(name)) canHold.push(name)
      }
    }
    assert.deepEqual(
      canHold.filter(name => !LISTED.includes(name)),
      [],
      'a new column: say in text-columns.ts what an erasure makes of it',
    )
    assert.deepEqual(
      LISTED.filter(name => !canHold.includes(name)),
      [],
      'a listed column is gone, or can hold no contact',
    )
    assert.deepEqual(
      LISTED.filter((name, at) => LISTED.indexOf(name) !== at),
      [],
      'listed twice',
    )
  }))
