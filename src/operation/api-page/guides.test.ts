import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import { ERRORS } from '../../kernel/refusals/errors.ts'
import { html as escaped } from '../../place/html.ts'
import { GUIDES, pathOfGuide } from './guides.ts'
import { serveApiPage } from './page.ts'

const app = await startApp({ apiPage: serveApiPage })
const read = async (path: string) => {
  const answer = await fetch(app.url + path)
  assert.equal(answer.status, 200, path)
  return { headers: answer.headers, text: await answer.text() }
}
const ROOT = join(import.meta.dirname, '../../..')
const fileOf = (name: string) => readFileSync(join(ROOT, name), 'utf8')
const inHtml = (text: string) => escaped`${text}`.toString()

test('each guide is a page without scripts that has every heading of its file', async () => {
  for (const guide of GUIDES) {
    const { headers, text } = await read(pathOfGuide(guide))
    assert.match(headers.get('content-type') ?? '', /^text\/html/)
    assert.match(
      headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'sha256-[\w+/]{43}=';/,
    )
    assert.match(text, /<html lang="en">/)
    assert.ok(!/<script|style=| on\w+=/.test(text), guide.name)
    const headings = (await guide.markdown()).replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)
    const missing = headings
      .map(([, heading = '']) => inHtml(heading).replaceAll(/`([^`]*)`/g, '<code>$1</code>'))
      .filter(heading => !text.includes(`>${heading}</h`))
      .toArray()
    assert.deepEqual(missing, [], guide.name)
    const etag = headers.get('etag') ?? ''
    const again = await fetch(app.url + pathOfGuide(guide), { headers: { 'if-none-match': etag } })
    assert.equal(again.status, 304)
  }
  assert.equal((await fetch(`${app.url}/docs/guides/none`)).status, 404)
})

test('every link of the guides and of the introduction leads somewhere', async () => {
  const pages = new Map<string, string>()
  for (const path of ['/docs/', ...GUIDES.map(pathOfGuide)]) pages.set(path, (await read(path)).text)
  let followed = 0
  for (const [page, text] of pages)
    for (const [, href = ''] of text.matchAll(/<a href="([^"]*)"/g)) {
      if (/^https:\/\//.test(href)) continue
      const { pathname, hash } = new URL(href, app.url + page)
      const there = pages.get(pathname)
      assert.ok(there, `${page}: ${href}`)
      if (hash) assert.ok(there.includes(`id="${decodeURIComponent(hash.slice(1))}"`), `${page}: ${href}`)
      followed++
    }
  assert.ok(followed > GUIDES.length * GUIDES.length)
})

test('all three documents link to the guides', async () => {
  for (const path of ['/openapi.json', '/openapi/public.json', '/openapi/office.json']) {
    const { text } = await read(path)
    for (const guide of GUIDES) assert.ok(text.includes(`](${pathOfGuide(guide)})`), `${path}: ${guide.name}`)
  }
})

test('every page of rules is a guide, stands in the index, is short, and belongs to a chapter', async () => {
  const pages = readdirSync(join(ROOT, 'docs/rules')).sort()
  const guides = GUIDES.flatMap(({ file = '' }) => /^docs\/rules\/(.*)/.exec(file)?.[1] ?? [])
  assert.deepEqual(guides.toSorted(), pages)
  const linked = [...fileOf('docs/open-points.md').matchAll(/\]\(rules\/([^)]*)\)/g)].map(([, name]) => name)
  assert.deepEqual(linked, guides, 'the index, in the order of the guides')
  for (const page of pages) assert.ok(fileOf(`docs/rules/${page}`).split('\n').length <= 91, page)
  const { text } = await read('/openapi.json')
  const { tags } = JSON.parse(text) as { tags: readonly { name: string; description: string }[] }
  const chapters = new Map(
    tags.map(({ name, description }) => [
      name,
      [...description.matchAll(/\]\(\/docs\/guides\/([^)]*)\)/g)].map(([, guide]) => `${guide}.md`),
    ]),
  )
  assert.deepEqual(
    [...chapters].filter(([, names]) => names.length === 0 || names.some(name => !pages.includes(name))),
    [],
  )
  // Residents read la place without the API.
  const used = new Set(['la-place.md', ...[...chapters.values()].flat()])
  assert.deepEqual(
    pages.filter(page => !used.has(page)),
    [],
  )
})

test('the guide to errors has every code with its status and its texts', async () => {
  const { text } = await read('/docs/guides/errors')
  const chapters = text.split('<h2 ').slice(1)
  for (const [code, [status, french, english]] of Object.entries(ERRORS)) {
    const chapter = chapters.find(one => one.includes(`<code>${code}</code>`)) ?? ''
    assert.ok(chapter.startsWith(`id="${status}-`), code)
    for (const words of [french, english]) assert.ok(chapter.includes(inHtml(words)), code)
  }
})

