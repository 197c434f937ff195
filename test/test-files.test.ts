import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
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

test('every property test draws the same values in every run', () => {
  const own = ['test/fast-check.ts', 'test/test-files.test.ts']
  const files = ['src', 'shared', 'backoffice', 'test'].flatMap(folder =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file))
      .map(file => `${folder}/${file}`),
  )
  const reads = (name: string) => files.filter(file => readFileSync(join(ROOT, file), 'utf8').includes(name))
  assert.ok(reads("/fast-check.ts'").length > 10)
  assert.deepEqual(
    reads("'fast-check'").filter(file => !own.includes(file)),
    [],
    'imports fast-check itself: a random seed makes it fail by chance',
  )
})
