import type { Static } from 'typebox'
import { each, repliesOf } from '../../shared/fields/field.ts'
import { WRITTEN } from '../../shared/fields/publications.ts'
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
} from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import { MODERATION_REASONS, MODERATION_STATUSES } from '../../shared/words/moderation.ts'
import { pageMeta } from '../kernel/lists/paging.ts'
import { DocumentsWanted, ImagesWanted, shownFields } from '../media/attached.ts'
import { besideAdmin, besideOwn } from './beside.ts'
import { DUPLICATE_REASONS } from './duplicates.ts'
import { REASONS } from './pictures/queries.ts'

export const ModerationStatus = named('ModerationStatus', WordOf(MODERATION_STATUSES))
export const ReasonCode = named('ReasonCode', WordOf(MODERATION_REASONS))

////////////////////////////////////////////////////////////////////////////// in replies

const TypeInBrief = named('PublicationTypeInBrief', Obj({ id: Id, slug: Slug, nom: Text(100) }))
const fields = {
  id: Id,
  ...repliesOf(WRITTEN),
  status: about('The same as `moderation_status`', ModerationStatus),
  type: TypeInBrief,
  /** Null for a publication that an import created without an acteur. */
  acteur_id: Nullable(Id),
  acteur: Nullable(Obj({ id: Id, nom: Text(200), slug: Slug })),
  ...shownFields,
  en_avant: about('Put in front for everybody by the back-office, until `featured_until`', Type.Boolean()),
  featured_until: Nullable(Timestamp),
  epingle: about('Pinned by its acteur: first on the acteur’s own page', Type.Boolean()),
  publie_le: about('From when on it is visible; null: not at all', Nullable(Timestamp)),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Version,
}
export const Publication = named('Publication', Obj(fields))
export type Publication = Static<typeof Publication>

const decided = {
  moderation_status: ModerationStatus,
  valide: about('The switch: false hides what was let through', Type.Boolean()),
  moderation_reason: Nullable(Text(1000)),
  moderation_reason_code: Nullable(ReasonCode),
  moderated_at: Nullable(Timestamp),
  image_refused: about(
    'Why the picture behind `image_url` is not shown; null where it is, or is still to come',
    Nullable(
      Type.Unsafe<(typeof REASONS)[number]>({
        ...Word(REASONS, {
          forbidden: 'the address is none that this service asks',
          gone: 'there is no such picture at its server',
          unreachable: 'its server did not answer, seven times in five days',
          too_large: 'it has more than 15 MiB, or too many points',
          unreadable: 'it is no JPEG, PNG, WebP, GIF or AVIF, or a broken one',
          storage_full: 'the acteur has used its room (`storage_full`); tried again each night',
          removed: 'it was removed for legal reasons',
        }),
        'x-extension': true,
      }),
    ),
  ),
}
/** The actions of members. */
export const ACTS = ['edit', 'publish', 'reject', 'hold', 'delete'] as const
export type Act = (typeof ACTS)[number]
const Act = named(
  'PublicationAct',
  Word(ACTS, {
    edit: 'change its words',
    publish: 'decide `published`',
    reject: 'decide `rejected`',
    hold: 'decide `pending`: it waits for the back-office',
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
    may: about('What the caller may do to it now; in the list of a town hall, through the town hall', {
      ...List(Act),
      'x-extension': true,
    }),
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
    duplicate_key: Optional(about('With `duplicates=true`: the same for all that say the same', Id)),
    duplicate_reason: Optional(
      Word(DUPLICATE_REASONS, {
        source_url: 'they lead to the same page',
        signature: 'acteur, type, title, day and the beginning of the text are the same',
      }),
    ),
    duplicate_count: Optional(Type.Integer({ minimum: 2 })),
    changed_since_approval: Type.Boolean({
      description: 'It waits or is hidden, with other words than those that were approved last',
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
    has_more: Type.Boolean(),
    next: Nullable(Type.String({ 'x-extension': true })),
  }),
)
export const PublicPage = named('PublicationPage', Obj({ data: List(Publication), meta: OpenPageMeta }))

/** For a common word the total is an estimate: an exact count would read half of the texts. */
const AdminPageMeta = named(
  'AdminPublicationPageMeta',
  Obj({
    ...pageMeta,
    total_exact: about(
      'False: there are at least `total`, and it was not counted further; `exact_total=true` counts to the last one',
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
  description: 'Visible from then on; for whoever publishes without review',
  'x-extension': true,
}
const { title, body, commune_id, ...others } = written
const create = { title, body, ...optional(others), publie_le: Optional(visibleFrom) }
export const NewPublication = named('NewPublication', Obj({ ...create, acteur_id: Id, commune_id }), {
  title: 'Bal du 14 juillet',
  body: 'Place de la mairie, à 21 h. Buvette et orchestre.',
  date_debut: '2027-07-14',
  lieu: 'Place de la mairie',
  acteur_id: SOME_ID,
  commune_id: SOME_ID,
})
/** The acteur is in the path; `commune_id` defaults to the acteur's commune. */
export const NewMairiePublication = named(
  'NewMairiePublication',
  Obj({ ...create, commune_id: Optional(commune_id) }),
  { title: 'Coupure d’eau', body: 'Rue des Tilleuls, mardi de 9 h à 12 h.' },
)
export type NewPublication = Static<typeof NewPublication>

/** Fields that change when a publication is visible, not its content. */
const standing = {
  publie_le: {
    ...visibleFrom,
    description: 'While it is scheduled: another time; one that has come shows it now',
  },
  resubmit: {
    ...Type.Boolean(),
    description: 'With other words than those that were refused: it waits for a decision again',
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
