import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'
import { publicationPath } from './addresses.ts'

const app = await startApp()
const town = await make.commune(app, { slug: 'oeuilly' })

/** The line with the time on a poster. */
async function said(fields: object): Promise<string | undefined> {
  const title = 'Affiche'
  const id = await make.publication(app, null, town, { title, ...fields })
  const text = await (await fetch(`${app.url}/place/oeuilly${publicationPath({ id, title })}/affiche`)).text()
  const [, when] = /<p class="when">(.*?)<div class="t"/.exec(text) ?? []
  return when
    ?.replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

const everyWeek = (first: string, weeks: number) =>
  Array.from({ length: weeks }, (_, at) =>
    new Date(Date.parse(`${first}T12:00:00Z`) + at * 7 * 86_400_000).toISOString().slice(0, 10),
  )

test('a poster says all days of an event: of a week each its rule, of others their list', async () => {
  const [first = '', ...dates] = everyWeek('2098-12-01', 9)
  const event = { type: 'evenement', date_debut: first, heure_debut: '18:00', heure_fin: '19:00' }
  const weekly = 'Chaque lundi, du 1 er décembre 2098 au 26 janvier 2099, 18 h – 19 h'
  assert.equal(await said({ ...event, dates }), weekly)
  assert.equal(
    await said({ ...event, dates: dates.filter(day => day !== '2098-12-22') }),
    'Lundi 1 er décembre 2098, de 18 h à 19 h Puis les 8, 15, 29 décembre 2098, 5, 12, 19 et 26 janvier 2099',
  )
  assert.equal(
    await said({ ...event, dates: dates.slice(0, 1) }),
    'Les 1 er et 8 décembre 2098, de 18 h à 19 h',
  )
})

test('the poster of an alert says its end with the day', async () => {
  const alert = { type: 'alerte', fin_le: '2099-11-28T19:00:00Z' }
  assert.equal(await said(alert), 'Jusqu’à samedi 28 novembre 2099 à 20 h')
  assert.equal(
    await said({ ...alert, publie_le: '2025-11-20T09:00:00Z', fin_le: '2025-11-28T23:00:00Z' }),
    'Terminée le 28 novembre 2025',
  )
})
