import { Data, Id, Obj } from '../../../../shared/shapes.ts'
import { anyone } from '../../../people/access/visitors.ts'
import { CONTACTS, type InfoRow, Infos, ofContacts } from '../details-shapes.ts'
import { contactOf, type MairieActor, mairieActorOf } from '../mairie-actor.ts'
import { ouvertureOf } from '../opening.ts'
import { communeToShow } from '../shown-commune.ts'
import { infosOf, type StoredInfo } from './queries.ts'

export const infos = anyone.read({
  summary: 'Contacts of the town hall: those of its acteur first, then those stored for the commune',
  params: Obj({ id: Id }),
  reply: Data(Infos),
  errors: ['scope_violation'],
  async run({ db, params, source }) {
    const { id } = await communeToShow(db, source, params.id)
    const [mairie, rows] = await Promise.all([mairieActorOf(db, id), infosOf(db, id)])
    return { data: merged(id, contactOf(mairie), rows) }
  },
})

type Mairie = Readonly<Record<(typeof CONTACTS)[number], string | null>> & Pick<MairieActor, 'fermetures'>

/**
 * Each contact field, and the opening hours, are the mairie's when it has them, else those of the first row that has them.
 * Rows with other content follow as `complements`. An inactive or deleted mairie is ignored.
 */
export function merged(communeId: string, mairie: Mairie | undefined, rows: readonly StoredInfo[]): Infos {
  const clean = rows.map(withoutBlanks)
  const choose = (field: (typeof CONTACTS)[number]) => {
    const own = mairie && filled(mairie[field])
    if (own) return { value: own, from: 'mairie' as const }
    return firstOf(clean, field)
  }
  const chosen = ofContacts(choose)
  const shown = ofContacts(field => chosen[field].value)
  const isNews = (row: InfoRow) => CONTACTS.some(field => row[field] !== null && row[field] !== shown[field])
  const isShown = (row: InfoRow) =>
    isNews(row) ||
    CONTACTS.some(field => chosen[field].from === 'commune_infos' && row[field] === shown[field])
  return {
    commune_id: communeId,
    ...shown,
    ouverture: ouvertureOf(shown.horaires),
    fermetures: mairie ? [...mairie.fermetures] : [],
    sources: ofContacts(field => chosen[field].from),
    complements: clean.filter(isNews).map(({ mention: _, ...row }) => row),
    mentions: [...new Set(clean.filter(isShown).flatMap(({ mention }) => mention ?? []))],
  }
}

function firstOf(rows: readonly InfoRow[], field: (typeof CONTACTS)[number]) {
  const value = rows.find(row => row[field] !== null)?.[field] ?? null
  return { value, from: value === null ? null : ('commune_infos' as const) }
}

const filled = (text: string | null) => text?.trim() || null

const withoutBlanks = (row: StoredInfo): StoredInfo => ({
  ...row,
  libelle: filled(row.libelle),
  ...ofContacts(field => filled(row[field])),
})
