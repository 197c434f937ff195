/** `npm run contract` writes the back-office's types of the API; with `--check`, compares them with the routes. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { apiDocument } from './api-page/document.ts'
import { type ApiDocument, contractOf } from './backoffice/contract.ts'
import { SOURCES } from './backoffice/vite.ts'
import { routes, signInRoutes } from './routes.ts'

export const CONTRACT = join(SOURCES, 'kit/api/contract.ts')

export const currentContract = () =>
  contractOf(
    apiDocument([...routes, ...signInRoutes], 'http://127.0.0.1:3000', '0') as unknown as ApiDocument,
  )

if (import.meta.main) {
  if (!process.argv.includes('--check')) writeFileSync(CONTRACT, currentContract())
  else if (readFileSync(CONTRACT, 'utf8') !== currentContract()) {
    process.stderr.write(
      'backoffice/kit/api/contract.ts differs from the routes: update it by npm run contract.\n',
    )
    process.exitCode = 1
  }
}
