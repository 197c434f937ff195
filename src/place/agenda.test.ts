import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'

test('“En ce moment” has what began on an earlier day, and the days below do not repeat it', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'oeuilly' })
  const day = (ahead: number) =>
    new Date(Date.now() + ahead * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Europe/Paris' })
  const add = (title: string, fields: object) =>
    make.publication(app, null, town, { type: 'evenement', title, ...fields })
  await add('Exposition', { date_debut: day(-9), date_fin: day(9) })
  await add('Festival', { date_debut: day(-3), date_fin: day(3), annule_le: new Date() })
  await add('Crue', { date_debut: day(-3), date_fin: day(3), type: 'alerte' })
  await add('Foire finie', { date_debut: day(-9), date_fin: day(-2) })
  await add('Concert', { date_debut: day(4) })
  const read = async (page: string) =>
    (await (await fetch(`${app.url}/place/oeuilly/agenda${page}`)).text()).replaceAll('\u00a0', ' ')
  const namesIn = (text: string) =>
    [...text.matchAll(/<h[34] [^>]*>.*?<a [^>]*>([^<]*)/g)].map(([, name]) => name)
  const [before = '', now = ''] = (await read('')).split(/<h2 id="now"[^>]*>/)
  assert.deepEqual(namesIn(before), [])
  const [under = '', days = ''] = now.split('</section>')
  assert.match(under, /^En ce moment</)
  assert.deepEqual(namesIn(under), ['Exposition', 'Festival'])
  assert.match(under, /jusqu’au [a-z]+ \d/)
  assert.match(under, /class="ev off"/)
  assert.deepEqual(namesIn(days), ['Concert'])
  assert.doesNotMatch(await read(`/${day(0).slice(0, 7)}`), /En ce moment/)
})
