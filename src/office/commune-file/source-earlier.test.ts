import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { importInto, linesIn } from '../../../test/fixtures/commune-files.ts'
import { RELEASES } from '../../../test/releases/release.ts'

/** Files that earlier releases wrote, made by `npm run release-fixture`: they are read for ever. */
const FOLDER = join(import.meta.dirname, '../../../test/releases')
const files = globSync('commune-*.zip', { cwd: FOLDER }).sort()
const versionOf = (file: string) => basename(file, '.zip').slice('commune-'.length)

test('each release since the first that wrote such files left one', () => {
  assert.ok(files.length > 0)
  const since = RELEASES.filter(version => version !== '0.4.0')
  assert.deepEqual(
    since.filter(version => !files.map(versionOf).includes(version)),
    [],
  )
})

for (const file of files)
  test(`the file of ${versionOf(file)} is read whole`, async () => {
    const app = await startApp()
    const path = join(FOLDER, file)
    const { commune, acteurs, publications, files: pictures } = await linesIn(path)
    const [town] = commune
    assert.ok(town)
    const named = [...acteurs.flatMap(one => [one.commune ?? [], one.communes ?? []].flat())]
    const refs = new Set([...named, ...publications.flatMap(one => one.communes ?? []), town.slug])
    for (const ref of refs) {
      const isCode = /^\d[\dAB]\d{3}$/.test(ref)
      await app.owner.query('insert into communes (nom, slug, code_insee) values ($1, $2, $3)', [
        ref,
        isCode ? `ville-${ref.toLowerCase()}` : ref,
        isCode ? ref : null,
      ])
    }
    const done = await importInto(app, path)
    assert.deepEqual(
      [done.publications, done.acteurs, done.files],
      [publications.length, acteurs.length, pictures.length],
    )
    assert.ok(done.publications > 10 && done.files > 0)
  })
