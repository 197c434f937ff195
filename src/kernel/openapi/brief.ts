import { type Named, trimmer } from './trim.ts'

/**
 * The brief form of the OpenAPI document, for one audience: a third of the size, since it says once for the whole
 * document what the whole form says at every operation. Tests of the service read the whole form.
 */
export type Form = 'whole' | 'brief'

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>
  readonly components: Readonly<Record<'schemas' | 'securitySchemes', Named>> &
    Readonly<Record<string, Named>>
}

interface Operation {
  readonly security: readonly Named[]
  readonly requestBody?: unknown
  readonly parameters?: unknown
}

export function shortened<D extends Document>(document: D) {
  const { components } = document
  const operations = operationsOf(document.paths)
  const sent = reached(
    operations.map(({ requestBody, parameters }) => [requestBody, parameters]),
    components,
  )
  const trim = trimmer(components.schemas)
  const usual = mostFrequent(operations.map(one => one.security))
  const ordinary = ({ security, ...rest }: Operation) =>
    JSON.stringify(security) === JSON.stringify(usual) ? rest : { security, ...rest }
  const paths = trim(
    each(document.paths, methods => each(methods, one => ordinary(one as Operation))),
    false,
  ) as Document['paths']
  const trimmed = each(components, (named, kind) =>
    each(named, (value, name) => trim(value, kind === 'parameters' || sent.has(`${kind}/${name}`))),
  )
  const schemas = composed(trimmed.schemas ?? {})
  const used = reached(paths, { ...trimmed, schemas })
  const schemes = new Set(operations.flatMap(({ security }) => security.flatMap(Object.keys)))
  const isUsed = (kind: string, name: string) =>
    kind === 'securitySchemes' ? schemes.has(name) : used.has(`${kind}/${name}`)
  return {
    ...document,
    // The default of operations that name none.
    security: usual,
    paths,
    components: each({ ...trimmed, schemas }, (named, kind) =>
      Object.fromEntries(Object.entries(named).filter(([name]) => isUsed(kind, name))),
    ),
  }
}

const mostFrequent = <T>(values: readonly T[]): T | undefined =>
  [...Map.groupBy(values, value => JSON.stringify(value)).values()].sort(
    (one, other) => other.length - one.length,
  )[0]?.[0]

const operationsOf = (paths: Document['paths']) =>
  Object.values(paths).flatMap(methods => Object.values(methods)) as Operation[]

const each = <T, R>(
  record: Readonly<Record<string, T>>,
  change: (value: T, key: string) => R,
): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]))

/** The components (`schemas/Id`) that a value refers to, directly or through others. */
export function reached(value: unknown, components: Readonly<Record<string, Named>>): Set<string> {
  const found = new Set<string>()
  const visit = (one: unknown): void => {
    if (typeof one !== 'object' || one === null) return
    for (const [key, inner] of Object.entries(one)) {
      if (key !== '$ref') visit(inner)
      else if (typeof inner === 'string') {
        const [kind = '', name = ''] = inner.split('/').slice(2)
        if (found.has(`${kind}/${name}`)) continue
        found.add(`${kind}/${name}`)
        visit(components[kind]?.[name])
      }
    }
  }
  visit(value)
  return found
}

interface Shape {
  readonly required?: readonly string[]
  readonly properties?: Named
}

/** A record that has all fields of another one becomes the other one and the rest. */
function composed(schemas: Named): Record<string, unknown> {
  const records = Object.entries(schemas as Readonly<Record<string, Shape>>)
    .map(([name, one]) => ({
      name,
      required: new Set(one.required),
      fields: new Map(
        Object.entries(one.properties ?? {}).map(([key, value]) => [key, JSON.stringify(value)]),
      ),
    }))
    .filter(({ fields }) => fields.size >= FEW)
    .sort((one, other) => other.fields.size - one.fields.size)
  return each(schemas, (schema, name) => {
    const whole = records.find(one => one.name === name)
    const part = records.find(
      one =>
        whole !== undefined &&
        one.fields.size < whole.fields.size &&
        [...one.fields].every(
          ([key, value]) =>
            whole.fields.get(key) === value && one.required.has(key) === whole.required.has(key),
        ),
    )
    if (!part) return schema
    const { properties = {}, required = [], ...rest } = schema as Shape
    const own = Object.entries(properties).filter(([key]) => !part.fields.has(key))
    const ownRequired = required.filter(key => !part.fields.has(key))
    return {
      allOf: [
        { $ref: `#/components/schemas/${part.name}` },
        {
          ...rest,
          ...(ownRequired.length > 0 && { required: ownRequired }),
          properties: Object.fromEntries(own),
        },
      ],
    }
  })
}
/** Fewer common fields are not worth a reference. */
const FEW = 4
