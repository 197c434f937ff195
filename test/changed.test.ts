import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { pathToFileURL } from 'node:url'

const FILES: Record<string, string> = {
  'src/routes.ts': "import { list } from './claims/list.ts'\nimport './users/names.ts'\n",
  'src/claims/list.ts': "import { nameOf } from '../users/names.ts'\n",
  'src/claims/admin-decide.test.ts': "import { startApp } from '../../test/app.ts'\n",
  'src/users/names.ts': '',
  'src/users/names.test.ts': "import {\n  nameOf,\n} from './names.ts'\n",
  'src/mail/later.test.ts': "test('', () => import('../users/names.ts'))\n",
  'src/mail/mail.test.ts': "import { startApp } from '../../test/app.ts'\n",
  'test/app.ts': "import { routes } from '../src/routes.ts'\n",
  'test/imports.test.ts': '',
  'test/documents.test.ts': '',
  'backoffice/kit/list.tsx': "import styles from './list.module.css'\n",
  'backoffice/kit/list.module.css': '',
  'backoffice/office/claims.test.ts': "import { List } from '../kit/list.tsx'\n",
}
const folder = mkdtempSync(join(tmpdir(), 'parvis-changed-'))
after(() => rmSync(folder, { recursive: true }))
for (const [file, text] of Object.entries(FILES)) {
  mkdirSync(join(folder, dirname(file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
for (const name of ['shared', 'packages', 'bench', 'trials']) mkdirSync(join(folder, name))
const tests = Object.keys(FILES).filter(file => file.endsWith('.test.ts'))

/** Asked in another process, because the files are looked up in the working directory. */
function reached(...changed: string[]): string[] {
  const module = pathToFileURL(join(import.meta.dirname, 'changed.mjs')).href
  const script = `import { testsReachedBy } from '${module}'
    console.log(JSON.stringify(testsReachedBy(${JSON.stringify(changed)}, ${JSON.stringify(tests)})))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: folder,
    encoding: 'utf8',
  })
  assert.equal(stderr, '')
  return JSON.parse(stdout)
}

test('a changed file reaches the tests that import it, directly or not, but not through the routes', () => {
  assert.deepEqual(reached('src/users/names.ts').sort(), [
    'src/claims/admin-decide.test.ts',
    'src/mail/later.test.ts',
    'src/users/names.test.ts',
    'test/imports.test.ts',
  ])
})

test('a changed route table reaches every test that starts the service', () => {
  assert.ok(reached('src/routes.ts').includes('src/mail/mail.test.ts'))
})

test('changed style sheets, documents and tests are considered', () => {
  assert.deepEqual(reached('backoffice/kit/list.module.css'), ['backoffice/office/claims.test.ts'])
  assert.deepEqual(reached('docs/install.md'), ['test/documents.test.ts'])
  assert.deepEqual(reached('src/mail/mail.test.ts'), ['src/mail/mail.test.ts', 'test/imports.test.ts'])
  assert.deepEqual(reached('LICENSE'), [])
})
