import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lexer } from 'marked'
import { INTRODUCTION } from '../src/operation/api-page/introduction.ts'
import { clockOf, composedNow, costOf, holdsNobodyUp, isLong, named } from '../test/hostile/cost.ts'
import { harmless, SHOWN } from '../test/hostile/shown.ts'
import { FIXED, randomFrom } from '../test/hostile/texts.ts'
import { isWithinMarkdownLimits, MARKDOWN_LIMITS } from './markdown-limits.ts'

const LONGEST = 20_000
const times = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')
const parse = (text: string) => lexer(text, { gfm: true, breaks: true })

test('what people write is shown as they mean it, as long as a body may be', () => {
  const row = (at: number) => `| ${at} h | **Judo** | [Yoga](https://a.fr/${at}) | salle_1 |`
  const written = {
    'prose with lists and links': harmless(LONGEST),
    'a programme of two hundred points': times(
      200,
      at => `${at + 1}. **Atelier ${at}** : [le lieu](https://a.fr/_${at})`,
    ),
    'a week by the hour': `${row(0)}\n|---|:-:|---|---|\n${times(40, row)}`,
    'a list of four levels': times(40, at => `${'    '.repeat(at % 4)}- point ${at}`),
    'an answer to an answer': times(40, at => `${'> '.repeat(at % 6)}bonjour`),
    'a line drawn with dashes': `a\n\n${'- '.repeat(40)}\n\n${'* '.repeat(40)}\n\n${'-'.repeat(90)}\n\nb`,
    'one paragraph of five thousand letters': harmless(5_000).replaceAll(/\n+/g, ' '),
    'an address of two thousand letters': `[a](https://a.fr/${'a'.repeat(2_000)})`,
  }
  for (const [name, text] of Object.entries(written)) assert.ok(isWithinMarkdownLimits(text), name)
})

test('what overflows a parser, or keeps it busy, is not parsed', () => {
  const beyond = {
    quotations: '>'.repeat(4_000),
    'numbered lists': '1. '.repeat(100),
    'lists that end like a line drawn with stars': `${'- '.repeat(100)}x * * *`,
    'lists and quotations': '> - '.repeat(11),
    'lists by blanks': `${' '.repeat(42)}- a`,
    'lists by tabs': `${'\t'.repeat(11)}- a`,
    'a wide table': `${'|a'.repeat(400)}\n${'|-'.repeat(400)}\n${'a\n'.repeat(900)}`,
    'a table in a quotation': `> ${'|a'.repeat(40)}\n> ${'|-'.repeat(40)}\n${'> a\n'.repeat(90)}`,
    'tables one after the other': '|a|b|c|\n|-|-|-|\na\na\n\n'.repeat(200),
    'a line of tabs, which does not end a paragraph': `${'*a '.repeat(3_000)}\n\t\n`.repeat(2),
    'stars and underscores': '*a_b'.repeat(LONGEST / 4),
    'the same in paragraphs': `${'*a_b'.repeat(300)}\n\n`.repeat(16),
    lines: 'a\n'.repeat(MARKDOWN_LIMITS.lines),
    'lines of old machines': 'a\r'.repeat(MARKDOWN_LIMITS.lines),
    'a word': `a ${'!'.repeat(MARKDOWN_LIMITS.run + 1)}`,
    blanks: `a${' '.repeat(MARKDOWN_LIMITS.run + 1)}b`,
  }
  for (const [name, text] of Object.entries(beyond)) assert.ok(!isWithinMarkdownLimits(text), name)
})

test('front ends read every limit on the API page', () => {
  const [, page = ''] = INTRODUCTION.split('**Markdown.**')
  for (const [name, limit] of Object.entries(MARKDOWN_LIMITS))
    assert.ok(page.includes(` ${new Intl.NumberFormat('en').format(limit)} `), name)
})

/** Half of what a screen may take: the other half is left to showing it. */
const isTooLong = (ms: number) => isLong(ms / 2)

test('what is parsed is parsed at once, whatever it is made of', async () => {
  const texts = [...SHOWN, ...FIXED, ...composedNow(300), ...asFarAsAllowed(400)]
  let parsed = 0
  for (const hostile of texts) {
    const text = hostile.make(LONGEST)
    if (!isWithinMarkdownLimits(text)) continue
    parsed++
    assert.doesNotThrow(() => parse(text), named(hostile))
    // By the clock first, which a busy machine makes longer and never shorter: nearly all of them are done with here.
    let shortest = await clockOf(parse, text)
    for (let looks = 0; isTooLong(shortest); looks++) {
      assert.ok(looks < 5, `${named(hostile)}: ${shortest.toFixed(0)} ms`)
      shortest = Math.min(shortest, await costOf(parse, text))
    }
  }
  assert.ok(parsed > texts.length / 3, `${parsed} of ${texts.length} are within the limits`)
})

holdsNobodyUp('the limits of Markdown', LONGEST, isWithinMarkdownLimits, SHOWN)

const MARKS =
  '* ** _ __ ~~ ` [ ](b) ![ <a ! \\ &amp; *a **a a* _a a_ *\u0301 *( )* *** *_ ~~a a~~ [a <b> </b> <!-- ``'.split(
    ' ',
  )
const BESIDE = [
  'a ',
  'é ',
  'א ',
  '. ',
  'a. ',
  ', ',
  '👍 ',
  'a\n',
  '( ',
  '" ',
  'www.',
  'a@b.fr ',
  'http://a.fr ',
  '\u0301',
]

/** One paragraph, with as many marks as it may have: between words, or all of them in front. */
function asFarAsAllowed(count: number) {
  const random = randomFrom(20_260_105)
  return Array.from({ length: count }, () => {
    const pick = (from: readonly string[]) => from[random(from.length)] ?? ''
    const [marks, beside] = [pick(MARKS) + pick(MARKS), pick(BESIDE) + pick(BESIDE)]
    const often = Math.floor(MARKDOWN_LIMITS.work / LONGEST / (marks.length * (1 + random(2))))
    const isFirst = random(2) === 0
    return {
      name: `${often} times ${JSON.stringify(marks)} ${isFirst ? 'before' : 'between'} ${JSON.stringify(beside)}`,
      make(length: number) {
        const words = Math.floor((length - often * marks.length) / beside.length)
        return isFirst
          ? marks.repeat(often) + beside.repeat(words)
          : (marks + beside.repeat(Math.floor(words / often))).repeat(often)
      },
    }
  })
}
