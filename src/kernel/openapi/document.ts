import { type AnyRow, API } from '../routes/route.ts'
import { type Form, shortened } from './brief.ts'
import { components } from './components.ts'
import { CACHED_HEADERS, HEADERS } from './headers.ts'
import { operation } from './operation.ts'
import { ALL_CODES, ANY_REFUSALS, codesOf, pageResponses, REFUSALS, refusalShape } from './refusals.ts'
import { signatureSchemes } from './security.ts'
import { type Paths, shareParts } from './shared.ts'

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
  readonly form: Form
  readonly publicUrl: string
  readonly version: string
  readonly parts: readonly Part[]
  /** The security schemes by the names used in rows. */
  readonly securitySchemes: Readonly<Record<string, object>>
}

/** Builds the OpenAPI document from the table and shapes that serve the requests. */
export function openApiDocument(contents: Contents) {
  const { title, introduction, rows, form, publicUrl, version, parts, securitySchemes } = contents
  const brief = form === 'brief'
  const chapters = parts.flatMap(part => part.chapters)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const row of rows) {
    const path = row.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    Object.assign(paths[path], {
      [row.method.toLowerCase()]: operation(row, path, chapterOf(row, chapters)?.name ?? '', form),
    })
  }
  const { refer, schemas } = components()
  const shared = shareParts(refer(paths) as Paths)
  const document = {
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
      schemas: { ...schemas(), Refusal: refusalShape(brief ? codesOf(rows) : ALL_CODES) },
      parameters: shared.parameters,
      responses: {
        ...shared.responses,
        ...(brief ? ANY_REFUSALS : { ...REFUSALS, ...pageResponses(rows) }),
        NotModified: { description: 'The cached reply is still current', headers: CACHED_HEADERS },
      },
      headers: HEADERS,
    },
  }
  return brief ? shortened(document) : document
}

/** The chapter with the longest path at or above this row. */
export function chapterOf<C extends Chapter>(row: AnyRow, chapters: readonly C[]): C | undefined {
  const path = row.path.replace(API, '')
  const fitting = chapters
    .filter(({ of }) => of.includes(row.access.kind))
    .flatMap(chapter => chapter.paths.map(above => ({ chapter, above })))
    .filter(({ above }) => path === above || path.startsWith(`${above}/`))
    .sort((one, other) => other.above.length - one.above.length)
  return fitting[0]?.chapter
}
