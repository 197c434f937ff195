import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { anyone } from '../../access/visitors.ts'
import { contactOf, mairieActorOf } from '../mairie-actor.ts'
import { communeToShow } from '../shown-commune.ts'
import { infosOf, type StoredInfo } from './queries.ts'
import { type InfoRow, Infos } from './shapes.ts'

export const infos = anyone.read({
  summary: 'Contacts of the town hall: its own first, then the commune’s',
  params: Obj({ id: Id }),
  reply: Data(Infos),
  errors: ['scope_violation'],
  async run({ db, params, source }) {
    const { id } = await communeToShow(db, source, params.id)
    const [mairie, rows] = await Promise.all([mairieActorOf(db, id), infosOf(db, id)])
    return { data: merged(id, contactOf(mairie), rows) }
  },
})

const CONTACTS = ['adresse', 'telephone', 'email', 'site_web', 'horaires'] as const
type Contacts = Readonly<Record<(typeof CONTACTS)[number], string | null>>

/**
 * Each contact field, and the opening hours, are the mairie's when it has them, else those of the first row that has them.
 * Rows with other content follow as `complements`. An inactive or deleted mairie is ignored.
 */
export function merged(communeId: string, mairie: Contacts | undefined, rows: readonly StoredInfo[]): Infos {
  const clean = rows.map(withoutBlanks)
  const choose = (field: keyof Contacts) => {
    const own = mairie && filled(mairie[field])
    if (own) return { value: own, from: 'mairie' as const }
    return firstOf(clean, field)
  }
  const chosen = {
    adresse: choose('adresse'),
    telephone: choose('telephone'),
    email: choose('email'),
    site_web: choose('site_web'),
    horaires: choose('horaires'),
  }
  const fields = Object.keys(chosen) as (keyof typeof chosen)[]
  const each = <T>(value: (field: keyof typeof chosen) => T) =>
    Object.fromEntries(fields.map(field => [field, value(field)])) as Record<keyof typeof chosen, T>
  const shown = each(field => chosen[field].value)
  const isNews = (row: InfoRow) => fields.some(field => row[field] !== null && row[field] !== shown[field])
  const isShown = (row: InfoRow) =>
    isNews(row) || fields.some(field => chosen[field].from === 'commune_infos' && row[field] === shown[field])
  return {
    commune_id: communeId,
    ...shown,
    sources: each(field => chosen[field].from),
    complements: clean.filter(isNews).map(({ mention: _, ...row }) => row),
    mentions: [...new Set(clean.filter(isShown).flatMap(({ mention }) => mention ?? []))],
  }
}

function firstOf(rows: readonly InfoRow[], field: keyof Contacts) {
  const value = rows.find(row => row[field] !== null)?.[field] ?? null
  return { value, from: value === null ? null : ('commune_infos' as const) }
}

const filled = (text: string | null) => text?.trim() || null

const withoutBlanks = (row: StoredInfo): StoredInfo => ({
  ...row,
  libelle: filled(row.libelle),
  adresse: filled(row.adresse),
  telephone: filled(row.telephone),
  email: filled(row.email),
  site_web: filled(row.site_web),
  horaires: filled(row.horaires),
})
