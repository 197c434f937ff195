/**
 * `npm run contract` writes the types of the public API for `packages/client`, those of the other routes for the
 * back-office, and the JSON Schema of the file of a commune; with `--check`, compares them with the routes.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { jsonSchema } from './office/commune-file/shapes.ts'
import { documentFor } from './operation/api-page/document.ts'
import { type ApiDocument, contractOf, unrepeatableOf } from './operation/backoffice/contract.ts'
import { SOURCES } from './operation/backoffice/vite.ts'
import { routes, signInRoutes } from './routes.ts'

const about = [[...routes, ...signInRoutes], 'http://127.0.0.1:3000', '0'] as const
const office = () => documentFor('office', ...about) as unknown as ApiDocument
const open = () => documentFor('public', ...about) as unknown as ApiDocument

/** The files, and what each has to be. */
export const CONTRACTS: readonly (readonly [file: string, current: () => string])[] = [
  [
    join(SOURCES, 'kit/api/contract.ts'),
    () => contractOf(office(), { document: open(), file: '../../../packages/client/src/contract.ts' }),
  ],
  [join(SOURCES, '../packages/client/src/contract.ts'), () => contractOf(open()) + unrepeatableOf(open())],
  [join(SOURCES, '../docs/commune-file.schema.json'), () => `${JSON.stringify(jsonSchema(), null, 2)}\n`],
]

if (import.meta.main)
  for (const [file, current] of CONTRACTS) {
    if (!process.argv.includes('--check')) writeFileSync(file, current())
    else if (readFileSync(file, 'utf8') !== current()) {
      process.stderr.write(`${file} differs from the routes: update it by npm run contract.\n`)
      process.exitCode = 1
    }
  }