test('the file of each guide is in the image', () => {
  const copied = fileOf('.dockerignore').split('\n')
  const isCopied = (file: string) =>
    copied.includes(`!${file}`) ||
    copied.some(
      line =>
        line.startsWith('!') &&
        !copied.includes(`${line.slice(1)}/*`) &&
        file.startsWith(`${line.slice(1)}/`),
    )
  const missing = GUIDES.flatMap(({ file }) => (file === undefined || isCopied(file) ? [] : [file]))
  assert.deepEqual(missing, [])
  assert.ok(!isCopied('docs/backup.md'))
})

test('the mirror of the guide waits when it is told to, begins again when its cursor is refused, and ends', async () => {
  const [, code = ''] = /```js\n(let after[\s\S]*?)```/.exec(fileOf('docs/webhooks.md')) ?? []
  const upsert = { kind: 'type', id: '1', change: 'upsert', type: { nom: 'Fête' } }
  const page = (data: object[], next: string, has_more: boolean) =>
    Response.json({ data, meta: { next, has_more } })
  const refused = (status: number, wait?: string) =>
    new Response('', { status, headers: wait === undefined ? {} : { 'Retry-After': wait } })
  for (const gone of [410, 422]) {
    const answers = [
      refused(429, '3'),
      refused(503),
      refused(gone),
      page([upsert], 'b', true),
      page([{ kind: 'elus', id: '2', change: 'upsert' }], 'c', true),
      page([{ kind: 'type', id: '1', change: 'delete' }], 'd', false),
    ]
    const [asked, waited, done]: [string[], number[], string[]] = [[], [], []]
    const stored = {
      cursor: 'a',
      clear: () => done.push('clear'),
      put: (...given: string[]) => done.push(`put ${given.slice(0, 2).join(' ')}`),
      delete: (...given: string[]) => done.push(`delete ${given.join(' ')}`),
      readAgain: (...given: string[]) => done.push(`read ${given.join(' ')}`),
    }
    const fetching = async (url: string) => {
      asked.push(new URL(url).searchParams.get('after') ?? 'none')
      return answers.shift() ?? assert.fail('asked too often')
    }
    const timer = (then: () => void, ms: number) => {
      waited.push(ms)
      then()
    }
    const run = new Function('api', 'stored', 'fetch', 'setTimeout', `return (async () => {${code}})()`)
    await run('http://parvis.test/api/v1', stored, fetching, timer)
    assert.deepEqual(asked, ['a', 'a', 'a', 'none', 'b', 'c'])
    assert.deepEqual(waited, [3_000, 30_000])
    assert.deepEqual(done, ['clear', 'put type 1', 'read elus 2', 'delete type 1'])
    assert.equal(stored.cursor, 'd')
  }
  const broken = new Function('api', 'stored', 'fetch', `return (async () => {${code}})()`)
  await assert.rejects(
    broken('http://parvis.test', {}, async () => refused(500)),
    /GET \/changes: 500/,
  )
})
