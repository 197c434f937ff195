import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../test/ask.ts'
import { openTown } from '../../test/browser/place-town.ts'
import * as make from '../../test/factories.ts'

/** What a browser shows, and calendars, which a phone opens by itself. */
const SHOWN = /^(?:text\/html|text\/calendar|application\/pdf|image\/)/

test('no link of a page shows a resident code: what a browser cannot show is downloaded', async () => {
  const { app, hall, pages, others } = await openTown()
  await app.owner.query(`update acteurs set siret = '21450299600015' where id = $1`, [hall])
  const clerk = await app.user()
  await make.member(app, hall, clerk)
  await make.acte(app, clerk, hall)
  const toSee = [...pages, ...others]
  const links = new Map<string, string>()
  const seen = new Map<string, { readonly type: string; readonly text: string }>()
  const read = async (path: string) => {
    const known = seen.get(path)
    if (known) return known
    const { headers, text } = await ask(app.url + path, { method: 'GET', follow: true })
    const answer = { type: String(headers.get('content-type')), text }
    seen.set(path, answer)
    return answer
  }
  for (const path of toSee) {
    const { text } = await read(path)
    for (const [, attributes = ''] of text.matchAll(/<a ([^>]*)>/g)) {
      const { pathname, search, origin } = new URL(
        (/href="([^"]*)"/.exec(attributes)?.[1] ?? '').replaceAll('&amp;', '&'),
        app.url + path,
      )
      // The back-office is none of these pages.
      if (origin !== app.url || !pathname.startsWith('/place')) continue
      if (!links.has(pathname + search)) links.set(pathname + search, `${path}: <a ${attributes}>`)
      // Pages that only a link names: an act.
      if (/\/p\/[^.]*$/.test(pathname) && !toSee.includes(pathname)) toSee.push(pathname)
    }
  }
  const code: string[] = []
  const downloaded: string[] = []
  for (const [path, link] of links) {
    const { type } = await read(path)
    if (SHOWN.test(type)) continue
    if (/ download(?:[ =]|>)/.test(link)) downloaded.push(type)
    else code.push(`${link} is ${type}`)
  }
  assert.deepEqual(code, [])
  assert.deepEqual(downloaded.sort(), ['application/json; charset=utf-8', 'text/csv; charset=utf-8'])
})
