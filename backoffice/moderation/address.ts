import type { Query } from '../api/send.ts'

/** The address is the view: tab, filters, order, page and the open item; shared, bookmarked and gone back to. */
export const TABS = [
  'attente',
  'signalees',
  'doublons',
  'programmees',
  'publiees',
  'refusees',
  'corbeille',
] as const
export type Tab = (typeof TABS)[number]

export const ORDERS = ['recentes', 'anciennes', 'parution', 'titre', 'signalements'] as const
export type Order = (typeof ORDERS)[number]

export interface DeskAddress {
  readonly onglet?: Tab | undefined
  readonly q?: string | undefined
  readonly tri?: Order | undefined
  readonly type?: string | undefined
  readonly commune?: string | undefined
  readonly acteur?: string | undefined
  readonly du?: string | undefined
  readonly au?: string | undefined
  readonly page?: number | undefined
  readonly item?: string | undefined
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** What an address says that this desk does not know is left out, never an error: links are copied by hand. */
export function deskAddress(search: Record<string, unknown>): DeskAddress {
  const word = (name: string) =>
    typeof search[name] === 'string' ? (search[name] as string) : String(search[name] ?? '')
  const oneOf = <T extends string>(list: readonly T[], name: string) => list.find(one => one === word(name))
  const fitting = (pattern: RegExp, name: string) => (pattern.test(word(name)) ? word(name) : undefined)
  const page = Number(word('page'))
  const read: DeskAddress = {
    onglet: oneOf(TABS, 'onglet'),
    q: word('q').slice(0, 200) || undefined,
    tri: oneOf(ORDERS, 'tri'),
    type: fitting(ID, 'type'),
    commune: fitting(ID, 'commune'),
    acteur: fitting(ID, 'acteur'),
    du: fitting(DAY, 'du'),
    au: fitting(DAY, 'au'),
    page: Number.isInteger(page) && page > 1 ? page : undefined,
    item: fitting(ID, 'item'),
  }
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))
}

export const PER_PAGE = 10

const BY_TAB = {
  attente: { moderation_status: 'pending' },
  signalees: { reported: true },
  doublons: { duplicates: true },
  programmees: { moderation_status: 'approved' },
  publiees: { moderation_status: 'published' },
  refusees: { moderation_status: 'rejected' },
  corbeille: { deleted: 'only' },
} as const satisfies Record<Tab, Query<'GET /api/v1/admin/publications'>>

const BY_ORDER = {
  recentes: 'created_at_desc',
  anciennes: 'created_at_asc',
  parution: 'publie_le_desc',
  titre: 'title_asc',
  signalements: 'reports_desc',
} as const satisfies Record<Order, string>

/** What is reported is treated by how often; everything else opens with the newest. */
export const orderOf = ({ onglet, tri }: DeskAddress): Order =>
  tri ?? (onglet === 'signalees' ? 'signalements' : 'recentes')

export function queryOf(address: DeskAddress): Query<'GET /api/v1/admin/publications'> {
  const { onglet = 'attente', q, type, commune, acteur, du, au, page } = address
  return {
    ...BY_TAB[onglet],
    ...(onglet !== 'doublons' && { sort: BY_ORDER[orderOf(address)] }),
    ...(q && { q }),
    ...(type && { type_id: type }),
    ...(commune && { commune_id: commune }),
    ...(acteur && { acteur_id: acteur }),
    ...(du && { from: du }),
    ...(au && { to: au }),
    ...(page && { page }),
    per_page: PER_PAGE,
  }
}

/** How many filters narrow the tab, for the button that opens them. */
export const filtersIn = ({ type, commune, acteur, du, au }: DeskAddress): number =>
  [type, commune, acteur, du ?? au].filter(Boolean).length
