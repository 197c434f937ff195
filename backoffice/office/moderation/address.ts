import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { AdminPublicationFilter } from '../../kit/api/contract.ts'
import type { Query } from '../../kit/api/send.ts'

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

export const ORDERS = [
  'recentes',
  'urgence',
  'anciennes',
  'parution',
  'prochaines',
  'titre',
  'signalements',
] as const
export type Order = (typeof ORDERS)[number]

export interface DeskAddress {
  readonly onglet?: Tab | undefined
  readonly q?: string | undefined
  readonly tri?: Order | undefined
  readonly type?: string | undefined
  readonly commune?: string | undefined
  readonly acteur?: string | undefined
  readonly auteur?: string | undefined
  /** What an import source brought. */
  readonly source?: string | undefined
  readonly du?: string | undefined
  readonly au?: string | undefined
  readonly page?: number | undefined
  readonly item?: string | undefined
}

export function deskAddress(search: Record<string, unknown>): DeskAddress {
  const { text, oneOf, id, day, page } = readingAddress(search)
  return withoutBlanks({
    onglet: oneOf(TABS, 'onglet'),
    q: text('q'),
    tri: oneOf(ORDERS, 'tri'),
    type: id('type'),
    commune: id('commune'),
    acteur: id('acteur'),
    auteur: id('auteur'),
    source: id('source'),
    du: day('du'),
    au: day('au'),
    page: page(),
    item: id('item'),
  })
}

export const PER_PAGE = 10

const BY_TAB = {
  attente: { moderation_status: 'pending' },
  signalees: { reported: true },
  // What is in the way of a decision: one whose twin is published says so in its row.
  doublons: { duplicates: true, moderation_status: 'pending' },
  programmees: { scheduled: true },
  // With what was approved and is not seen: it is marked.
  publiees: { moderation_status: 'approved,published', scheduled: false },
  refusees: { moderation_status: 'rejected' },
  corbeille: { deleted: 'only' },
} as const satisfies Record<Tab, AdminPublicationFilter>

const BY_ORDER = {
  recentes: 'created_at_desc',
  urgence: 'urgency',
  anciennes: 'created_at_asc',
  parution: 'publie_le_desc',
  prochaines: 'publie_le_asc',
  titre: 'title_asc',
  signalements: 'reports_desc',
} as const satisfies Record<Order, string>

/** What is reported is treated by how often, of what is scheduled the next stands first; everything else opens with the newest. */
export const orderOf = ({ onglet, tri }: DeskAddress): Order =>
  tri ?? (onglet === 'signalees' ? 'signalements' : onglet === 'programmees' ? 'prochaines' : 'recentes')

/** All that is shown on every page of this view. */
export function filterOf(address: DeskAddress): AdminPublicationFilter {
  const { onglet = 'attente', q, type, commune, acteur, auteur, source, du, au } = address
  return {
    ...BY_TAB[onglet],
    ...(q && { q }),
    ...(type && { type_id: type }),
    ...(commune && { commune_id: commune }),
    ...(acteur && { acteur_id: acteur }),
    ...(auteur && { created_by: auteur }),
    ...(source && { import_source_id: source }),
    ...(du && { from: du }),
    ...(au && { to: au }),
  }
}

export const queryOf = (address: DeskAddress): Query<'GET /api/v1/admin/publications'> => ({
  ...filterOf(address),
  ...(address.onglet !== 'doublons' && { sort: BY_ORDER[orderOf(address)] }),
  ...(address.page && { page: address.page }),
  per_page: PER_PAGE,
})

/** How many filters narrow the tab, for the button that opens them. */
export const filtersIn = ({ type, commune, acteur, auteur, source, du, au }: DeskAddress): number =>
  [type, commune, acteur, auteur, source, du ?? au].filter(Boolean).length

export const NO_FILTERS = {
  type: undefined,
  commune: undefined,
  acteur: undefined,
  auteur: undefined,
  source: undefined,
  du: undefined,
  au: undefined,
  page: undefined,
} as const
