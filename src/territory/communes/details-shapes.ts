import type { Static } from 'typebox'
import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { COLLECTE_FIELDS, ELU_FIELDS, INFO_FIELDS } from '../../../shared/fields/communes.ts'
import { each, having, namesOf, repliesOf } from '../../../shared/fields/field.ts'
import {
  about,
  Day,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  optional,
  Word,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { Ouverture } from './opening.ts'

/** The arrays of a commune, as the public reads them and as the back-office writes them. */

/** A row with an id replaces that row; a row without one keeps an existing row of the same content. */
const SameId = Optional(Id)

////////////////////////////////////////////////////////////////////////////// elus

export const Elu = named('Elu', Obj({ id: Id, ...repliesOf(ELU_FIELDS) }))
export type Elu = Static<typeof Elu>
const { nom, prenom, fonction, ...ofElu } = each(ELU_FIELDS, 'schema')
const EluInput = named('EluInput', Obj({ id: SameId, nom, prenom, fonction, ...optional(ofElu) }))

////////////////////////////////////////////////////////////////////////////// collectes

const collecte = { id: Id, ...repliesOf(COLLECTE_FIELDS) }
const Collected = Obj(collecte)
export type Collecte = Static<typeof Collected>
export const CollecteWithDates = named(
  'Collecte',
  Obj({ ...collecte, prochaines_dates: about('The next three days of collection', List(Day, 3)) }),
)
const { type, frequence, ...ofCollecte } = each(COLLECTE_FIELDS, 'schema')
const CollecteInput = named('CollecteInput', Obj({ id: SameId, type, frequence, ...optional(ofCollecte) }))
export const Collectes = Obj({
  data: List(CollecteWithDates),
  meta: Obj({ fuseau: about('Time zone of the commune', Type.String({ 'x-extension': true })) }),
})

////////////////////////////////////////////////////////////////////////////// infos

export const InfoRow = named('Info', Obj({ id: Id, ...repliesOf(INFO_FIELDS) }))
export type InfoRow = Static<typeof InfoRow>
const InfoInput = named('InfoInput', Obj({ id: SameId, ...optional(each(INFO_FIELDS, 'schema')) }))

const Origin = named(
  'InfoOrigin',
  Nullable(
    Word(['mairie', 'commune_infos'], {
      mairie: 'the acteur that is the town hall',
      commune_infos: 'the rows stored for the commune',
    }),
  ),
)
/** What the public record of a commune takes from its town hall first, then from its rows. */
const CONTACT_FIELDS = having(INFO_FIELDS, 'contact')
type Contact = keyof typeof CONTACT_FIELDS
export const CONTACTS = namesOf(CONTACT_FIELDS)
export const ofContacts = <T>(of: (contact: Contact) => T) =>
  Object.fromEntries(CONTACTS.map(contact => [contact, of(contact)])) as Record<Contact, T>

export const Infos = named(
  'CommuneInfos',
  Obj({
    commune_id: Id,
    ...repliesOf(CONTACT_FIELDS),
    ouverture: Ouverture,
    fermetures: ACTEUR_FIELDS.fermetures.reply,
    sources: Obj(ofContacts(() => Origin)),
    complements: List(InfoRow),
    /** The attribution that the licence of a source requires where its data are shown. */
    mentions: Type.Array(Type.String(), { 'x-extension': true }),
  }),
)
export type Infos = Static<typeof Infos>

////////////////////////////////////////////////////////////////////////////// all three arrays

/** Each array replaces the old one whole. */
export const details = {
  elus: Optional(Type.Array(EluInput, { maxItems: 500 })),
  collectes: Optional(Type.Array(CollecteInput, { maxItems: 100 })),
  infos: Optional(Type.Array(InfoInput, { maxItems: 50 })),
}
export type DetailsInput = {
  readonly elus?: readonly Static<typeof EluInput>[] | undefined
  readonly collectes?: readonly Static<typeof CollecteInput>[] | undefined
  readonly infos?: readonly Static<typeof InfoInput>[] | undefined
}
