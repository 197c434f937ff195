import type { Db } from '../../kernel/db/db.ts'
import { eventText } from '../../kernel/http/event-stream.ts'
import { ITEM_KINDS, type ItemKind } from '../access/item-kinds.ts'
import { type Caller, can, territoryOf } from '../access/permissions.ts'
import { idsInside } from '../access/territory.ts'

export interface Item {
  readonly kind: string
  readonly id: string
}
/** Users who may see `item` are told of it. */
type Shown = Item & { readonly item: string; readonly item_id: string }
export interface Told {
  readonly event: string
  readonly id?: string
  readonly rows: readonly Shown[]
}

/** The events as a caller may see them. Callers with the same reach share the text, by `known`. */
export function textFor(
  db: Db,
  caller: Caller,
  told: readonly Told[],
  known: Map<string, Promise<string>>,
): Promise<string> {
  const kinds = [...new Set(told.flatMap(({ rows }) => rows.map(({ item }) => item)))].filter(isKind)
  const reach = kinds.map(kind => [kind, reachIn(caller, kind)] as const)
  const key = JSON.stringify(reach)
  const text = known.get(key) ?? written(db, caller, told, new Map(reach))
  known.set(key, text)
  return text
}

const isKind = (kind: string): kind is ItemKind => Object.hasOwn(ITEM_KINDS, kind)

/** The communes in which the caller sees such items; null for everywhere. */
const reachIn = (caller: Caller, kind: ItemKind): readonly string[] | null => {
  const [area] = ITEM_KINDS[kind]
  if (can(caller, { action: 'administer', area }) !== 'allowed') return []
  return territoryOf(caller, area)?.toSorted() ?? null
}

async function written(
  db: Db,
  { id }: Caller,
  told: readonly Told[],
  reach: ReadonlyMap<string, readonly string[] | null>,
): Promise<string> {
  const rows = told.flatMap(one => one.rows)
  const visible = new Set<string>()
  for (const [kind, territory] of reach) {
    if (territory?.length === 0) continue
    const ids = [...new Set(rows.filter(({ item }) => item === kind).map(row => row.item_id))]
    const name = ITEM_KINDS[kind as ItemKind][1]
    for (const one of await idsInside(db, name, ids, { id, territory })) visible.add(`${kind} ${one}`)
  }
  return told
    .map(({ rows, ...event }) => {
      const seen = rows.filter(({ item, item_id }) => visible.has(`${item} ${item_id}`))
      return seen.length === 0
        ? ''
        : eventText({ ...event, data: seen.map(({ kind, id }) => ({ kind, id })) })
    })
    .join('')
}
