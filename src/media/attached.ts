import type { Static } from 'typebox'
import { about, Id, List, named, Obj, Optional, Text } from '../../shared/shapes.ts'
import { Type } from '../../shared/type.ts'
import type { Config } from '../kernel/settings/config.ts'
import { Document, imageFields } from './shapes.ts'
import { documentOf, imageOf, type KeptImage, mediaAddress } from './shown.ts'

/** Attached pictures and documents: in requests, as stored, and in replies. */

export const MOST_IMAGES = 10
export const MOST_DOCUMENTS = 5
const Alt = about(
  'Alternative text for users who cannot see the picture; empty for a decorative one',
  Text(500, 0),
)

////////////////////////////////////////////////////////////////////////////// in requests

export const ImageWanted = named(
  'ImageWanted',
  Obj({ id: about('The id of an upload of this acteur', Id), alt: Alt }),
)
export type ImageWanted = Static<typeof ImageWanted>
export const ImagesWanted = about(
  'All pictures, in order; attached ones that are missing here are detached',
  Type.Array(ImageWanted, { maxItems: MOST_IMAGES }),
)
const DocumentWanted = named(
  'DocumentWanted',
  Obj({ id: Id, name: Optional(about('The name to show; by default, the name of the file', Text(200))) }),
)
export type DocumentWanted = Static<typeof DocumentWanted>
export const DocumentsWanted = about(
  'All documents, in order; attached ones that are missing here are detached',
  Type.Array(DocumentWanted, { maxItems: MOST_DOCUMENTS }),
)

////////////////////////////////////////////////////////////////////////////// as stored

/** A copy of the upload's fields that are shown. It never gets stale, because uploads never change. */
export interface AttachedImage extends KeptImage {
  readonly id: string
  readonly alt: string
}
export interface AttachedDocument {
  readonly id: string
  readonly name: string
  readonly key: string
  readonly bytes: number
}
export interface Attached {
  /** Null when nothing is attached. */
  readonly images: readonly AttachedImage[] | null
  readonly documents: readonly AttachedDocument[] | null
}

////////////////////////////////////////////////////////////////////////////// in replies

export const ShownImage = named('ShownImage', Obj({ ...imageFields, alt: Alt }))
export type ShownImage = Static<typeof ShownImage>

/** Marks fields that are not part of the agreed interface. */
const extension = { 'x-extension': true } as const
export const shownFields = {
  images: Type.Unsafe<ShownImage[]>({
    ...List(ShownImage, MOST_IMAGES),
    description: 'The pictures to show, in this order; each is hosted here, in several sizes',
    ...extension,
  }),
  documents: Type.Unsafe<Document[]>({ ...List(Document, MOST_DOCUMENTS), ...extension }),
}

type Where = Pick<Config, 'mediaUrl' | 'publicUrl' | 'host' | 'port'>

export const shownImage = ({ id, alt, ...kept }: AttachedImage, config: Where): ShownImage => ({
  ...imageOf(id, kept, mediaAddress(config)),
  alt,
})

/** The attachments of any content, for a reply. */
export const shown = ({ images, documents }: Attached, config: Where) => ({
  images: images === null ? [] : images.map(image => shownImage(image, config)),
  documents:
    documents === null ? [] : documents.map(({ id, ...kept }) => documentOf(id, kept, mediaAddress(config))),
})
