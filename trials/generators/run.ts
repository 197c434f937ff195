import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiDocument, documentFor } from '../../src/operation/api-page/document.ts'
import { routes, signInRoutes } from '../../src/routes.ts'
import { openScope } from '../ending.ts'

/**
 * Lints the OpenAPI documents and generates types of the public one, with tools that it installs from the npm registry
 * into a temporary folder (or finds in `--tools FOLDER`). Fails on any warning, on types of 350 kB or more (of which the
 * descriptions of properties are a quarter), on a name above 40 characters, or on what its compiler refuses. Writes the
 * types that the script of `docs/examples` imports: those of the operations that it uses, because the whole has half a
 * megabyte.
 */
const TOOLS = [
  '@redocly/cli@2.77.0',
  'openapi-typescript@7.13.0',
  'orval@8.38.0',
  'swagger-typescript-api@13.13.0',
]
const EXAMPLES = join(import.meta.dirname, '../../docs/examples')
const USED = [
  'postSignInEmail',
  'getToken',
  'getMe',
  'getMePublications',
  'postPublications',
  'patchPublication',
]

export async function run(options: string[]): Promise<number> {
  await using scope = openScope()
  const here = mkdtempSync(join(tmpdir(), 'parvis-generators-'))
  scope.defer(() => rmSync(here, { recursive: true, force: true }))
  const tools = options[0] === '--tools' ? (options[1] ?? here) : here
  if (tools === here)
    execFileSync('npm', ['install', '--no-audit', '--prefix', here, ...TOOLS, 'typescript@5.9'])
  const tool = (name: string, ...args: string[]) =>
    execFileSync(join(tools, 'node_modules/.bin', name), args, {
      cwd: here,
      encoding: 'utf8',
      stdio: 'pipe',
    })
  const documents = documentsOf('http://127.0.0.1:3000')
  let failures = 0
  for (const [name, document] of Object.entries(documents)) {
    writeFileSync(join(here, `${name}.json`), JSON.stringify(document))
    // Refusals are `default`, which the rule does not count.
    const how = ['--format', 'json', '--skip-rule', 'operation-4xx-response']
    const problems = JSON.parse(tool('redocly', 'lint', `${name}.json`, ...how)).totals
    process.stdout.write(`${name}.json: ${problems.errors} errors, ${problems.warnings} warnings\n`)
    failures += problems.errors + problems.warnings
  }
  generate(tool, here)
  for (const file of FILES) {
    const text = readFileSync(join(here, file), 'utf8')
    const long = new Set(text.match(/\b[A-Za-z_]\w{40,}\b/g))
    process.stdout.write(`${file}: ${Buffer.byteLength(text)} bytes, ${long.size} long names\n`)
    if (long.size > 0 || Buffer.byteLength(text) >= 350_000) failures++
  }
  tool(
    'tsc',
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom,dom.iterable',
    ...FILES,
  )
  tool('openapi-typescript', 'used.json', '-o', join(EXAMPLES, 'types.ts'))
  return failures > 0 ? 1 : 0
}

const FILES = ['openapi-typescript.ts', 'orval.ts', 'swagger-typescript-api.ts']

function generate(tool: (name: string, ...args: string[]) => string, here: string): void {
  const [types = '', orval = '', swagger = ''] = FILES
  tool('openapi-typescript', 'public.json', '-o', types)
  tool(
    'swagger-typescript-api',
    'generate',
    '-p',
    'public.json',
    '-o',
    '.',
    '--generate-union-enums',
    '-n',
    swagger,
  )
  const override = { fetch: { includeHttpResponseReturnType: false } }
  const output = { target: `./${orval}`, client: 'fetch', mode: 'single', override }
  writeFileSync(
    join(here, 'orval.config.mjs'),
    `export default ${JSON.stringify({ parvis: { input: './public.json', output } })}`,
  )
  tool('orval', '--config', 'orval.config.mjs')
}

function documentsOf(url: string): Record<string, object> {
  const rows = [...routes, ...signInRoutes]
  const isUsed = (row: (typeof rows)[number]) => {
    const { paths } = documentFor('public', [row], url, '1') as {
      paths: Record<string, Record<string, Operation>>
    }
    return Object.values(paths).some(one => USED.includes(Object.values(one)[0]?.operationId ?? ''))
  }
  return {
    whole: apiDocument(rows, url, '1'),
    office: documentFor('office', rows, url, '1'),
    public: documentFor('public', rows, url, '1'),
    used: documentFor('public', rows.filter(isUsed), url, '1'),
  }
}
interface Operation {
  readonly operationId: string
}
