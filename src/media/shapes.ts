import type { Static } from 'typebox'
import { about, Id, List, Nullable, named, Obj, Text, Timestamp, Word } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'

/** Pictures and documents in public replies, and uploads in replies to their sender. */

const Side = Type.Integer({ minimum: 1 })
const Address = Type.String({ format: 'uri' })

const SourceType = Word(['image/webp', 'image/jpeg'], {
  'image/webp': 'for whoever can show it: every browser of the last years',
  'image/jpeg': 'for all the others',
})
const Source = named('ImageSource', Obj({ type: SourceType, width: Side, height: Side, url: Address }))
export const imageFields = {
  id: Id,
  width: about('Of the largest', Side),
  height: Side,
  placeholder: about(
    'A few points of it, to show until it is there',
    Type.String({ pattern: '^data:image/webp;base64,' }),
  ),
  url: about('A JPEG of middle width, for who reads one address', Address),
  sources: about('In up to three widths, as WebP and as JPEG; never enlarged', List(Source)),
}
export const Image = named('Image', Obj(imageFields))
export type Image = Static<typeof Image>

export const Document = named(
  'Document',
  Obj({
    id: Id,
    name: about('What to call it', Text(200)),
    bytes: Type.Integer({ minimum: 1 }),
    url: about('A PDF, which a browser saves instead of showing it', Address),
  }),
)
export type Document = Static<typeof Document>

export const KINDS = ['image', 'document'] as const
export const Upload = named(
  'Upload',
  Obj({
    id: Id,
    acteur_id: Id,
    kind: Word(KINDS, { image: 'a picture: see `image`', document: 'a PDF: see `document`' }),
    bytes: about('What it takes of the room of its acteur', Type.Integer({ minimum: 1 })),
    created_at: Timestamp,
    image: Nullable(Image),
    document: Nullable(Document),
  }),
)
export type Upload = Static<typeof Upload>
