import type { Static } from 'typebox'
import { COMMUNE_FIELDS, Departement } from '../../../shared/fields/communes.ts'
import { each, repliesOf } from '../../../shared/fields/field.ts'
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
  Patch,
  Slug,
  Text,
  Version,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { pageQuery } from '../../kernel/lists/paging.ts'
import { CommuneInBrief } from '../../people/access/in-brief.ts'
import { details } from './details-shapes.ts'

const stored = { id: Id, ...repliesOf(COMMUNE_FIELDS), version: Version }
export const Commune = named(
  'Commune',
  Obj({
    ...stored,
    url: {
      ...Nullable(Text(2000)),
      description: 'The address of its pages for residents. Null where the service has no such pages',
      'x-extension': true,
    },
  }),
)
export type Commune = Static<typeof Commune>
/** As stored: `url` is added when it is shown. */
export type StoredCommune = Omit<Commune, 'url'>

const fields = each(COMMUNE_FIELDS, 'schema')
const { nom, ...others } = fields

export const NewCommune = named(
  'NewCommune',
  Obj({
    nom,
    ...optional(others),
    ...details,
  }),
  { nom: 'Sainte-Œuvre-sur-Loire', departement: '45', codes_postaux: ['45999'], population: 3412 },
)
export type NewCommune = Static<typeof NewCommune>

/** The record itself, and each of its arrays. */
export const PARTS = ['fiche', 'elus', 'collectes', 'infos'] as const
export type Part = (typeof PARTS)[number]
export const PartVersions = named(
  'CommunePartVersions',
  Obj({ fiche: Version, elus: Version, collectes: Version, infos: Version }),
)
export type PartVersions = Static<typeof PartVersions>

export const KnownVersions = named(
  'CommuneKnownVersions',
  Type.Unsafe<Partial<PartVersions>>(
    about(
      'Instead of `If-Match`: the versions of the parts that are changed, so that changes of other parts do not conflict',
      { ...Type.Partial(Obj(PartVersions.properties), { additionalProperties: false }), 'x-extension': true },
    ),
  ),
)
export const CommuneChanges = named(
  'CommuneChanges',
  Patch({
    ...fields,
    ...details,
    versions: KnownVersions,
  }),
  {
    population: 3420,
    elus: [{ nom: 'Delaunay', prenom: 'Zoé', fonction: 'Maire' }],
  },
)

export type CommuneChanges = Static<typeof CommuneChanges>

const asked = {
  ...pageQuery,
  q: Optional(
    about(
      'The beginning of the name, a postal code or an INSEE code, or a name with a code or its departement (`35000 Rennes`, `Saint-Denis (93)`); accents, hyphens and articles do not matter',
      Text(100, 0),
    ),
  ),
  departement: Optional(about('Only communes of this departement: `45`, `2A`, `974`', Departement)),
}
export const CommunesQuery = Obj(asked)

////////////////////////////////////////////////////////////////////////////// in the back-office

const yes = { 'x-extension': true } as const
export const AdminCommunesQuery = Obj({
  ...asked,
  mairie: Optional(
    about('`true`: only communes whose town hall is an acteur here; `false`: only others', Type.Boolean(yes)),
  ),
  acteurs: Optional(
    about('`true`: only communes with acteurs; `false`: only communes without', Type.Boolean(yes)),
  ),
  contact: Optional(
    about(
      '`true`: only communes whose town hall has a telephone number or e-mail address; `false`: only others',
      Type.Boolean(yes),
    ),
  ),
  fusionnee: Optional(about('`true`: only communes that merged into another one', Type.Boolean(yes))),
})
export type AdminCommunesQuery = Static<typeof AdminCommunesQuery>

const office = {
  ...stored,
  mairie_actor: Nullable(Obj({ id: Id, nom: Text(200) })),
  contact: about('Whether the town hall has a telephone number or an e-mail address', Type.Boolean()),
  successor: Nullable({ ...CommuneInBrief, description: 'The commune that this one merged into' }),
  merged_le: about('Since when it has been a part of `successor`; null where unknown', Nullable(Day)),
}
export const AdminCommune = named('AdminCommune', Obj(office))
export type AdminCommune = Static<typeof AdminCommune>

const Count = Type.Integer({ minimum: 0 })
export const CommuneRecord = named(
  'CommuneRecord',
  Obj({
    ...office,
    merged: about('The communes that merged into this one', List(CommuneInBrief)),
    old_slugs: about('Former slugs, which still redirect here', List(Slug)),
    versions: PartVersions,
    counts: Obj({
      acteurs: Count,
      publications: Count,
      elus: Count,
      collectes: Count,
      infos: Count,
      defibrillateurs: Count,
    }),
  }),
)
export type CommuneRecord = Static<typeof CommuneRecord>
