import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..')

test('a test is named after a file beside it or after its folder, with a topic behind a hyphen', () => {
  const files = ['src', 'shared'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(file => `${folder}/${file}`),
  )
  const misnamed = files.filter(file => {
    if (!file.endsWith('.test.ts')) return false
    const folder = dirname(file)
    const sources = files.filter(one => dirname(one) === folder && !one.endsWith('.test.ts'))
    const subjects = [basename(folder), ...sources.map(one => basename(one).replace(/\.\w+$/, ''))]
    const name = basename(file, '.test.ts')
    return !subjects.some(subject => name === subject || name.startsWith(`${subject}-`))
  })
  assert.deepEqual(misnamed, [])
})
