import type { Static } from 'typebox'
import { CodePostal } from '../../../shared/fields/communes.ts'
import {
  about,
  Day,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  Patch,
  SOME_ID,
  Text,
  Timestamp,
  Version,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { ACCES, STATUTS, SYNC_STATUSES } from '../../../shared/words/defibrillateurs.ts'
import { Paged, pageMeta, pageNamed } from '../../kernel/lists/paging.ts'
import { CommuneInBrief } from '../../people/access/in-brief.ts'

export const Statut = named('DefibrillateurStatut', WordOf(STATUTS))
const Acces = named('DefibrillateurAcces', WordOf(ACCES))
const Words = Nullable(Type.String())
export const ours = { 'x-extension': true } as const

////////////////////////////////////////////////////////////////////////////// the public record

/** The register's fields that a commune may correct. */
const described = {
  nom: Words,
  adresse: Words,
  code_postal: Words,
  code_insee: Words,
  commune_nom: Words,
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  acces: Nullable(Acces),
  acces_libre: about('Whether anybody may reach it', Nullable(Type.Boolean())),
  etage: Words,
  complement: Words,
  disponibilite_jours: List(Type.String()),
  disponibilite_heures: List(Type.String()),
  telephone: Words,
  etat_fonctionnement: about('As the register words it', Words),
  derniere_maintenance: Nullable(Day),
  registry_updated_at: Nullable(Timestamp),
}
/** Null for a device that was never in the register. */
const seen = {
  vu_le: about('When the register last had it', Nullable(Timestamp)),
  retire_le: about('When it was found missing there', Nullable(Timestamp)),
}
const commune_id = Nullable(Type.String({ ...Id, ...ours }))

/** The public record, without the internal `note`. */
export const Defibrillateur = named(
  'Defibrillateur',
  Obj({
    id: Id,
    gid: about('Number in the register', Nullable(Type.String())),
    commune_id,
    ...described,
    statut: Statut,
    ...seen,
  }),
)
export type Defibrillateur = Static<typeof Defibrillateur>

const FoundDefibrillateur = named(
  'FoundDefibrillateur',
  Obj({
    ...Defibrillateur.properties,
    distance_m: Optional(about('Metres from the point asked for', Type.Integer({ minimum: 0, ...ours }))),
  }),
)

////////////////////////////////////////////////////////////////////////////// corrections of a commune

export const Count = Type.Integer({ minimum: 0 })
const Several = List(Text(100), 50)

/** Each field has the type of the record; null hides the register's value. */
export const Overrides = named(
  'DefibrillateurOverrides',
  Type.Partial(
    Obj({
      nom: Nullable(Text(300)),
      adresse: Nullable(Text(500)),
      code_postal: Nullable(CodePostal),
      commune_nom: Nullable(Text(200)),
      latitude: Nullable(Type.Number({ minimum: -90, maximum: 90 })),
      longitude: Nullable(Type.Number({ minimum: -180, maximum: 180 })),
      acces: Nullable(Acces),
      acces_libre: Nullable(Type.Boolean()),
      etage: Nullable(Text(100)),
      complement: Nullable(Text(2000)),
      disponibilite_jours: Several,
      disponibilite_heures: Several,
      telephone: Nullable(Text(50)),
      derniere_maintenance: Nullable(Day),
    }),
    { additionalProperties: false },
  ),
)
export type Overrides = Static<typeof Overrides>

const note = Nullable(Text(2000))
export const NationalChanges = named('NationalDefibrillateurChanges', Patch({ statut: Statut, note }), {
  statut: 'hors_service',
  note: 'Batterie à changer.',
})
export const CommunalChanges = named(
  'CommunalDefibrillateurChanges',
  Patch({ statut: Statut, note, overrides: Overrides }),
  { statut: 'actif', overrides: { complement: 'À gauche de l’entrée' } },
)

////////////////////////////////////////////////////////////////////////////// in the back-office

/** The register's own row; the commune's corrections are beside it. */
export const NationalDefibrillateur = named(
  'NationalDefibrillateur',
  Obj({
    id: Id,
    gid: Type.String(),
    commune_id,
    departement: Nullable(Type.String(ours)),
    ...described,
    statut: Statut,
    note,
    vu_le: Timestamp,
    retire_le: seen.retire_le,
    en_service: Type.Boolean(ours),
    statut_commune: Type.Unsafe<Static<typeof Statut>>({ ...Statut, ...ours }),
    overrides: Type.Unsafe<Overrides>({ ...Overrides, ...ours }),
    actif: Type.Boolean(ours),
    version: Version,
  }),
)
export type NationalDefibrillateur = Static<typeof NationalDefibrillateur>

const Beneath = Obj({
  id: Id,
  ...described,
  statut: Statut,
  en_service: Type.Boolean(),
})
/** The device as the public sees it, with the register's row in `national`. `statut` is that of the commune. */
export const CommunalDefibrillateur = named(
  'CommunalDefibrillateur',
  Obj({
    id: Id,
    gid: Nullable(Type.String()),
    commune_id: Id,
    ...described,
    statut: Statut,
    note,
    overrides: Overrides,
    ...seen,
    statut_en_vigueur: Type.Unsafe<Static<typeof Statut>>({ ...Statut, ...ours }),
    actif: Type.Boolean(ours),
    national: Type.Unsafe<Static<typeof Beneath> | null>({ ...Nullable(Beneath), ...ours }),
    version: Version,
  }),
)
export type CommunalDefibrillateur = Static<typeof CommunalDefibrillateur>

/** One device, with the record of the register and the one of the commune. */
export const DefibrillateurItem = named(
  'DefibrillateurItem',
  Obj({
    commune: Nullable({ ...CommuneInBrief, description: 'Null if the register names no known commune' }),
    national: Nullable({
      ...NationalDefibrillateur,
      description: 'The register’s row; null for a device that was added by hand',
    }),
    communal: Nullable({
      ...CommunalDefibrillateur,
      description: 'The commune’s record; null if the device has no commune',
    }),
  }),
)

export const NewDefibrillateur = named(
  'NewDefibrillateur',
  Obj({
    overrides: about('The fields of the device; `nom` is required', Overrides),
    statut: Optional(Statut),
    note: Optional(note),
  }),
  { overrides: { nom: 'Salle des fêtes', adresse: '2 place du Marché', latitude: 47.8, longitude: 2.3 } },
)

/** The most ids in one request. */
const AT_ONCE = 500
export const ManyChanges = named(
  'DefibrillateursChanges',
  Obj({
    ids: Type.Array(Id, { minItems: 1, maxItems: AT_ONCE, uniqueItems: true }),
    versions: Optional(
      about('The versions that were read, in the order of `ids`; a device changed since is `stale`', {
        ...Type.Array(Version, { minItems: 1, maxItems: AT_ONCE }),
        'x-extension': true,
      }),
    ),
    statut: Optional(Statut),
    note: Optional(note),
    instead_of: Optional(
      about('Changes only devices that have this status now; the others are `unchanged`', {
        ...Statut,
        'x-extension': true,
      }),
    ),
  }),
  { ids: [SOME_ID], statut: 'hors_service', note: 'Batteries à changer.' },
)
const Ids = List(Id)
export const ManyChanged = named(
  'DefibrillateursChanged',
  Obj({
    updated: Ids,
    unchanged: about('Devices that had these values already, or not the status of `instead_of`', Ids),
    stale: about('Devices that changed since their version of `versions`, and are left as they are', Ids),
    missing: about('Ids that do not exist', Ids),
  }),
)

////////////////////////////////////////////////////////////////////////////// lists

export const SyncStatus = named('SyncStatus', WordOf(SYNC_STATUSES))
const synced = { last_synced_at: Nullable(Timestamp), sync_status: Nullable(SyncStatus) }

/** The result for one commune, with the names of INTERFACE.md. */
export const CommuneDefibrillateurs = named(
  'CommuneDefibrillateurs',
  Obj({
    defibrillateurs: List(Defibrillateur),
    meta: Obj({ count: Count, ...synced }),
  }),
)

export const Catalogue = Paged(FoundDefibrillateur)

const SyncedPageMeta = named(
  'SyncedPageMeta',
  Obj({ ...pageMeta, ...synced, sync_error: Nullable(Type.String()) }),
)
/** The paged list of the back-office, with how the last sync went. */
export const Synced = <T extends Parameters<typeof List>[0]>(items: T) =>
  pageNamed(items, Obj({ data: List(items), meta: SyncedPageMeta }))
