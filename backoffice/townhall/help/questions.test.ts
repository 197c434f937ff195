import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { namesOf } from '../../../shared/fields/field.ts'
import { PARTS } from '../page/address.ts'
import { QUESTIONS, type Question } from './questions.ts'
import { t } from './texts.ts'

const ROOT = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const asked = namesOf(QUESTIONS).map((name): Question => QUESTIONS[name])

test('each screen of the town hall, and each part of its page, has its question in the help', () => {
  const [, table = ''] = /townhallScreens = \{(.*?)\n\}/s.exec(read('backoffice/app/screens.ts')) ?? []
  const screens = [...table.matchAll(/path: '\/(\w*)'/g)].map(([, path = '']) => path)
  assert.ok(screens.length > 10, table)
  for (const path of screens)
    if (path !== '' && path !== 'aide')
      assert.ok(
        asked.some(({ at }) => at === `/espace/${path}`),
        path,
      )
  for (const part of PARTS)
    assert.ok(
      asked.some(({ partie }) => partie === part),
      part,
    )
  for (const { at } of asked) assert.ok(at === undefined || screens.includes(at.slice('/espace/'.length)), at)
})

test('what the help says to press is written so on the screens', () => {
  const shown = globSync(
    [
      'backoffice/**/*texts.ts',
      'shared/fields/*.ts',
      'src/letters/mail/templates/*.ts',
      'backoffice/**/*.tsx',
    ],
    {
      cwd: ROOT,
    },
  )
    .filter(path => !path.includes('/help/') && !path.includes('/office/'))
    .map(read)
    .join('\n')
    .replaceAll(/\s/g, ' ')
  // With a capital: `fermé le mercredi` and `25/12` are typed.
  const named = namesOf(QUESTIONS).flatMap(name =>
    [...t.answers[name].a.replaceAll(/\s/g, ' ').matchAll(/« (\p{Lu}.*?) »/gu)].map(([, words = '']) => [
      name,
      words,
    ]),
  )
  assert.ok(named.length > 30, String(named.length))
  const missing = named.filter(([, words = '']) => !shown.includes(words))
  assert.deepEqual(missing, [])
})
