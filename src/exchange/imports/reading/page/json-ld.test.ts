import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Notes } from '../notes.ts'
import { jsonLdIn } from './json-ld.ts'

const script = (content: string, type = 'type="application/ld+json"') => `<script ${type}>${content}</script>`

function found(content: string): readonly unknown[] {
  const notes = new Notes()
  const values = jsonLdIn(`<!DOCTYPE html><head>${content}</head>`, notes)
  return [...values, ...notes.all.map(({ code }) => code)]
}

/** Scripts as templates write them, and what each one says. */
const SCRIPTS: Readonly<Record<string, readonly [content: string, ...found: unknown[]]>> = {
  'a plain one': [script('{"a":1}'), { a: 1 }],
  'several, one of another type': [script('[1]') + script('{"b":1}', '') + script('{"a":1}'), [1], { a: 1 }],
  'without quotes, with a charset': [
    script('{"a":1}', 'class=x type=application/ld+json;charset=utf-8'),
    { a: 1 },
  ],
  'in an HTML comment': [script('\n<!--\n{"a":1}\n-->\n'), { a: 1 }],
  'in CDATA': [script('<![CDATA[{"a":[1]}]]>'), { a: [1] }],
  'in CDATA behind comments': [script('//<![CDATA[\n{"a":[1]}\n//]]>'), { a: [1] }],
  'in CDATA within comments': [script('/* <![CDATA[ */ [{"a":1}]; /* ]]> */'), [{ a: 1 }]],
  'with commas too many': [script('{"a":[1,2,],"b":"x,}",\n}'), { a: [1, 2], b: 'x,}' }],
  'with line breaks in a text': [script('{"a":"un\ndeux\ttrois\\"\n"}'), { a: 'un\ndeux trois"\n' }],
  'with entities for quotes': [script('{&quot;a&quot;:1}'), { a: 1 }],
  'one that is no JSON': [script('{"a":') + script('{"b":1}'), { b: 1 }, 'json_ld_broken'],
  'one in a comment': [`<!-- ${script('{"a":1}')} -->${script('{"b":1}')}`, { b: 1 }],
  'one that never ends': ['<script type="application/ld+json">{"a":1}'],
}
for (const [name, [content, ...expected]] of Object.entries(SCRIPTS))
  test(`JSON-LD: ${name}`, () => {
    assert.deepEqual(found(content), expected)
  })
