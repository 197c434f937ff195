/** Parameters and responses that several operations have become components, which the operations refer to. */

interface Operation {
  readonly tags: readonly string[]
  readonly parameters?: readonly Parameter[]
  readonly responses: Readonly<Record<string, object>>
}
export type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>

interface Parameter {
  readonly name: string
}

/** Shared when used at least this often. */
const OFTEN = 2

interface Use {
  readonly value: object
  /** The first of them that is free becomes the name of the component. */
  readonly names: readonly string[]
}

export function shareParts(paths: Paths) {
  const operations = Object.values(paths).flatMap(methods => Object.values(methods))
  const parameters = shared('parameters', operations.flatMap(parametersOf))
  const responses = shared('responses', operations.flatMap(responsesOf))
  const referring = (operation: Operation) => ({
    ...operation,
    ...(operation.parameters && { parameters: operation.parameters.map(parameters.refer) }),
    responses: each(operation.responses, responses.refer),
  })
  return {
    paths: each(paths, methods => each(methods, referring)),
    parameters: parameters.components,
    responses: responses.components,
  }
}

function shared(kind: string, uses: readonly Use[]) {
  const alike = [...Map.groupBy(uses, ({ value }) => JSON.stringify(value))].filter(
    ([, same]) => same.length >= OFTEN,
  )
  const names = new Map<string, string>()
  const components: Record<string, object> = {}
  // The most frequent one gets the plain name.
  for (const [text, same] of alike.sort(([, one], [, other]) => other.length - one.length)) {
    const name = same[0]?.names.find(one => components[one] === undefined)
    if (name === undefined || !same[0]) continue
    names.set(text, name)
    components[name] = same[0].value
  }
  const refer = <T extends object>(value: T): T | { $ref: string } => {
    const name = names.get(JSON.stringify(value))
    return name === undefined ? value : { $ref: `#/components/${kind}/${name}` }
  }
  return { components, refer }
}

const parametersOf = ({ parameters = [], tags }: Operation): Use[] =>
  parameters.map(value => {
    const name = capitals(value.name)
    return { value, names: [name, capitals(tags[0] ?? '') + name] }
  })

/** Named after the record: `ThingReply`. Replies without a named record are not shared. */
const responsesOf = ({ responses }: Operation): Use[] =>
  Object.values(responses).flatMap(value => {
    const record = /"#\/components\/schemas\/(\w+)"/.exec(JSON.stringify(value))?.[1]
    return record ? [{ value, names: [`${record}Reply`, `Other${record}Reply`] }] : []
  })

const capitals = (name: string) =>
  name.replaceAll(/(?:^|[_-])(\w)/g, (_, letter: string) => letter.toUpperCase())

const each = <T, R>(record: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))
