import type pg from 'pg'

/**
 * Finds what a migration takes away from older programs, by comparing the schemas before and after. What it cannot see
 * (triggers that refuse, rewritten rows) is found by running the previous release on the new schema.
 */
export interface Schema {
  readonly columns: Rows<{ readonly type: string; readonly required: boolean; readonly filled: boolean }>
  /** Checks, keys and unique indexes, with their columns. */
  readonly rules: Rows<{
    readonly on: string
    readonly kind: string
    readonly def: string
    readonly columns: string[]
  }>
  readonly functions: Rows<unknown>
  readonly grants: Rows<unknown>
}
type Rows<Row> = Readonly<Record<string, Row>>

export async function schemaOf(client: pg.ClientBase): Promise<Schema> {
  const read = async (statement: string) => (await client.query(statement)).rows[0]?.found ?? {}
  const named = (rows: string) =>
    `select json_object_agg(name, said) as found from (${rows}) rows(name, said)`
  const ours = `relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')`
  return {
    columns: await read(
      named(`select relname || '.' || attname, json_build_object('type', format_type(atttypid, atttypmod),
          'required', attnotnull, 'filled', atthasdef or attidentity <> '')
        from pg_attribute join pg_class c on c.oid = attrelid where ${ours} and attnum > 0 and not attisdropped`),
    ),
    rules: await read(
      named(`select relname || ' ' || conname, json_build_object('on', relname, 'kind', contype,
          'def', pg_get_constraintdef(k.oid), 'columns', (select coalesce(json_agg(attname), '[]') from pg_attribute
            where attrelid = conrelid and attnum = any(conkey)))
        from pg_constraint k join pg_class c on c.oid = conrelid where ${ours} and contype in ('c', 'f', 'u', 'p', 'x')
        union all
        select relname || ' ' || indexrelid::regclass::text, json_build_object('on', relname, 'kind', 'u',
          'def', regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', ''), 'columns', (select coalesce(json_agg(attname), '[]')
            from pg_attribute where attrelid = indrelid and attnum = any(indkey)))
        from pg_index join pg_class c on c.oid = indrelid
        where ${ours} and indisunique and not exists (select from pg_constraint where conindid = indexrelid)`),
    ),
    functions: await read(
      named(`select oid::regprocedure::text || ' returns ' || coalesce(pg_get_function_result(oid), 'nothing'), true from pg_proc p
        where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and prorettype <> 'trigger'::regtype
          and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`),
    ),
    grants: await read(
      named(`select lower(a.privilege_type) || ' on ' || relname, true
        from pg_class c cross join aclexplode(relacl) a where ${ours} and a.grantee::regrole::text = 'parvis_app'`),
    ),
  }
}

const without = <Row>(rows: Rows<Row>, others: Rows<Row>) =>
  Object.entries(rows).filter(([name]) => !(name in others))
const tableOf = (column: string) => column.slice(0, column.indexOf('.'))

/** A message for each incompatible change. */
export function takenAway(before: Schema, after: Schema): string[] {
  const tables = new Set(Object.keys(before.columns).map(tableOf))
  const stillThere = new Set(Object.keys(after.columns).map(tableOf))
  const gone = [...tables].filter(table => !stillThere.has(table))
  const isNew = (table: string, column: string) => !(`${table}.${column}` in before.columns)
  return [
    ...gone.map(table => `table ${table} is gone, or has another name`),
    ...without(before.columns, after.columns)
      .filter(([column]) => stillThere.has(tableOf(column)))
      .map(([column]) => `column ${column} is gone, or has another name`),
    ...Object.entries(after.columns).flatMap(([column, is]) => {
      const was = before.columns[column]
      if (!was)
        return tables.has(tableOf(column)) && is.required && !is.filled
          ? [`column ${column} is new, has to be filled, and has no default`]
          : []
      return [
        ...(was.type === is.type ? [] : [`column ${column} was ${was.type} and is ${is.type}`]),
        ...(is.required && !was.required ? [`column ${column} must be filled now`] : []),
        ...(is.required && was.filled && !is.filled ? [`column ${column} has lost its default`] : []),
      ]
    }),
    ...Object.entries(after.rules)
      .filter(([name, { on, def }]) => tables.has(on) && before.rules[name]?.def !== def)
      .filter(([, { on, columns }]) => columns.length === 0 || !columns.every(column => isNew(on, column)))
      .filter(([name, { on, def }]) => !isWider(before.rules[name]?.def, def, column => isNew(on, column)))
      .map(([name, { def }]) => `${name} is a new rule, or a narrower one: ${def}`),
    ...without(before.rules, after.rules)
      .filter(([, { on, kind }]) => stillThere.has(on) && (kind === 'u' || kind === 'p'))
      .map(([name]) => `${name} is gone: “on conflict” may rest on it`),
    ...without(before.functions, after.functions).map(([name]) => `function ${name} is gone`),
    ...without(before.grants, after.grants)
      .filter(([name]) => stillThere.has(name.slice(name.lastIndexOf(' ') + 1)))
      .map(([name]) => `the grant of ${name} is gone`),
  ]
}

/** The same check with more allowed values, or one that counts filled columns, and new ones among them. */
function isWider(was: string | undefined, is: string, isNew: (column: string) => boolean): boolean {
  if (was === undefined) return false
  const counted = (def: string) =>
    def.replace(/num_nonnulls\(([^)]*)\)/, (_, columns: string) => {
      const old = columns.split(', ').filter(column => !isNew(column))
      return `num_nonnulls(${old.join(', ')})`
    })
  if (was === counted(is)) return true
  const values = (def: string): string[] => def.match(/'[^']*'/g) ?? []
  const rest = (def: string) => def.replaceAll(/(?:, )?'[^']*'(?:::[\w ]+)?/g, '')
  return rest(was) === rest(is) && values(was).every(value => values(is).includes(value))
}
