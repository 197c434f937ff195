import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { FlagColour } from '../../kit/api/contract.ts'
import type { Query } from '../../kit/api/send.ts'
import { PER_PAGE } from '../../kit/desk/per-page.ts'
import { WHOSE, YES } from '../../kit/desk/whose.ts'

const BY_TAB = {
  repondre: { awaiting: true },
  ouverts: { status: 'open' },
  fermes: { status: 'closed' },
  echecs: { failed: true },
} as const satisfies Record<string, Query<'GET /api/v1/admin/messages/threads'>>
export type Tab = keyof typeof BY_TAB

/** Addresses and saved views name a flag by its colour. */
export const COLOURS = {
  rouge: 'red',
  orange: 'orange',
  jaune: 'yellow',
  vert: 'green',
  bleu: 'blue',
  violet: 'purple',
} as const satisfies Readonly<Record<string, FlagColour>>

export function messagesAddress(search: Record<string, unknown>) {
  const { text, keyOf, id, page } = readingAddress(search)
  return withoutBlanks({
    onglet: keyOf(BY_TAB, 'onglet'),
    q: text('q')?.slice(0, 100),
    suivi: keyOf(WHOSE, 'suivi'),
    retard: keyOf(YES, 'retard'),
    couleur: keyOf(COLOURS, 'couleur'),
    page: page(),
    item: id('item'),
  })
}
type MessagesAddress = ReturnType<typeof messagesAddress>

/** The filters of the address, without the page. */
export const filterOf = ({ onglet = 'repondre', q, suivi, retard, couleur }: MessagesAddress) => ({
  ...BY_TAB[onglet],
  ...(q && { q }),
  ...(suivi && { assigned_to: WHOSE[suivi] }),
  ...(retard && { late: true }),
  ...(couleur && { flag: COLOURS[couleur] }),
})

export const queryOf = (address: MessagesAddress): Query<'GET /api/v1/admin/messages/threads'> => ({
  ...filterOf(address),
  ...(address.page && { page: address.page }),
  per_page: PER_PAGE,
})
