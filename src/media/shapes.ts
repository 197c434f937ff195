import type { Static } from 'typebox'
import { about, Id, List, Nullable, named, Obj, Text, Timestamp, Word } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'

/** Pictures and documents in public replies, and uploads in replies to their sender. */

const Side = Type.Integer({ minimum: 1 })
const Address = Type.String({ format: 'uri' })

const SourceType = Word(['image/webp', 'image/jpeg'], {
  'image/webp': 'for all current browsers',
  'image/jpeg': 'for browsers without WebP',
})
const Source = named('ImageSource', Obj({ type: SourceType, width: Side, height: Side, url: Address }))
export const imageFields = {
  id: Id,
  width: about('Width of the largest version', Side),
  height: Side,
  placeholder: about(
    'A tiny version as a placeholder, to show while the picture loads',
    Type.String({ pattern: '^data:image/webp;base64,' }),
  ),
  url: about('A JPEG of medium width, for clients that use a single address', Address),
  sources: about('Up to three widths, each as WebP and JPEG; never larger than the original', List(Source)),
}
export const Image = named('Image', Obj(imageFields))
export type Image = Static<typeof Image>

export const Document = named(
  'Document',
  Obj({
    id: Id,
    name: about('The name to show', Text(200)),
    bytes: Type.Integer({ minimum: 1 }),
    url: about('The PDF; browsers download it instead of showing it', Address),
  }),
)
export type Document = Static<typeof Document>

export const KINDS = ['image', 'document'] as const
export const Upload = named(
  'Upload',
  Obj({
    id: Id,
    acteur_id: Id,
    kind: Word(KINDS, { image: 'a picture; see `image`', document: 'a PDF; see `document`' }),
    bytes: about(
      'The size that counts towards the storage quota of the acteur',
      Type.Integer({ minimum: 1 }),
    ),
    created_at: Timestamp,
    image: Nullable(Image),
    document: Nullable(Document),
  }),
)
export type Upload = Static<typeof Upload>
