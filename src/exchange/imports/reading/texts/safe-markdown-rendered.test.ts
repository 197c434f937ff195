import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activeIn } from '../../../../../test/fixtures/active-markdown.ts'
import { markdownTexts } from '../../../../../test/fixtures/markdown-texts.ts'
import { activeInHtml, RENDERERS } from '../../../../../test/fixtures/rendered.ts'
import { plainLine } from '../../../../kernel/texts/plain-text.ts'
import { fromHtml, lineFromHtml } from './html.ts'
import { bodyFrom, harmless } from './safe-markdown.ts'

/**
 * What is published is rendered by programs of others: no link that does not lead to the web, no picture, no markup may
 * come out of them. `HARMLESS_TEXTS=500000 npm test -- src/exchange/imports/reading/texts/safe-markdown-rendered.test.ts` tries that many;
 * `HARMLESS_SEED` chooses others.
 */
const TEXTS = Number(process.env.HARMLESS_TEXTS ?? 6_000)
const SEED = Number(process.env.HARMLESS_SEED ?? 1)

function isHarmless(text: string, from: string): void {
  const letterByLetter = activeIn(text)
  if (letterByLetter) assert.fail(`${letterByLetter}\n${JSON.stringify(from)}\n→ ${JSON.stringify(text)}`)
  for (const [name, render] of Object.entries(RENDERERS)) {
    const active = activeInHtml(render(text))
    if (active) assert.fail(`${name} makes ${active} of\n${JSON.stringify(from)}\n→ ${JSON.stringify(text)}`)
  }
}

test('the renderers do make pictures, scripts and markup of what is not harmless', () => {
  const active = {
    picture: '![a](https://tracker.example/p.png)',
    'second picture': '!![a](https://tracker.example/p.png)',
    script: '[le programme https://ok.example/](javascript:alert)',
    markup: 'a <img src=x> b',
    definition: '[a]: javascript:x\n\n[a]',
  }
  for (const [what, text] of Object.entries(active))
    for (const [name, render] of Object.entries(RENDERERS))
      assert.ok(activeInHtml(render(text)), `${name}: ${what}`)
  for (const render of Object.values(RENDERERS))
    assert.equal(
      activeInHtml(render('# T\n\n- [x] a\n- **b** `c`\n\n> [d](https://ok.example/)\n\n1 < 2')),
      null,
    )
})

test('shapes that were active once', () => {
  for (const text of [
    '[le programme <https://ok.example/](javascript:alert(document.domain)>)',
    '!![alt](https://tracker.example/p.png)',
    '<https://ok.example/![x](https://tracker.example/p.png>)',
    '[a](https://t.example/p.png\\![<")](https://t.example/p.png))',
    '[a](https://[::1]/![x](y))',
    '<https://[::1]/>(javascript:x)',
    '[!\\[a](https://tracker.example/p.png)](https://ok.example/)',
    '!\\!\\[a](https://tracker.example/p.png)',
    '<<https://ok.example/>img src=x onerror=alert(1)>',
  ])
    isHarmless(harmless(text), text)
})

test(`${TEXTS} texts, whatever renders them: bodies, pages and titles`, () => {
  const texts = markdownTexts(SEED)
  for (let count = 0; count < TEXTS; count++) {
    const text = texts.next().value ?? ''
    const once = harmless(text)
    isHarmless(once, text)
    assert.equal(harmless(once), once, JSON.stringify(text))
    // A page is converted first, and cut after: a quarter of the texts go that way.
    if (count % 4 !== 0) continue
    isHarmless(bodyFrom(text), text)
    isHarmless(bodyFrom(fromHtml(text, 'https://ok.example/').text), text)
    for (const title of [plainLine(text, 200), lineFromHtml(text, 200)])
      assert.doesNotMatch(title ?? '', /<[a-z/!?]/i, JSON.stringify(text))
  }
})
