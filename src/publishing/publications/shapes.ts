import type { Static } from 'typebox'
import { ActeurType } from '../../../shared/fields/acteurs.ts'
import { each, repliesOf } from '../../../shared/fields/field.ts'
import { ANNOUNCED, WRITTEN } from '../../../shared/fields/publications.ts'
import {
  about,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  optional,
  Patch,
  Slug,
  SOME_ID,
  Text,
  Timestamp,
  Version,
  Word,
  WordOf,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import type { Badge as BadgeOfActeur, ActeurType as TypeOfActeur } from '../../../shared/words/acteurs.ts'
import { MODERATION_REASONS, MODERATION_STATUSES } from '../../../shared/words/moderation.ts'
import { PICTURE_REFUSALS, type PictureRefusal } from '../../../shared/words/publications.ts'
import { pageMeta } from '../../kernel/lists/paging.ts'
import { DocumentsWanted, ImagesWanted, shownFields } from '../../media/attached.ts'
import { Badge } from '../../territory/acteurs/shapes.ts'
import { ActeInBrief, NewActe } from '../actes/shapes.ts'
import { Watched } from '../watched-words/shapes.ts'
import { besideAdmin, besideOwn } from './beside.ts'
import { DUPLICATE_REASONS } from './duplicates.ts'

export const ModerationStatus = named('ModerationStatus', WordOf(MODERATION_STATUSES))
export const ReasonCode = named('ReasonCode', WordOf(MODERATION_REASONS))

////////////////////////////////////////////////////////////////////////////// in replies

const TypeInBrief = named('PublicationTypeInBrief', Obj({ id: Id, slug: Slug, nom: Text(100) }))
const ActeurOfPublication = named(
  'ActeurOfPublication',
  Obj({
    id: Id,
    nom: Text(200),
    slug: Slug,
    type: Type.Unsafe<TypeOfActeur>({ ...ActeurType, 'x-extension': true }),
    badge: Type.Unsafe<BadgeOfActeur | null>({ ...Nullable(Badge), 'x-extension': true }),
  }),
)
const fields = {
  id: Id,
  ...repliesOf(WRITTEN),
  status: about('The same as `moderation_status`', ModerationStatus),
  type: TypeInBrief,
  /** Null for a publication that an import created without an acteur. */
  acteur_id: Nullable(Id),
  acteur: Nullable(ActeurOfPublication),
  ...shownFields,
  en_avant: about('Featured by the back-office on all lists, until `featured_until`', Type.Boolean()),
  featured_until: Nullable(Timestamp),
  epingle: about('Pinned by its acteur to the top of the acteur’s page', Type.Boolean()),
  ...repliesOf(ANNOUNCED),
  en_vigueur: {
    ...Type.Boolean(),
    description:
      'Whether an alert is in force: it is not lifted, and not past `fin_le`, else its last day, else the second day after `publie_le`, on the clock of its commune. False for other types',
    'x-extension': true,
  },
  publie_le: about('The publication is visible from this time on; never while null', Nullable(Timestamp)),
  url: {
    ...Nullable(Text(2000)),
    description:
      'The address to share, for good: it leads to its page for residents while it is visible. Null where the service has no such pages',
    'x-extension': true,
  },
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Version,
}
export const Publication = named('Publication', Obj(fields))
export type Publication = Static<typeof Publication>

const PictureRefused = named(
  'PictureRefused',
  Type.Unsafe<PictureRefusal>({ ...WordOf(PICTURE_REFUSALS), 'x-extension': true }),
)
const decided = {
  moderation_status: ModerationStatus,
  valide: about('False hides an accepted publication', Type.Boolean()),
  moderation_reason: Nullable(Text(1000)),
  moderation_reason_code: Nullable(ReasonCode),
  moderated_at: Nullable(Timestamp),
  image_refused: {
    ...Nullable(PictureRefused),
    description: 'Why the picture at `image_url` is not shown; null if it is shown, or not fetched yet',
    'x-extension': true,
  },
}
/** The actions of members. */
export const ACTS = ['edit', 'publish', 'reject', 'hold', 'delete'] as const
export type Act = (typeof ACTS)[number]
const Act = named(
  'PublicationAct',
  Word(ACTS, {
    edit: 'change its content',
    publish: 'set its status to `published`',
    reject: 'set its status to `rejected`',
    hold: 'set its status to `pending`, so that it waits for the back-office',
    delete: 'delete it',
  }),
)
/** What members of the acteur see: every state, with the decision and its reason. Creation replies with it too. */
export const OwnPublication = named(
  'OwnPublication',
  Obj({
    ...fields,
    ...decided,
    ...besideOwn,
    may: about('What the caller may do with it now; in the list of a town hall, as its member', {
      ...List(Act),
      'x-extension': true,
    }),
    acte: Type.Unsafe<Static<typeof ActeInBrief> | null>({ ...Nullable(ActeInBrief), 'x-extension': true }),
    edit_needs_review: {
      ...Type.Boolean(),
      description:
        'Whether the caller’s next change of its content takes it offline (`pending`) until it is reviewed',
      'x-extension': true,
    },
    vues_semaine: {
      ...Nullable(Type.Integer({ minimum: 0 })),
      description:
        'How often its page for residents was opened in the last seven days, at least: caches in front of the service answer some requests. Null for one to four',
      'x-extension': true,
    },
  }),
)
export type OwnPublication = Static<typeof OwnPublication>

export const AdminPublication = named(
  'AdminPublication',
  Obj({
    ...fields,
    ...decided,
    ...besideOwn,
    ...besideAdmin,
    deleted_at: Nullable(Timestamp),
    moderated_by: Nullable(Id),
    reports_count: Type.Integer({ minimum: 0 }),
    import_source_id: Nullable(Id),
    created_by: Nullable(Id),
    watched: Optional({
      ...List(Watched),
      description:
        'The lists of watched words that found something in it, while it waits for a decision; absent without any',
      'x-extension': true,
    }),
    duplicate_key: Optional(about('With `duplicates=true`: equal for all duplicates of a group', Id)),
    duplicate_reason: Optional(
      Word(DUPLICATE_REASONS, {
        source_url: 'they link to the same page',
        signature: 'they have the same acteur, type, title, day and beginning of the text',
      }),
    ),
    duplicate_count: Optional(Type.Integer({ minimum: 2 })),
    changed_since_approval: Type.Boolean({
      description:
        'True if it waits or is hidden, and its content differs from the last one that was approved or sent back',
      'x-extension': true,
    }),
  }),
)
export type AdminPublication = Static<typeof AdminPublication>

/** Public lists have no total, because counting gets slower with each publication. */
const OpenPageMeta = named(
  'OpenPageMeta',
  Obj({
    page: Type.Integer({ minimum: 1 }),
    per_page: Type.Integer({ minimum: 1 }),
    has_more: about(
      'Whether more may follow. A search whose other filters discard many texts stops after some thousand: its page has fewer rows then, or none, and `next` goes on',
      Type.Boolean(),
    ),
    next: Nullable(Type.String({ 'x-extension': true })),
    complete: Optional(
      about(
        'False if the order was made of the newest matches, exclusions alone were looked for in the newest 5 000, or further filters had more matches than are read: older matches may be on no page. Left out otherwise',
        Type.Boolean({ 'x-extension': true }),
      ),
    ),
  }),
)
export const PublicPage = named('PublicationPage', Obj({ data: List(Publication), meta: OpenPageMeta }))

/** For a common word the total is an estimate: an exact count would read half of the texts. */
const AdminPageMeta = named(
  'AdminPublicationPageMeta',
  Obj({
    ...pageMeta,
    total_exact: about(
      'False if counting stopped at `total`, so there are at least that many; `exact_total=true` counts them all',
      Type.Boolean({ 'x-extension': true }),
    ),
  }),
)
export const AdminPage = named(
  'AdminPublicationPage',
  Obj({ data: Type.Array(AdminPublication), meta: AdminPageMeta }),
)

////////////////////////////////////////////////////////////////////////////// in requests

const written = {
  ...each(WRITTEN, 'schema'),
  images: ImagesWanted,
  documents: DocumentsWanted,
  epingle: Type.Boolean(),
}
/** For authors who publish without review. */
const visibleFrom = {
  ...Timestamp,
  description: 'Makes it visible from this time on; only for authors who publish without review',
  'x-extension': true,
}
const { title, body, commune_id, ...others } = written
const create = { title, body, ...optional(others), publie_le: Optional(visibleFrom) }
export const NewPublication = named('NewPublication', Obj({ ...create, acteur_id: Id, commune_id }), {
  title: 'Initiation au tango',
  body: 'Trois mercredis de suite, sans inscription.',
  date_debut: '2027-07-07',
  heure_debut: '19:00',
  dates: ['2027-07-14', '2027-07-21'],
  lieu: 'Salle des fêtes',
  acteur_id: SOME_ID,
  commune_id: SOME_ID,
})
/** The acteur is in the path; `commune_id` defaults to the acteur's commune. */
export const NewMairiePublication = named(
  'NewMairiePublication',
  Obj({
    ...create,
    commune_id: Optional(commune_id),
    acte: Optional(Type.Unsafe<NewActe>({ ...NewActe, 'x-extension': true })),
  }),
  { title: 'Coupure d’eau', body: 'Rue des Tilleuls, mardi de 9 h à 12 h.' },
)
export type NewPublication = Static<typeof NewPublication>

/** Fields that change when a publication is visible, or whether it takes place; not its content. */
const standing = {
  annule: {
    ...Type.Boolean(),
    description:
      '`true`: it does not take place. It stays visible, with `annule_le` and `annule_motif`, and is not reviewed again. `false` withdraws this',
    'x-extension': true,
  },
  annule_motif: ANNOUNCED.annule_motif.schema,
  leve: {
    ...Type.Boolean(),
    description:
      '`true`: the alert is lifted, without a new review, and no longer pinned. `false` withdraws this. For the type `alerte` only',
    'x-extension': true,
  },
  publie_le: {
    ...visibleFrom,
    description: 'Moves the time of a scheduled publication; a time in the past shows it at once',
  },
  resubmit: {
    ...Type.Boolean(),
    description:
      'Submits a publication that was sent back or rejected for review again; its content must have changed since',
    'x-extension': true,
  },
}
export const PublicationChanges = named('PublicationChanges', Patch({ ...written, ...standing }), {
  title: 'Bal du 13 juillet',
  date_debut: '2027-07-13',
  epingle: true,
})
export type PublicationChanges = Static<typeof PublicationChanges>

/** Fields that a moderator may correct: the content, not the pin. */
const { epingle: _, ...corrected } = written
export const Correction = named('Correction', Patch(corrected), {
  title: 'Vide-grenier',
  lieu: 'Place du marché',
})
