import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'

/** The modules loaded before a command is known. */
function importedBy(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known
  known.add(file)
  const source = readFileSync(file, 'utf8')
  for (const [, from = ''] of source.matchAll(/^import (?!type )(?:[^'"]* from )?'(\.[^']+)'/gm))
    importedBy(join(dirname(file), from), known)
  return known
}

test('help and usage errors load nothing that only the service needs', () => {
  const loaded = [...importedBy(join(import.meta.dirname, 'main.ts'))]
  assert.ok(loaded.some(file => file.endsWith('kernel/commands/command.ts')))
  assert.deepEqual(
    loaded.filter(
      file =>
        !/src\/(main|parvis|commands|kernel\/(commands|refusals|settings|texts)\/[\w-]+)\.ts$/.test(file),
    ),
    [],
  )
})
