// A process of its own: it measures the event loop.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decoded } from '../../shared/entities.ts'
import { typedDay } from '../../shared/typed/day.ts'
import { typedTime } from '../../shared/typed/times.ts'
import { holdsNobodyUp } from '../../test/hostile/cost.ts'
import { SHOWN } from '../../test/hostile/shown.ts'
import { FIXED } from '../../test/hostile/texts.ts'
import { differences, textOf } from '../kit/ui/differences.ts'
import { french, unbroken } from '../kit/words/typography.ts'
import { changesOf, sentenceOf } from '../office/audit/sentences.ts'
import { splitQuoted } from '../office/messages/rules.ts'
import { tidied } from '../townhall/write/pasted.ts'
import { fromHtml } from '../townhall/write/text/from-html.ts'
import { blocksOf, markdownOf } from '../townhall/write/text/markdown.ts'
import { NOTHING, read } from '../townhall/write/typed.ts'

/**
 * The functions of the browser that read user texts, given hostile ones. Markdown:
 * `src/publishing/publications/markdown-limits.test.ts`. Rendering: `hostile-screens.test.ts` beside this file.
 */
const NOW = new Date('2026-01-05T09:00:00Z')
const LONGEST_BODY = 20_000
/** A mail may be longer than a text typed here. */
const LONGEST_MAIL = 100_000

const entry = (text: string) => ({
  id: 1,
  at: NOW.toISOString(),
  user_id: null,
  by: null,
  action: 'acteur.updated',
  entity: 'acteur',
  entity_id: 'a',
  label: text,
  request_id: null,
  ip_hash: null,
  app_source: 'backoffice',
  sealed: true,
  key: null,
  names: {},
  before: { nom: text },
  after: { nom: [text, { nom: text }] },
})
const middleOf = (text: string) => Math.floor(text.length / 2)
const half = (text: string) => text.slice(middleOf(text)) + text.slice(0, middleOf(text))

const READERS: Readonly<Record<string, readonly [largest: number, read: (text: string) => unknown]>> = {
  'two texts beside each other': [LONGEST_BODY, text => differences(text, half(text))],
  'a sentence in French that quotes': [LONGEST_BODY, text => french(`« ${text} »`)],
  'a title': [LONGEST_BODY, unbroken],
  entities: [LONGEST_BODY, decoded],
  'a mail with what it answers': [LONGEST_MAIL, splitQuoted],
  'a line of the audit trail': [LONGEST_BODY, text => [sentenceOf(entry(text)), changesOf(entry(text))]],
  'what is pasted': [LONGEST_BODY, tidied],
  'a text in its field': [LONGEST_BODY, text => markdownOf(blocksOf(text))],
  'pasted HTML': [LONGEST_MAIL, fromHtml],
  'a day or a time that is typed': [200, text => [typedDay(text, NOW), typedTime(text)]],
  'a form': [
    LONGEST_BODY,
    text =>
      read(
        {
          ...NOTHING,
          fin_le: text.slice(0, 200),
          title: text,
          body: text,
          source_url: text.slice(0, 2_000),
          date_debut: text.slice(0, 60),
        },
        'alerte',
        NOW,
      ),
  ],
}

for (const [name, [largest, read]] of Object.entries(READERS))
  holdsNobodyUp(name, largest, read, [...SHOWN, ...FIXED])

test('no hostile text throws, and a diff keeps both of its texts', () => {
  for (const { make } of [...SHOWN, ...FIXED])
    for (const length of [10, 20, 200, 5_000]) {
      const text = make(length)
      for (const [, read] of Object.values(READERS)) read(text)
      const pieces = differences(text, half(text))
      assert.equal(textOf(pieces, 'before'), text)
      assert.equal(textOf(pieces, 'after'), half(text))
    }
})

test('a name that looks like a day is shown as a name', () => {
  const told = (nom: string) => changesOf({ ...entry('x'), before: null, after: { nom } })
  for (const name of ['2026-99-99', '2026-99-99T99:99', '2026-01-05T09:00 (bonjour)'])
    assert.match(told(name).join(), /«.*2026.*»/)
  assert.match(told('2026-01-05').join(), /5 janvier/)
  assert.match(told('2026-01-05T09:00:00.123456+00:00').join(), /10\sh/)
})
