import type { Static } from 'typebox'
import { each, having } from '../../../shared/fields/field.ts'
import { WRITTEN } from '../../../shared/fields/publications.ts'
import {
  about,
  Id,
  List,
  Nullable,
  named,
  Obj,
  Optional,
  optional,
  SOME_ID,
  Text,
  Timestamp,
  Version,
} from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import type { MAIL_NOTES } from '../../../shared/words/mailed-drafts.ts'
import { Upload } from '../../media/shapes.ts'

/** The content of a draft is stored as typed: any field may be empty, and dates need not be valid. */

const Typed = (max: number) => Text(max, 0)
const Shown = Obj({ id: Id, alt: Optional(Typed(500)) })
const Attached = Obj({ id: Id, name: Optional(Typed(200)) })

export const DraftContent = named(
  'DraftContent',
  Obj({
    ...optional(each(having(WRITTEN, 'draft'), 'draft')),
    images: Optional(Type.Array(Shown, { maxItems: 10 })),
    documents: Optional(Type.Array(Attached, { maxItems: 5 })),
  }),
)
export type DraftContent = Static<typeof DraftContent>

export const NewDraft = named(
  'NewDraft',
  Obj({
    acteur_id: Id,
    publication_id: Optional(about('The publication that the draft is to change', Nullable(Id))),
    content: DraftContent,
  }),
  { acteur_id: SOME_ID, content: { title: 'Vœux du maire', date_debut: '15/01' } },
)
export type NewDraft = Static<typeof NewDraft>

export const DraftChanges = named('DraftChanges', Obj({ content: DraftContent }), {
  content: { title: 'Vœux du maire', body: 'Un verre de cidre.' },
})

/** The notes are those of `shared/words/mailed-drafts.ts`; only our form shows them. */
const FromMail = Obj({
  received_at: Timestamp,
  notes: List(
    Obj({
      code: Type.Unsafe<keyof typeof MAIL_NOTES>({ type: 'string', examples: ['other_days'] }),
      texts: List(Type.String({ examples: ['12/12/2026'] })),
    }),
  ),
})

export const Draft = named(
  'Draft',
  Obj({
    id: Id,
    acteur_id: Id,
    publication_id: Nullable(Id),
    content: DraftContent,
    from_mail: Nullable(FromMail),
    uploads: about('The uploads that the content names', List(Upload)),
    created_at: Timestamp,
    updated_at: Timestamp,
    version: Version,
  }),
)
export type Draft = Static<typeof Draft>
/** The stored row. */
export type DraftRow = Omit<Draft, 'uploads'>

export const DraftsQuery = Obj({
  acteur_id: Optional(about('Only drafts for this acteur', Id)),
})
export const Drafts = List(Draft)
