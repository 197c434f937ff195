import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

/** Import rules: no cycles of files or folders, districts in their order, and a kernel that knows no domain. */
const ROOT = join(import.meta.dirname, '..')
const files = new Set(
  ['src', 'shared', 'packages/client/src', 'backoffice', 'test', 'trials', 'bench'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('.built'))
      .map(file => `${folder}/${file}`),
  ),
)
const sources = [...files].filter(file => file.startsWith('src/'))
const imports = new Map([...files].map(file => [file, importedBy(file)]))

function importedBy(file: string): ReadonlySet<string> {
  const text = readFileSync(join(ROOT, file), 'utf8')
  const written =
    /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"](\.[^'"]+)['"]|\bimport\(['"](\.[^'"]+)['"]\)/gm
  return new Set(
    text
      .matchAll(written)
      .map(([, always, later]) => join(dirname(file), always ?? later ?? ''))
      .filter(target => files.has(target)),
  )
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>

/** The first cycle found, as a path that ends where it begins. */
function cycleIn(graph: Graph): readonly string[] | undefined {
  const done = new Set<string>()
  const walk = (node: string, way: readonly string[]): readonly string[] | undefined => {
    const at = way.indexOf(node)
    if (at >= 0) return [...way.slice(at), node]
    if (done.has(node)) return undefined
    for (const next of graph.get(node) ?? []) {
      const cycle = walk(next, [...way, node])
      if (cycle) return cycle
    }
    done.add(node)
    return undefined
  }
  for (const node of graph.keys()) {
    const cycle = walk(node, [])
    if (cycle) return cycle
  }
  return undefined
}

/** The imports below a folder, with files grouped into nodes. */
function between(nodeOf: (file: string) => string, below = 'src/'): Graph {
  const graph = new Map<string, Set<string>>()
  for (const [file, targets] of imports) {
    if (!file.startsWith(below)) continue
    const from = nodeOf(file)
    const to = graph.get(from) ?? new Set()
    graph.set(from, to)
    for (const target of targets) if (nodeOf(target) !== from) to.add(nodeOf(target))
  }
  return graph
}

test('a cycle is found', () => {
  const graph = new Map([
    ['a', new Set(['b', 'c'])],
    ['b', new Set<string>()],
    ['c', new Set(['d'])],
    ['d', new Set(['b', 'c'])],
  ])
  assert.deepEqual(cycleIn(graph), ['c', 'd', 'c'])
})

test('no cycle of files, type-only imports included', () => {
  assert.ok(imports.size > 1000)
  assert.ok(imports.get('src/routes.ts')?.has('src/territory/communes/actions.ts'), 'imports are read')
  assert.ok(imports.get('backoffice/app/main.tsx')?.has('backoffice/app/app.tsx'), 'those of components too')
  assert.deepEqual(cycleIn(imports), undefined)
})

/**
 * The districts of `src`, from the ground up: each imports only those before it. The files directly in `src` are the roof, over
 * all but `demo`, which is a caller of the whole service.
 */
const DISTRICTS = [
  'kernel',
  'foundation',
  'media',
  'people',
  'letters',
  'sign-in',
  'territory',
  'publishing',
  'exchange',
  'place',
  'operation',
  'office',
  'roof',
  'demo',
]
const districtOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1] ?? 'roof'

test('the districts of src have an order: each imports only those before it', () => {
  assert.deepEqual(new Set(sources.map(districtOf)), new Set(DISTRICTS))
  const upwards = sources.flatMap(file =>
    [...(imports.get(file) ?? [])]
      .filter(target => target.startsWith('src/'))
      .filter(target => DISTRICTS.indexOf(districtOf(target)) > DISTRICTS.indexOf(districtOf(file)))
      .map(target => `${file} → ${target}`),
  )
  assert.deepEqual(upwards, ['src/commands.ts → src/demo/demo.ts'], 'the command begins the demo')
})

/** The floors of the back-office, and what each may import besides itself. Tests of several screens are in `test/`. */
const FLOORS: Readonly<Record<string, readonly string[]>> = {
  app: ['office', 'townhall', 'kit'],
  office: ['kit'],
  townhall: ['kit'],
  kit: [],
}

test('the back-office has four floors: app, then office and townhall, then kit', () => {
  const floorOf = (file: string) => file.split('/')[1] ?? ''
  const upwards = [...imports].flatMap(([file, targets]) => {
    if (!file.startsWith('backoffice/') || floorOf(file) === 'test') return []
    const allowed = [floorOf(file), ...(FLOORS[floorOf(file)] ?? [])]
    return [...targets]
      .filter(target => target.startsWith('backoffice/') && !allowed.includes(floorOf(target)))
      .map(target => `${file} → ${target}`)
  })
  assert.deepEqual(upwards, [])
  const floors = new Set([...files].filter(file => file.startsWith('backoffice/')).map(floorOf))
  assert.deepEqual([...floors].sort(), [...Object.keys(FLOORS), 'test'].sort())
})

test('the client imports only itself, and nothing that is not in every browser', () => {
  const client = [...files].filter(file => file.startsWith('packages/client/src/'))
  assert.ok(client.length > 5)
  for (const file of client) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    const from = [...text.matchAll(/\bfrom '([^']+)'|\bimport\('([^']+)'\)/g)].map(
      ([, one, other]) => one ?? other ?? '',
    )
    for (const target of from) assert.match(target, /^\.\/[a-z]+\.ts$/, file)
  }
})

