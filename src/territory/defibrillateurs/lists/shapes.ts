import type { Static } from 'typebox'
import { CodeInsee, Departement } from '../../../../shared/fields/communes.ts'
import { about, Formed, Id, Nullable, named, Obj, Optional, Text, Word } from '../../../../shared/shapes.ts'
import { Type } from '../../../../shared/type.ts'
import { pageQuery } from '../../../kernel/lists/paging.ts'
import { Count, ours, Statut } from '../shapes.ts'

/** The queries of the lists of defibrillators, and of their counts. */

const COORDINATE = '-?\\d{1,3}(\\.\\d{1,17})?'
const q = Optional(about('Words of the name or address', Text(100, 0)))
const place = {
  code_insee: Optional(about('Only devices of the commune with this INSEE code', CodeInsee)),
  departement: Optional(about('Only devices of this departement: `45`, `2A`, `974`', Departement)),
}

const bbox = Formed(
  `^${COORDINATE}(,${COORDINATE}){3}$`,
  [
    'attend ouest,sud,est,nord en degrés : 2.0,47.7,2.2,47.9',
    'takes west,south,east,north in degrees: 2.0,47.7,2.2,47.9',
  ],
  { maxLength: 100, description: 'west,south,east,north, in degrees' },
)

export const CatalogueQuery = Obj({
  ...pageQuery,
  q,
  ...place,
  bbox: Optional(bbox),
  near: Optional(
    Formed(
      `^${COORDINATE},${COORDINATE}$`,
      ['attend latitude,longitude en degrés : 47.9,2.1', 'takes latitude,longitude in degrees: 47.9,2.1'],
      {
        maxLength: 50,
        description: '`latitude,longitude` in degrees: sorts nearest first, and adds `distance_m`',
        ...ours,
      },
    ),
  ),
  rayon: Optional(
    Type.Integer({
      minimum: 1,
      maximum: 50_000,
      description: 'With `near`: the maximum distance in metres; 5000 by default',
      ...ours,
    }),
  ),
})
export type CatalogueQuery = Static<typeof CatalogueQuery>

const sought = {
  q,
  statut: Optional(about('Only devices with this status', Statut)),
  retire: Optional(
    about(
      '`true`: only devices removed from the register; `false`: only those still in it',
      Type.Boolean(ours),
    ),
  ),
  actif: Optional(
    about('`true`: only publicly visible devices; `false`: only hidden ones', Type.Boolean(ours)),
  ),
  bbox: Optional({ ...bbox, ...ours }),
}
const soughtInFrance = {
  ...sought,
  ...place,
  commune_id: Optional(about('Only devices of this commune', Type.Unsafe<string>({ ...Id, ...ours }))),
  corrige: Optional(
    about('`true`: only devices with corrections of their commune; `false`: only others', Type.Boolean(ours)),
  ),
}
export const NationalQuery = Obj({ ...pageQuery, ...soughtInFrance })
export type NationalQuery = Static<typeof NationalQuery>
export const CommunalQuery = Obj({ ...pageQuery, ...sought })
export type CommunalQuery = Static<typeof CommunalQuery>

export const SummaryQuery = Obj({
  ...soughtInFrance,
  by: about(
    'Grouping of the counts',
    Word(['departement'], { departement: 'the departement of the device' }),
  ),
})
export type SummaryQuery = Static<typeof SummaryQuery>
export const DefibrillateursInBrief = named(
  'DefibrillateursInBrief',
  Obj({
    departement: Nullable(Departement),
    count: Count,
    statuts: Obj({ actif: Count, a_verifier: Count, masque: Count, hors_service: Count }),
    latitude: about('Centre of the devices that have coordinates', Nullable(Type.Number())),
    longitude: Nullable(Type.Number()),
  }),
)
