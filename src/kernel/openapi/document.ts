import { type AnyRow, API } from '../routes/route.ts'
import { type Form, shortened } from './brief.ts'
import { components } from './components.ts'
import { type Descriptions, withDescriptions } from './descriptions.ts'
import { type Examples, withExamples } from './examples.ts'
import { CACHED_HEADERS, HEADERS } from './headers.ts'
import { operation } from './operation.ts'
import { ALL_CODES, ANY_REFUSALS, codesOf, pageResponses, REFUSALS, refusalShape } from './refusals.ts'
import { signatureSchemes } from './security.ts'
import { type Paths, shareParts } from './shared.ts'

/** A chapter of the API page: the operations with this tag. */
interface Chapter<Kind extends string = string> {
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

/** A request that this service sends. */
export interface Outgoing {
  readonly name: string
  readonly summary: string
  readonly body: object
  readonly headers: Readonly<Record<string, string>>
  readonly responses: Readonly<Record<string, string>>
  /** The chapter. */
  readonly tag: string
}

interface Contents {
  readonly title: string
  /** Text before the first chapter. */
  readonly introduction: string
  readonly rows: readonly AnyRow[]
  readonly webhooks: readonly Outgoing[]
  readonly form: Form
  readonly publicUrl: string
  readonly version: string
  readonly parts: readonly Part[]
  /** What values of replies look like, by the names of their properties. */
  readonly examples: Examples
  /** Descriptions of properties whose shapes have none. */
  readonly descriptions: Descriptions
  /** The security schemes by the names used in rows. */
  readonly securitySchemes: Readonly<Record<string, object>>
}

/** Builds the OpenAPI document from the table and shapes that serve the requests. */
export function openApiDocument(contents: Contents) {
  const { title, introduction, rows, webhooks, form, publicUrl, version, parts, securitySchemes } = contents
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
  // Like routes until all is shared and shortened; no path begins without a slash.
  for (const one of webhooks) paths[one.name] = { post: outgoing(one) }
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
  const described = withDescriptions(brief ? shortened(document) : document, contents.descriptions)
  const whole = withExamples(described, contents.examples)
  const named = (isPath: boolean): Record<string, Readonly<Record<string, object>>> =>
    Object.fromEntries(Object.entries(whole.paths).filter(([name]) => name.startsWith('/') === isPath))
  return { ...whole, paths: named(true), ...(webhooks.length > 0 && { webhooks: named(false) }) }
}

const outgoing = ({ name, summary, body, headers, responses, tag }: Outgoing) => ({
  operationId: `receive${name.replaceAll(/(?:^|[._])(\w)/g, (_, first: string) => first.toUpperCase())}`,
  summary,
  tags: [tag],
  security: [],
  parameters: Object.entries(headers).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  })),
  requestBody: { required: true, content: { 'application/json': { schema: body } } },
  responses: Object.fromEntries(
    Object.entries(responses).map(([status, description]) => [status, { description }]),
  ),
})

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
