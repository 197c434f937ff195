import { sentEvents } from '../../exchange/webhook-endpoints/document.ts'
import { chapterOf, openApiDocument } from '../../kernel/openapi/document.ts'
import type { AnyRow } from '../../kernel/routes/route.ts'
import { SCHEMES } from '../../people/access/schemes.ts'
import { parts, type Readers } from './chapters.ts'
import { DESCRIPTIONS } from './descriptions.ts'
import { EXAMPLES } from './examples.ts'
import { INTRODUCTION } from './introduction.ts'

const about = {
  introduction: INTRODUCTION,
  securitySchemes: SCHEMES,
  examples: EXAMPLES,
  descriptions: DESCRIPTIONS,
}

/** The OpenAPI document: the routes and the introduction. */
export const apiDocument = (rows: readonly AnyRow[], publicUrl: string, version: string) =>
  openApiDocument({
    ...about,
    title: 'Parvis',
    form: 'whole',
    rows,
    webhooks: sentEvents,
    parts,
    publicUrl,
    version,
  })

const TITLES: Readonly<Record<Readers, string>> = { public: 'Parvis', office: 'Parvis: back-office' }

/** The routes of these readers, in the brief form. */
export function documentFor(readers: Readers, rows: readonly AnyRow[], publicUrl: string, version: string) {
  const chapters = parts.flatMap(part =>
    part.chapters.map(chapter => ({ ...chapter, readers: part.readers })),
  )
  return openApiDocument({
    ...about,
    title: TITLES[readers],
    form: 'brief',
    rows: rows.filter(row => chapterOf(row, chapters)?.readers === readers),
    webhooks: readers === 'public' ? sentEvents : [],
    parts: parts.filter(part => part.readers === readers),
    publicUrl,
    version,
  })
}

/** By the paths that serve them. */
export const documentsOf = (rows: readonly AnyRow[], publicUrl: () => string, version: string) => ({
  '/openapi.json': () => apiDocument(rows, publicUrl(), version),
  '/openapi/public.json': () => documentFor('public', rows, publicUrl(), version),
  '/openapi/office.json': () => documentFor('office', rows, publicUrl(), version),
})
