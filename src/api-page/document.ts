import { SCHEMES } from '../access/schemes.ts'
import { openApiDocument } from '../kernel/openapi/document.ts'
import type { AnyRow } from '../kernel/routes/route.ts'
import { parts } from './chapters.ts'
import { INTRODUCTION } from './introduction.ts'

/** The OpenAPI document: the routes and the introduction. */
export const apiDocument = (rows: readonly AnyRow[], publicUrl: string, version: string) =>
  openApiDocument({
    title: 'Parvis',
    introduction: INTRODUCTION,
    rows,
    publicUrl,
    version,
    parts,
    securitySchemes: SCHEMES,
  })
