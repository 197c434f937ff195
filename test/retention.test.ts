import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { retention } from '../src/foundation/retention.ts'
import { describeRetention } from './fixtures/retention-page.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map(file => ({ file: `src/${file}`, text: read(`src/${file}`) }))

test('the page in docs shows every retention', () => {
  assert.equal(
    read('docs/retention.md'),
    describeRetention(),
    'run: node launch.mjs test/fixtures/retention-page.ts',
  )
})

test('each time is read by code, and what it names as removing it exists and is called', () => {
  for (const [name, { removedBy }] of Object.entries(retention)) {
    const [file = '', remover] = removedBy.split(' ')
    assert.match(read(file), new RegExp(`(function|const) ${remover}\\b`), name)
    const named = sources.flatMap(
      ({ text }) =>
        text.replaceAll(/^ *removedBy:.*$/gm, '').match(new RegExp(`\\b${remover}\\b`, 'g')) ?? [],
    )
    assert.ok(named.length > 1, `nothing calls ${remover}`)
    const readers = sources.filter(({ text }) =>
      new RegExp(`(retention|KERNEL_KEEPS)\\.${name}\\b`).test(text),
    )
    assert.ok(
      readers.some(reader => reader.file !== 'src/foundation/retention.ts'),
      `nothing reads retention.${name}`,
    )
  }
})

test('no deleting statement has a hard-coded period', () => {
  const statements = sources.flatMap(({ file, text }) =>
    text
      .matchAll(/\b(delete from|update \w+ set)\b[^`]*/g)
      .map(([statement]) => ({ file, statement }))
      .toArray(),
  )
  assert.ok(statements.length > 50, 'statements are found')
  const own = statements.filter(
    ({ statement }) =>
      /delete from|= null|\$\{without/.test(statement) &&
      /interval '\d+ (hour|day|month|year)/.test(statement),
  )
  assert.deepEqual(own, [])
})

test('every deleting statement checks that the clock is credible', () => {
  const statements = sources.flatMap(({ file, text }) =>
    text
      .matchAll(/\b(delete from|update \w+ (?:\w+ )?set|update \$\{)[^`]*/g)
      .map(([statement]) => ({ file, statement }))
      .toArray(),
  )
  const compares = /<=? *(?:now\(\)|statement_timestamp\(\)|clock_timestamp\(\)|\$\{new Date)/
  const believing = statements.filter(
    ({ statement }) =>
      (/delete from/.test(statement) || /= null|\$\{without|status = '(?:expired|failed)'/.test(statement)) &&
      compares.test(statement) &&
      !/clockIsCredible|CLOCK_IS_CREDIBLE/.test(statement),
  )
  assert.deepEqual(
    believing.map(({ file }) => file).sort(),
    Object.keys(NOTHING_LOST).sort(),
    'olderThan and isOver (src/kernel/records/retention.ts) ask whether the clock may be believed',
  )
})
/** Periods for retries and leases, not for deletion. */
const NOTHING_LOST: Readonly<Record<string, string>> = {
  'src/exchange/changes/number.ts': 'a change that waited gets its number',
  'src/exchange/imports/runs/due.ts': 'a run that has no job any more is ended, and its source is read again',
}

test('errors of deliveries are copied before the mails lose them', () => {
  const days = (period: string) => Number(/^(\d+) days$/.exec(period)?.[1])
  assert.ok(days(retention.deliveryErrors.kept) < days(retention.mails.kept))
})

/** A period as people and the API page read it. */
const IN_WORDS: Readonly<Record<string, { readonly fr: RegExp; readonly en: RegExp }>> = {
  '3 years': { fr: /trois ans/, en: /three years/ },
  '12 months': { fr: /un an/, en: /a year/ },
  '7 days': { fr: /sept jours/, en: /seven days/ },
  '30 days': { fr: /(trente|30) jours/, en: /(thirty|30) days/ },
}
/** Where a period is said; API texts are in English alone. */
const SAID: Readonly<Record<string, keyof typeof retention>> = {
  'backoffice/kit/desk/notes-texts.ts': 'notes',
  'backoffice/app/sign-in/texts.ts': 'trustedDevices',
  'backoffice/office/settings/failed-mails-texts.ts': 'mails',
  'backoffice/office/claims/texts.ts': 'claimants',
  'backoffice/office/acteurs/texts.ts': 'acteurMerges',
  'src/office/acteur-merges/merge.ts': 'acteurMerges',
  'src/publishing/publications/moderation/operations-list.ts': 'operations',
  'src/sign-in/shapes.ts': 'trustedDevices',
  'backoffice/office/moderation/illegal-texts.ts': 'sealedMedia',
  'src/commands.ts': 'sealedMedia',
  'src/office/legal-removal/actions.ts': 'sealedMedia',
}
test('a period that people read in a text is the one that is kept', () => {
  for (const [file, name] of Object.entries(SAID)) {
    const { kept } = retention[name]
    const words = IN_WORDS[kept]
    assert.ok(words, `${kept} is said in ${file}: give it words in the table above`)
    assert.match(read(file), words.en, `${file} says ${kept}`)
    if (file.startsWith('backoffice/')) assert.match(read(file), words.fr, `${file} says ${kept}`)
  }
})
