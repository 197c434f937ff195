import type { AnyRow } from '../routes/route.ts'
import { components } from './components.ts'
import { CACHED_HEADERS, HEADERS } from './headers.ts'
import { operation } from './operation.ts'
import { sharedParameters } from './parameters.ts'
import { pageResponses, REFUSAL_SHAPE, REFUSALS } from './refusals.ts'
import { signatureSchemes } from './security.ts'

/** A chapter of the API page: the operations with this tag. */
export interface Chapter<Kind extends string = string> {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Includes rows with these kinds of access, at or below these paths. */
  readonly of: readonly Kind[]
  readonly paths: readonly string[]
}

/** Chapters for the same readers. */
export interface Part<Kind extends string = string> {
  readonly title: string
  readonly chapters: readonly Chapter<Kind>[]
}

export interface Contents {
  readonly title: string
  /** Text before the first chapter. */
  readonly introduction: string
  readonly rows: readonly AnyRow[]
  readonly publicUrl: string
  readonly version: string
  readonly parts: readonly Part[]
  /** The security schemes by the names used in rows. */
  readonly securitySchemes: Readonly<Record<string, object>>
}

/** Builds the OpenAPI document from the table and shapes that serve the requests. */
export function openApiDocument(contents: Contents) {
  const { title, introduction, rows, publicUrl, version, parts, securitySchemes } = contents
  const chapters = parts.flatMap(part => part.chapters)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const row of rows) {
    const path = row.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    Object.assign(paths[path], { [row.method.toLowerCase()]: operation(row, path, tagOf(row, chapters)) })
  }
  const { refer, schemas } = components()
  const shared = sharedParameters(refer(paths) as Parameters<typeof sharedParameters>[0])
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description: introduction,
      contact: { name: 'The operator of this service', url: publicUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: chapters.map(({ name, title, description }) => ({ name, 'x-displayName': title, description })),
    'x-tagGroups': parts.map(({ title, chapters }) => ({ name: title, tags: chapters.map(one => one.name) })),
    paths: shared.paths,
    components: {
      securitySchemes: { ...securitySchemes, ...signatureSchemes(rows) },
      schemas: { ...schemas(), Refusal: REFUSAL_SHAPE },
      parameters: shared.parameters,
      responses: {
        ...REFUSALS,
        ...pageResponses(rows),
        NotModified: { description: 'The cached reply is still current', headers: CACHED_HEADERS },
      },
      headers: HEADERS,
    },
  }
}

/** The chapter with the longest path at or above this row. */
function tagOf(row: AnyRow, chapters: readonly Chapter[]): string {
  const fitting = chapters
    .filter(({ of }) => of.includes(row.access.kind))
    .flatMap(({ name, paths }) => paths.map(path => ({ name, path: `/api/v1${path}` })))
    .filter(({ path }) => row.path === path || row.path.startsWith(`${path}/`))
    .sort((one, other) => other.path.length - one.path.length)
  return fitting[0]?.name ?? row.path.split('/').filter(part => !['', 'api', 'v1'].includes(part))[0] ?? ''
}
