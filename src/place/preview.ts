import type { Static } from 'typebox'
import { absentOf, each } from '../../shared/fields/field.ts'
import { ANNOUNCED, WRITTEN } from '../../shared/fields/publications.ts'
import { Id, Nullable, Obj, Optional, optional, Text } from '../../shared/shapes.ts'
import { Problem } from '../kernel/refusals/errors.ts'
import { type Attached, DocumentsWanted, ImagesWanted } from '../media/attached.ts'
import { findVisible } from '../publishing/publications/queries.ts'
import { type PublicRow, record } from '../publishing/publications/record.ts'
import { listTypes } from '../publishing/publications/types.ts'
import { findUploads } from '../publishing/uploads/queries.ts'
import { findOpenAt } from '../territory/acteurs/queries.ts'
import { html } from './html.ts'
import { publicationPage } from './publication.ts'
import type { Page, Visit } from './visit.ts'

/** The page of a publication that is being written: that of a published one, made from what the form holds. */

const { title: _, body: _b, commune_id: _c, ...others } = each(WRITTEN, 'schema')
export const Words = Obj({
  ...optional(others),
  title: Text(200, 0),
  body: Text(20_000, 0),
  commune_id: Id,
  acteur_id: Id,
  publication_id: Optional(Nullable(Id)),
  images: ImagesWanted,
  documents: DocumentsWanted,
})
export type Words = Static<typeof Words>

/** Until it has an id of its own: its links lead nowhere yet. */
const NO_ID = '00000000-0000-4000-8000-000000000000'

export async function preview(visit: Visit, words: Words): Promise<Page> {
  const { publication_id, acteur_id, images, documents, commune_id, ...written } = words
  const { db, now, town, config } = visit
  const [before, acteur, types] = await Promise.all([
    publication_id ? findVisible(db, publication_id) : undefined,
    findOpenAt(db, acteur_id),
    listTypes(db, true),
  ])
  const type = types.find(({ id }) => id === words.type_id)
  if (!type) throw new Problem('not_found')
  const at = now.toISOString()
  const row: PublicRow = {
    ...absentOf(WRITTEN),
    ...absentOf(ANNOUNCED),
    dates: [],
    en_avant: false,
    featured_until: null,
    epingle: false,
    id: NO_ID,
    publie_le: at,
    created_at: at,
    version: 1,
    status: 'published',
    fetched: null,
    ...before,
    ...written,
    title: words.title.trim() || 'Votre titre',
    body: words.body.trim() || 'Votre texte apparaîtra ici.',
    commune_id,
    commune_ids: [commune_id, ...(words.commune_ids ?? [])],
    updated_at: at,
    type_id: type.id,
    type_slug: type.slug,
    type_nom: type.nom,
    acteur_id,
    acteur_nom: acteur?.nom ?? null,
    acteur_slug: acteur?.slug ?? null,
    acteur_type: acteur?.type ?? null,
    acteur_badge: acteur?.badge ?? null,
    alert_place: type.slug === 'alerte' ? [town.departement, town.code_insee] : null,
    ...(await attachedOf(visit, words, before)),
  }
  const page = await publicationPage(visit, record(row, config))
  return {
    title: page.title,
    robots: 'noindex',
    personal: true,
    alone: 'preview',
    body: html`<main id="contenu" class="wrap">${page.body}</main>`,
  }
}

/** Those that the publication has, and uploads of the acteur, in the order of the form. What is gone is left out. */
async function attachedOf(
  { db }: Visit,
  { acteur_id, images, documents }: Words,
  before: PublicRow | undefined,
): Promise<Attached> {
  const ids = [...images, ...documents].map(({ id }) => id)
  const uploads = ids.length > 0 ? await findUploads(db, [acteur_id], ids) : []
  const pictures = [
    ...uploads.filter(({ kind }) => kind === 'image'),
    ...(before?.images ?? []),
    ...(before?.fetched ? [before.fetched] : []),
  ]
  const papers = [...uploads.filter(({ kind }) => kind === 'document'), ...(before?.documents ?? [])]
  return {
    images: images.flatMap(({ id, alt }) => {
      const known = pictures.find(one => one.id === id)
      return known ? [{ ...known, alt }] : []
    }),
    documents: documents.flatMap(({ id, name }) => {
      const known = papers.find(one => one.id === id)
      return known ? [{ ...known, name: name ?? known.name ?? '' }] : []
    }),
  }
}