test('shared imports only itself; of src, pages import types alone', () => {
  const outside = [...imports].flatMap(([file, targets]) =>
    file.startsWith('shared/') ? [...targets].filter(target => !target.startsWith('shared/')) : [],
  )
  assert.deepEqual(outside, [])
  const run = [...files]
    .filter(file => file.startsWith('backoffice/') && !file.startsWith('backoffice/test/'))
    .filter(file =>
      /^import (?!type )[^;]*?from '(?:\.\.\/)+src\//m.test(readFileSync(join(ROOT, file), 'utf8')),
    )
  assert.deepEqual(run, [])
})

test('no cycle of folders in the back-office', () => {
  // A file directly in a floor is its own node.
  const folderOf = (file: string) => file.split('/').slice(0, 3).join('/')
  assert.deepEqual(cycleIn(between(folderOf, 'backoffice/')), undefined)
})

test('the kernel imports nothing outside of itself and shared', () => {
  const outside = sources
    .filter(file => file.startsWith('src/kernel/'))
    .flatMap(file => [...(imports.get(file) ?? [])])
    .filter(target => !/^(src\/kernel|shared)\//.test(target))
  assert.deepEqual(outside, [])
})

/** Words of the domain. */
const DOMAIN =
  /acteur|commune|mairie|\btowns?\b|publication|moderat|claimant|collecte|defibrillateur|\bélus?\b|\belus?\b|back-?office|operator_|subscription|payment|stripe/gi

/** Exceptions: kernel files with such words, and why. */
const SPEAK_OF_IT: Readonly<Record<string, { words: readonly string[]; why: string }>> = {
  'src/kernel/refusals/errors.ts': {
    words: ['acteur', 'claimant'],
    why: 'every refusal on one page, for who writes a front end: texts alone, that nothing in the kernel acts on',
  },
  'src/kernel/settings/config.ts': {
    words: ['backoffice', 'payment', 'stripe'],
    why: 'every setting on one page, for who runs the service',
  },
}

test('the kernel contains no word of the domain, in code or comment', () => {
  const spoken = sources
    .filter(file => file.startsWith('src/kernel/'))
    .flatMap(file => {
      const words = readFileSync(join(ROOT, file), 'utf8').match(DOMAIN) ?? []
      return words.length > 0 ? [[file, [...new Set(words.map(word => word.toLowerCase()))].sort()]] : []
    })
  const excepted = Object.entries(SPEAK_OF_IT).map(([file, { words }]) => [file, words])
  assert.deepEqual(new Map(spoken as [string, string[]][]), new Map(excepted as [string, string[]][]))
})

/** Kernel folders, lowest first: each may import those before it. */
const KERNEL_ROOMS = [
  'refusals',
  'values',
  'texts',
  'html',
  'concurrency',
  'threads',
  'files',
  'settings',
  'tracing',
  'telemetry',
  's3',
  'fetch',
  'db',
  'records',
  'postgres',
  'http',
  'jobs',
  'migrations',
  'tokens',
  'routes',
  'lists',
  'openapi',
  'commands',
]

test('the folders of the kernel have an order: each imports only those before it', () => {
  const roomOf = (file: string) => /^src\/kernel\/(\w+)\//.exec(file)?.[1] ?? file
  const graph = between(roomOf)
  const rooms = new Set(sources.filter(file => file.startsWith('src/kernel/')).map(roomOf))
  assert.deepEqual([...rooms].sort(), [...KERNEL_ROOMS].sort(), 'no file lies beside them')
  const upwards = KERNEL_ROOMS.flatMap((room, at) =>
    KERNEL_ROOMS.slice(at + 1)
      .filter(later => graph.get(room)?.has(later))
      .map(later => `${room} → ${later}`),
  )
  assert.deepEqual(upwards, [])
})

test('at every level, files and folders side by side have an order', () => {
  const parents = new Set(sources.flatMap(file => [dirname(file), dirname(dirname(file))]))
  const knotted = [...parents].filter(parent => {
    const beside = (file: string) =>
      file.startsWith(`${parent}/`) ? (file.slice(parent.length + 1).split('/', 1)[0] ?? '') : ''
    const graph = [...between(beside)].filter(([node]) => node !== '')
    return cycleIn(new Map(graph.map(([node, targets]) => [node, targets.difference(new Set(['']))])))
  })
  assert.deepEqual(
    knotted.filter(parent => parent.startsWith('src/')),
    [],
  )
})

test('service and back-office import no development dependency', () => {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  // Only used by developers, who serve the back-office from its sources.
  const ofDevelopment = new Set(['src/operation/backoffice/dev.ts'])
  const named = [...files]
    .filter(file => /^(src|backoffice)\//.test(file) && !ofDevelopment.has(file))
    .flatMap(file => packagesIn(readFileSync(join(ROOT, file), 'utf8')).map(name => `${file}: ${name}`))
  assert.ok(named.includes('src/operation/backoffice/build-apart.ts: vite') && named.length > 300)
  assert.deepEqual(
    named.filter(one => !Object.hasOwn(dependencies, one.split(': ')[1] ?? '')),
    [],
  )
})

/** The imported package, `@scope/name` or `name`; type-only imports need none. */
const packagesIn = (text: string): string[] =>
  [
    ...text.matchAll(/^(?:import|export)\s(?!type\s)(?:[^'"=]*?\sfrom\s)?['"]([^'".][^'"]*)['"]/gm),
    ...text.matchAll(/\bimport\(['"]([^'".][^'"]*)['"]\)/g),
  ]
    .map(([, name = '']) => name)
    .filter(name => !name.startsWith('node:'))
    .map(name => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
