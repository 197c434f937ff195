import { namesOf } from '../../../shared/fields/field.ts'
import { MODERATION_REASONS } from '../../../shared/words/moderation.ts'
import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { AdminPublicationFilter } from '../../kit/api/contract.ts'
import type { Query } from '../../kit/api/send.ts'
import { PER_PAGE } from '../../kit/desk/per-page.ts'
import { WHOSE, YES } from '../../kit/desk/whose.ts'

const BY_TAB = {
  attente: { moderation_status: 'pending' },
  signalees: { reported: true },
  doublons: { duplicates: true, moderation_status: 'pending' },
  programmees: { scheduled: true },
  // Also approved ones that citizens do not see: their row says so.
  publiees: { moderation_status: 'approved,published', scheduled: false },
  renvoyees: { moderation_status: 'changes_requested' },
  refusees: { moderation_status: 'rejected' },
  corbeille: { deleted: 'only' },
} as const satisfies Record<string, AdminPublicationFilter>
export type Tab = keyof typeof BY_TAB

const BY_ORDER = {
  recentes: 'created_at_desc',
  urgence: 'urgency',
  anciennes: 'created_at_asc',
  parution: 'publie_le_desc',
  prochaines: 'publie_le_asc',
  titre: 'title_asc',
  signalements: 'reports_desc',
} as const
export type Order = keyof typeof BY_ORDER
export const ORDERS = namesOf(BY_ORDER)

export function deskAddress(search: Record<string, unknown>) {
  const { text, keyOf, id, day, page } = readingAddress(search)
  return withoutBlanks({
    onglet: keyOf(BY_TAB, 'onglet'),
    q: text('q'),
    tri: keyOf(BY_ORDER, 'tri'),
    type: id('type'),
    commune: id('commune'),
    acteur: id('acteur'),
    auteur: id('auteur'),
    suivi: keyOf(WHOSE, 'suivi'),
    retard: keyOf(YES, 'retard'),
    source: id('source'),
    du: day('du'),
    au: day('au'),
    par: id('par'),
    motif: keyOf(MODERATION_REASONS, 'motif'),
    decide_du: day('decide_du'),
    decide_au: day('decide_au'),
    page: page(),
    item: id('item'),
  })
}
export type DeskAddress = ReturnType<typeof deskAddress>

/** Defaults to the newest first, or what is urgent; reported ones to the most reported, scheduled ones to the next. */
export const orderOf = ({ onglet, tri }: DeskAddress, isUrgentFirst = false): Order =>
  tri ??
  (isWaiting({ onglet }) && isUrgentFirst ? 'urgence' : (BY_TAB_ORDER[onglet ?? 'attente'] ?? 'recentes'))
export const isWaiting = ({ onglet = 'attente' }: Pick<DeskAddress, 'onglet'>) => onglet === 'attente'
const BY_TAB_ORDER: Partial<Record<Tab, Order>> = { signalees: 'signalements', programmees: 'prochaines' }

/** The filters of the address, without the page. */
export function filterOf(address: DeskAddress): AdminPublicationFilter {
  const { onglet = 'attente', q, type, commune, acteur, auteur, suivi, retard, source, du, au } = address
  const { par, motif, decide_du, decide_au } = address
  return {
    ...BY_TAB[onglet],
    ...(q && { q }),
    ...(type && { type_id: type }),
    ...(commune && { commune_id: commune }),
    ...(acteur && { acteur_id: acteur }),
    ...(auteur && { created_by: auteur }),
    ...(suivi && { assigned_to: WHOSE[suivi] }),
    ...(retard && { late: true }),
    ...(source && { import_source_id: source }),
    ...(du && { from: du }),
    ...(au && { to: au }),
    ...(par && { moderated_by: par }),
    ...(motif && { moderation_reason_code: motif }),
    ...(decide_du && { decided_from: decide_du }),
    ...(decide_au && { decided_to: decide_au }),
  }
}

/** The service knows the order of the team before this page does. */
const sortOf = (address: DeskAddress) =>
  isWaiting(address) && address.tri === undefined ? 'team' : BY_ORDER[orderOf(address)]

export const queryOf = (address: DeskAddress): Query<'GET /api/v1/admin/publications'> => ({
  ...filterOf(address),
  ...(address.onglet !== 'doublons' && { sort: sortOf(address) }),
  ...(address.page && { page: address.page }),
  per_page: PER_PAGE,
})
