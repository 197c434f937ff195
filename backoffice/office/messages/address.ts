import { readingAddress, withoutBlanks } from '../../kit/address.ts'
import type { FlagColour } from '../../kit/api/contract.ts'
import type { Query } from '../../kit/api/send.ts'

/** The address is the view: tab, search, whose, which colour, page and the open conversation. */
export const TABS = ['repondre', 'ouverts', 'fermes', 'echecs'] as const
export type Tab = (typeof TABS)[number]

export const COLOURS = {
  rouge: 'red',
  orange: 'orange',
  jaune: 'yellow',
  vert: 'green',
  bleu: 'blue',
  violet: 'purple',
} as const satisfies Readonly<Record<string, FlagColour>>
type Colour = keyof typeof COLOURS
const colours = Object.keys(COLOURS) as Colour[]

const WHOSE = { moi: 'me', personne: 'nobody' } as const
type Whose = keyof typeof WHOSE

export interface MessagesAddress {
  readonly onglet?: Tab | undefined
  readonly q?: string | undefined
  readonly suivi?: Whose | undefined
  readonly couleur?: Colour | undefined
  readonly page?: number | undefined
  readonly item?: string | undefined
}

export function messagesAddress(search: Record<string, unknown>): MessagesAddress {
  const { text, oneOf, id, page } = readingAddress(search)
  return withoutBlanks({
    onglet: oneOf(TABS, 'onglet'),
    q: text('q')?.slice(0, 100),
    suivi: oneOf(Object.keys(WHOSE) as Whose[], 'suivi'),
    couleur: oneOf(colours, 'couleur'),
    page: page(),
    item: id('item'),
  })
}

export const PER_PAGE = 15

const BY_TAB = {
  repondre: { awaiting: true },
  ouverts: { status: 'open' },
  fermes: { status: 'closed' },
  echecs: { failed: true },
} as const satisfies Record<Tab, Query<'GET /api/v1/admin/messages/threads'>>

export const queryOf = ({
  onglet = 'repondre',
  q,
  suivi,
  couleur,
  page,
}: MessagesAddress): Query<'GET /api/v1/admin/messages/threads'> => ({
  ...BY_TAB[onglet],
  ...(q && { q }),
  ...(suivi && { assigned_to: WHOSE[suivi] }),
  ...(couleur && { flag: COLOURS[couleur] }),
  ...(page && { page }),
  per_page: PER_PAGE,
})

export const isNarrowed = ({ q, suivi, couleur }: MessagesAddress) =>
  [q, suivi, couleur].some(one => one !== undefined)
export const NO_FILTERS = { q: undefined, suivi: undefined, couleur: undefined, page: undefined } as const
