import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { typedEnd } from '../../../shared/typed/end.ts'
import { momentAsTyped } from './as-typed.ts'
import { age, date, moment, time } from './format.ts'
import { typeset } from './language.ts'
import { french, unbroken } from './typography.ts'

const NOW = new Date('2026-11-20T10:00:00Z')

test('French gets no-break spaces and typographic apostrophes, also when it is typeset twice', () => {
  const set = french("L'heure : 18 h 30 ! « Don du sang » coûte 15 €, dans 2 j ?")
  assert.equal(
    set,
    'L’heure\u00a0: 18\u00a0h\u00a030\u00a0! «\u00a0Don du sang\u00a0» coûte 15\u00a0€, dans 2\u00a0j\u00a0?',
  )
  assert.equal(french(set), set)
  assert.equal(unbroken("L'an : « x »"), "L'an\u00a0: « x\u00a0»")
})

test('days and hours are those of Paris, as people say them', () => {
  assert.equal(time(new Date('2026-11-20T07:20:00Z')), '8\u00a0h\u00a020')
  assert.equal(time(new Date('2026-07-20T22:00:00Z')), '0\u00a0h')
  assert.equal(moment(new Date('2026-11-19T23:30:00Z'), NOW), 'aujourd’hui à 0\u00a0h\u00a030')
  assert.equal(moment(new Date('2026-11-19T17:00:00Z'), NOW), 'hier à 18\u00a0h')
  assert.equal(moment(new Date('2026-12-01T08:00:00Z'), NOW), 'le 1er décembre à 9\u00a0h')
  assert.equal(date(new Date('2027-01-15T08:00:00Z'), NOW), '15 janvier 2027')
})

test('an age is short enough for a column', () => {
  const since = (minutes: number) => age(new Date(NOW.getTime() - minutes * 60_000), NOW)
  assert.deepEqual(
    [since(0), since(25), since(119), since(60 * 26), since(60 * 24 * 90)],
    ['à l’instant', '25\u00a0min', '1\u00a0h', '1\u00a0j', '22 août 2026'],
  )
})

/** Every catalogue of the back-office, as the page says it. */
const ROOT = join(import.meta.dirname, '../..')
const catalogues = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter(path =>
  /texts\.ts$/.test(path),
)

test('every sentence is typeset, ends as a sentence and blames nobody', async () => {
  assert.ok(catalogues.length >= 5)
  for (const path of catalogues) {
    for (const group of Object.values(await import(join(ROOT, path))) as object[])
      for (const [where, text] of sentences(group, path)) {
        assert.equal(text, french(text), where)
        assert.ok(!/ [:;!?»]|« |'|\.\.\./.test(text), `${where}: ${text}`)
        assert.ok(!/\b(oups|veuillez|erreur)\b/i.test(text), `${where}: ${text}`)
      }
  }
})

/** Read by the secretary of a village of three hundred: none of our technical words. */
const TOWNHALL = /^(townhall\/|app\/townhall)/
const OURS =
  /\b(slug|scope|version du|statuts?|token|jeton|acteurs?|upload\w*|markdown|workflow|back-office|utilisateurs?|interface|API|JSON|URL)\b/i
test('the screens of the town hall use no technical word', async () => {
  const found: string[] = []
  for (const path of catalogues.filter(path => TOWNHALL.test(path)))
    for (const group of Object.values(await import(join(ROOT, path))) as object[])
      for (const [where, text] of sentences(group, path)) if (OURS.test(text)) found.push(`${where}: ${text}`)
  assert.ok(catalogues.filter(path => TOWNHALL.test(path)).length >= 5)
  const table = readFileSync(join(ROOT, 'app/screens.ts'), 'utf8')
  const names = [...table.matchAll(/fr: '([^']+)'/g)].map(([, name = '']) => name)
  assert.ok(names.includes('Notre page'))
  found.push(...names.filter(name => OURS.test(name)))
  assert.deepEqual(found, [])
})

/** Most sentences count something; some name several. */
function saidWith(make: (...parts: unknown[]) => unknown): string {
  const all = (part: unknown) => String(make(...Array(make.length || 2).fill(part)))
  try {
    return all(2)
  } catch {
    return all(['Don du sang', 'Marché'])
  }
}

function sentences(group: object, where: string): [string, string][] {
  return Object.entries(group).flatMap(([key, value]) => {
    const at = `${where} ${key}`
    if (typeof value === 'string') return [[at, value] as [string, string]]
    if (typeof value === 'function') return [[at, saidWith(value)] as [string, string]]
    return typeof value === 'object' && value !== null ? sentences(value, at) : []
  })
}

test('nested groups of sentences are typeset too', () => {
  const set = typeset({ a: "l'un", b: (n: number) => `${n} h`, c: { d: 'Ah !' } })
  assert.deepEqual([set.a, set.b(2), set.c.d], ['l’un', '2\u00a0h', 'Ah\u00a0!'])
})

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path) && !/^\.built|\.test\.ts$/.test(path))
  .map(path => ({ path, text: readFileSync(join(ROOT, path), 'utf8').replaceAll(/\s*\n\s*\./g, '.') }))

/** The uses of a folder's catalogues, by whatever name they are imported: `.rejecting.title`, `.kinds[`. */
function saidOf(folder: string): string {
  const said: string[] = []
  for (const { path, text } of sources)
    for (const [, names = '', target = ''] of text.matchAll(/import \{([^}]+)\} from '([^']+texts\.ts)'/g)) {
      if (dirname(join(dirname(path), target)) !== folder) continue
      for (const [, name = ''] of names.matchAll(/(\w+)\s*(?:,|$)/g)) {
        for (const [, chain = ''] of text.matchAll(new RegExp(`\\b${name}((?:\\.\\w+|\\[)+)`, 'g')))
          said.push(`${chain}\n`)
        // A group passed whole, as a property, an argument or a spread, is read with a variable key.
        for (const [, chain = ''] of text.matchAll(
          new RegExp(`(?:=\\{|: |\\(|\\.{3})${name}((?:\\.\\w+)+)(?=\\s*[},)])`, 'g'),
        ))
          said.push(`${chain}[\n`)
      }
    }
  return said.join('')
}

test('every sentence of the catalogues is used', async () => {
  const unsaid: string[] = []
  for (const path of catalogues) {
    const said = saidOf(dirname(path))
    for (const group of Object.values(await import(join(ROOT, path))) as object[])
      for (const [where] of sentences(group, path)) {
        const [, ...keys] = where.split(' ')
        // A group with a computed key: any of its sentences may be meant.
        const ways = keys.map(
          (_, at) =>
            `${keys
              .slice(0, at)
              .map(key => `\\.${key}`)
              .join('')}\\[`,
        )
        ways.push(`\\.${keys.join('\\.')}\\b`)
        if (!new RegExp(`^(?:${ways.join('|')})`, 'm').test(said)) unsaid.push(where)
      }
  }
  assert.deepEqual(unsaid, [])
})

test('an end is typed again as it is shown', () => {
  for (const instant of ['2026-11-24T17:30:00.000Z', '2026-07-01T22:00:00.000Z'])
    assert.equal(typedEnd(momentAsTyped(instant), NOW)?.toISOString(), instant)
})
