import type { Static } from 'typebox'
import {
  about,
  Day,
  Email,
  Hour,
  Id,
  Link,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  Text,
  Word,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { COLLECTE_TYPES, FREQUENCES } from '../../../shared/words/communes.ts'

/** The arrays of a commune, as the public reads them and as the back-office writes them. */

const Ordre = Type.Integer({ minimum: 0, maximum: 100_000 })
/** A row with an id replaces that row; a row without one keeps an existing row of the same content. */
const SameId = Optional(Id)

////////////////////////////////////////////////////////////////////////////// elus

const elu = {
  nom: Text(200),
  prenom: Text(200),
  fonction: Text(200),
  debut_mandat: Nullable(Day),
  debut_fonction: Nullable(Day),
  ordre: Ordre,
}
export const Elu = named('Elu', Obj({ id: Id, ...elu }))
export type Elu = Static<typeof Elu>
export const EluInput = named(
  'EluInput',
  Obj({
    id: SameId,
    nom: elu.nom,
    prenom: elu.prenom,
    fonction: elu.fonction,
    debut_mandat: Optional(elu.debut_mandat),
    debut_fonction: Optional(elu.debut_fonction),
    ordre: Optional(elu.ordre),
  }),
)

////////////////////////////////////////////////////////////////////////////// collectes

const CollecteException = named('CollecteException', Obj({ date: Day, report_le: Nullable(Day) }))
const CollecteType = named('CollecteType', WordOf(COLLECTE_TYPES))
const CollecteFrequence = named('CollecteFrequence', WordOf(FREQUENCES))
/** Monday is the first. */
export const DAYS_OF_WEEK = { minimum: 1, maximum: 7 } as const
const collecte = {
  type: CollecteType,
  libelle: Nullable(Text(200)),
  zone: Nullable(Text(200)),
  jours: Type.Array(Type.Integer(DAYS_OF_WEEK), { maxItems: 7, uniqueItems: true }),
  frequence: CollecteFrequence,
  heure_debut: Nullable(Hour),
  notes: Nullable(Text(2000)),
}
const Collected = Obj({ id: Id, ...collecte, exceptions: List(CollecteException) })
export type Collecte = Static<typeof Collected>
export const CollecteWithDates = named(
  'Collecte',
  Obj({
    id: Id,
    ...collecte,
    exceptions: List(CollecteException),
    prochaines_dates: List(Day, 3),
  }),
)
export const CollecteInput = named(
  'CollecteInput',
  Obj({
    id: SameId,
    type: collecte.type,
    libelle: Optional(collecte.libelle),
    zone: Optional(collecte.zone),
    jours: Optional(collecte.jours),
    frequence: collecte.frequence,
    heure_debut: Optional(collecte.heure_debut),
    notes: Optional(collecte.notes),
    exceptions: Optional(
      Type.Array(Obj({ date: Day, report_le: Optional(Nullable(Day)) }), { maxItems: 100 }),
    ),
  }),
)
export const Collectes = Obj({
  data: List(CollecteWithDates),
  meta: Obj({ fuseau: Type.String({ 'x-extension': true }) }),
})

////////////////////////////////////////////////////////////////////////////// infos

const info = {
  libelle: Nullable(Text(200)),
  adresse: Nullable(Text(500)),
  telephone: Nullable(Text(50)),
  email: Nullable(Email),
  site_web: Nullable(Link),
  horaires: Nullable(Text(2000)),
  ordre: Ordre,
}
/** In answers, an e-mail address is any text: it may come from an acteur or a register. */
const shown = Nullable(Type.String())
export const InfoRow = named(
  'Info',
  Obj({
    id: Id,
    libelle: shown,
    adresse: shown,
    telephone: shown,
    email: shown,
    site_web: about('`http` or `https`', shown),
    horaires: shown,
    ordre: Type.Integer(),
  }),
)
export type InfoRow = Static<typeof InfoRow>
export const InfoInput = named(
  'InfoInput',
  Obj({
    id: SameId,
    libelle: Optional(info.libelle),
    adresse: Optional(info.adresse),
    telephone: Optional(info.telephone),
    email: Optional(info.email),
    site_web: Optional(info.site_web),
    horaires: Optional(info.horaires),
    ordre: Optional(info.ordre),
  }),
)

const Origin = named(
  'InfoOrigin',
  Nullable(
    Word(['mairie', 'commune_infos'], {
      mairie: 'the town hall’s own word',
      commune_infos: 'what is kept about the commune',
    }),
  ),
)
export const Infos = named(
  'CommuneInfos',
  Obj({
    commune_id: Id,
    adresse: shown,
    telephone: shown,
    email: shown,
    site_web: about('`http` or `https`', shown),
    horaires: shown,
    sources: Obj({ adresse: Origin, telephone: Origin, email: Origin, site_web: Origin, horaires: Origin }),
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
