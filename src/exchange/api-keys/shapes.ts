import type { Static } from 'typebox'
import { EpciCode } from '../../../shared/fields/communes.ts'
import { namesOf } from '../../../shared/fields/field.ts'
import {
  about,
  Id,
  List,
  Name,
  Nullable,
  named,
  Obj,
  Optional,
  Slug,
  Text,
  Timestamp,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { KEY_GRANTS, KEY_SCOPES, KEY_STATES, PAUSES } from '../../../shared/words/api-keys.ts'
import { CommuneInBrief, PersonInBrief } from '../../people/access/in-brief.ts'

/** API keys as owners and administrators see them. The key itself is in the reply of its creation alone. */

const KeyScope = named('KeyScope', WordOf(KEY_SCOPES))
const ActeurOfKey = named('ActeurOfKey', Obj({ id: Id, nom: Text(300) }))
export const PausedFor = named('PausedFor', WordOf(PAUSES))
const shown = {
  id: Id,
  nom: Text(100),
  prefix: about('The first characters of the key, to recognise it', Text(14)),
  scopes: List(KeyScope),
  state: named('KeyState', WordOf(KEY_STATES)),
  paused_for: about('Why it is paused', Nullable(PausedFor)),
  acteur: about('The only acteur that it acts for', Nullable(ActeurOfKey)),
  communes: about('It acts for the acteurs whose own commune is one of these', List(CommuneInBrief)),
  epcis: about(
    'It acts for the acteurs of the communes of these intercommunalities',
    List(Obj({ code: Text(9), nom: Text(200) })),
  ),
  granted_to: about('The right by which it was made', WordOf(KEY_GRANTS)),
  created_by: Nullable({ ...PersonInBrief, description: 'Null for a key that the operator made' }),
  created_at: Timestamp,
  expires_at: Timestamp,
  last_used_at: about('To the minute', Nullable(Timestamp)),
  revoked_at: Nullable(Timestamp),
}
export const ApiKey = named('ApiKey', Obj(shown))
export type ApiKey = Static<typeof ApiKey>

export const CreatedApiKey = named(
  'CreatedApiKey',
  Obj({
    ...shown,
    secret: about('The key, shown this once. Send it as `Authorization: Bearer pk_parvis_…`', Text(60)),
  }),
)

export const OwnKey = named(
  'OwnApiKey',
  Obj({
    id: Id,
    nom: Text(100),
    scopes: List(KeyScope),
    acteur: about(
      'The only acteur that it acts for; null for a key of communes or intercommunalities',
      Nullable(Obj({ ...ActeurOfKey.properties, slug: Slug })),
    ),
    communes: about(
      'The communes that it may write for: those of its limit, or those that its acteur may publish for',
      List(CommuneInBrief),
    ),
    expires_at: Timestamp,
  }),
)
export type OwnKey = Static<typeof OwnKey>

export const LONGEST_DAYS = 730
const written = {
  nom: about('What the key is for', Name(100)),
  scopes: Type.Array(KeyScope, {
    minItems: 1,
    maxItems: namesOf(KEY_SCOPES).length,
    uniqueItems: true,
  }),
  days: about('It expires after this many days', Type.Integer({ minimum: 1, maximum: LONGEST_DAYS })),
}
export const NewOwnApiKey = named('NewOwnApiKey', Obj(written), {
  nom: 'Site de l’association',
  scopes: ['publications:read', 'publications:write'],
  days: 365,
})
export type NewOwnApiKey = Static<typeof NewOwnApiKey>

const some = <T extends Parameters<typeof Type.Array>[0]>(items: T, maxItems: number) =>
  Type.Array(items, { minItems: 1, maxItems, uniqueItems: true })
export const NewApiKey = named(
  'NewApiKey',
  Obj({
    ...written,
    acteur_id: Optional(about('Limits it to this acteur. Exactly one of the three limits is required', Id)),
    commune_ids: Optional(about('Limits it to the acteurs of these communes', some(Id, 500))),
    epci_codes: Optional(about('Limits it to the acteurs of these intercommunalities', some(EpciCode, 50))),
  }),
  { nom: 'Logiciel de la mairie', scopes: ['publications:write'], days: 365, epci_codes: ['243500139'] },
)
export type NewApiKey = Static<typeof NewApiKey>
