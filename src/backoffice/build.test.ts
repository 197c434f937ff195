import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { builtBackoffice } from './build.ts'

const built = await builtBackoffice()
const text = (name: string) => Buffer.from(built.get(name)?.bytes ?? '').toString()
const index = text('index.html')

test('the page names its script, style and font by what is in them, and nothing from elsewhere', () => {
  const named = [...index.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
  assert.ok(named.length >= 4, index)
  for (const path of named) {
    assert.match(path, /^\/assets\/[\w-]+-[\w-]{8}\.(js|css|svg|woff2)$/)
    assert.ok(built.has(path.slice(1)), path)
  }
  assert.ok(!/<style|style=|<script(?! type="module")|onload=/.test(index), 'nothing inline')
})

test('built again from the same sources, it is the same', async () => {
  const again = await builtBackoffice()
  assert.deepEqual([...again.keys()], [...built.keys()])
})

test('what is packed is what it was', () => {
  for (const { name, bytes, brotli } of built.values())
    if (brotli) assert.ok(brotliDecompressSync(brotli).equals(Buffer.from(bytes)), name)
})

test('the licences of what is built in stand beside it', () => {
  const licences = text('assets/licences.md')
  for (const name of ['react', '@tanstack/react-router', 'marked']) assert.ok(licences.includes(name), name)
  const font = [...built.values()].find(({ name }) => name.includes('LICENSE'))
  assert.match(Buffer.from(font?.bytes ?? '').toString(), /SIL OPEN FONT LICENSE/i)
})

const kilobytes = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => {
    const { bytes = Buffer.alloc(0), brotli } = built.get(name) ?? {}
    return sum + (brotli ?? (name.endsWith('.woff2') ? bytes : brotliCompressSync(bytes))).length / 1000
  }, 0)

/** What the page loads before anything is shown: what its first line names, and what those import at once. */
function firstLoad(): Set<string> {
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    if (!name.endsWith('.js')) return
    for (const [, path = ''] of text(name).matchAll(
      /(?:^|[;}\s])(?:import|export)[^'"()]*["']\.\/([\w.-]+\.js)["']/g,
    ))
      visit(`assets/${path}`)
  }
  for (const [, path = ''] of index.matchAll(/(?:src|href)="\/([^"]+)"/g)) visit(path)
  return found
}

test('the first load is 195 kB packed at most, a screen of its own 30', t => {
  const first = firstLoad()
  const sum = kilobytes(first)
  t.diagnostic(`first load ${sum.toFixed(1)} kB: ${[...first].join(', ')}`)
  assert.ok(sum <= 195, `${sum}`)
  for (const name of built.keys()) {
    if (first.has(name) || !name.endsWith('.js')) continue
    const own = kilobytes([name])
    t.diagnostic(`${name} ${own.toFixed(1)} kB`)
    assert.ok(own <= 30, `${name}: ${own}`)
  }
})
