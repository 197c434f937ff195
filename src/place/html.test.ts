import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { dataElement, html, link } from './html.ts'

test('every value is text, and nothing is written for what is absent', () => {
  const hostile = `"><script>alert(1)</script>' onx='`
  assert.equal(
    html`<a title="${hostile}">${[hostile, null, undefined, true, false, 0, html`<b>${'&'}</b>`]}</a>`.toString(),
    '<a title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39; onx=&#39;">' +
      '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&#39; onx=&#39;0<b>&amp;</b></a>',
  )
})

test('only safe addresses become links, and JSON-LD cannot end its element', () => {
  for (const address of ['javascript:alert(1)', 'data:text/html,x', ' javascript:x', 'vbscript:x', 'x'])
    assert.equal(link(address), '#', address)
  for (const address of ['https://a.example', 'tel:+33', 'mailto:a@b.example', '/place', '#a', '?a=b'])
    assert.equal(link(address), address)
  const [, text = ''] =
    /^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(
      dataElement({ name: '</script><script>\u2028' }).toString(),
    ) ?? []
  assert.doesNotMatch(text, /[<>\u2028]/)
  assert.deepEqual(JSON.parse(text), { name: '</script><script>\u2028' })
})

test('only html.ts makes HTML of a text', () => {
  const files = globSync('*.ts', { cwd: import.meta.dirname }).filter(
    file => !/^html(\.test)?\.ts$/.test(file),
  )
  assert.ok(files.length > 15)
  for (const file of files)
    assert.doesNotMatch(readFileSync(`${import.meta.dirname}/${file}`, 'utf8'), /new Html\b/, file)
})
