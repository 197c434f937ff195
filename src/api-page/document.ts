import { SCHEMES } from '../access/schemes.ts'
import { openApiDocument } from '../kernel/openapi/document.ts'
import type { Row } from '../kernel/routes/route.ts'
import { signInPaths } from '../sign-in/document.ts'
import { parts } from './chapters.ts'
import { INTRODUCTION } from './introduction.ts'

/** The OpenAPI document: the routes, `/auth` and the introduction. */
export const apiDocument = (rows: readonly Row[], publicUrl: string, version: string) =>
  openApiDocument({
    title: 'Parvis',
    introduction: INTRODUCTION,
    rows,
    publicUrl,
    version,
    parts,
    securitySchemes: SCHEMES,
    beside: signInPaths(),
  })
