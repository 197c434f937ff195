import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { day } from '../../test/days.ts'
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
    weekly.replace('2099,', '2099, sauf le 22 décembre 2098,'),
  )
  const left = ['2098-12-22', '2098-12-29', '2099-01-05']
  assert.equal(
    await said({
      ...event,
      dates: [...dates.filter(day => !left.includes(day)), '2099-02-02', '2099-02-10'],
    }),
    'Lundi 1 er décembre 2098, de 18 h à 19 h Puis les 8, 15 décembre 2098, 12, 19, 26 janvier, 2 et 10 février 2099',
  )
  assert.equal(
    await said({ ...event, dates: dates.slice(0, 1) }),
    'Les 1 er et 8 décembre 2098, de 18 h à 19 h',
  )
})

test('the poster of an alert says its end with the day', async () => {
  const alert = { type: 'alerte', fin_le: '2099-11-28T19:00:00Z' }
  assert.equal(await said(alert), 'Jusqu’au samedi 28 novembre 2099 à 20 h')
  assert.equal(
    await said({ ...alert, publie_le: '2025-11-20T09:00:00Z', fin_le: '2025-11-28T23:00:00Z' }),
    'Terminée le 28 novembre 2025',
  )
})

test('the sheet of the week says the alert, bins, hours, what runs, this week and the next one', async () => {
  const here = await make.commune(app, { slug: 'affichy' })
  await make.commune(app, { slug: 'calme' })
  const event = (title: string, date_debut: string, fields: object = {}) =>
    make.publication(app, null, here, { title, type: 'evenement', date_debut, ...fields })
  const sectionsOf = async (slug: string) => {
    const answer = await fetch(`${app.url}/place/${slug}/semaine`)
    const text = await answer.text()
    const found = [...text.matchAll(/<section[^>]*><h2>(.*?)<\/h2>(.*?)<\/section>/gs)].map(
      ([, title = '', body = '']) =>
        [
          title.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' '),
          body.replaceAll(/<[^>]*>/g, ' '),
        ] as const,
    )
    return { sections: new Map(found), text, policy: answer.headers.get('content-security-policy') }
  }
  const bare = await sectionsOf('calme')
  assert.deepEqual([...bare.sections.keys()], ['Cette semaine', 'La semaine prochaine'])
  assert.match(bare.text, /Imprimez cette page par le menu/)
  assert.match(bare.policy ?? '', /script-src 'self'/)
  const weekday = new Date(`${day(0)}T12:00:00Z`).getUTCDay() || 7
  await event('Exposition', day(-3), { date_fin: day(30), lieu: 'Musée' })
  await event('Marché', day(0), { heure_debut: '08:00' })
  await event('Concert', day(8 - weekday))
  await event('Trop tard', day(15 - weekday))
  await make.publication(app, null, here, {
    title: 'Crue',
    type: 'alerte',
    niveau: 'danger',
    fin_le: `${day(2)}T19:00:00Z`,
  })
  await app.owner.query(
    `insert into commune_infos (commune_id, horaires, telephone) values ($1, 'Lundi 9h-12h', '02 38 00 00 00')`,
    [here],
  )
  await app.owner.query(
    `insert into collectes (commune_id, type, frequence, jours) values ($1, 'ordures_menageres', 'hebdomadaire', '{1,2,3,4,5,6,7}')`,
    [here],
  )
  const { sections } = await sectionsOf('affichy')
  const saying = (title: string) => sections.get(title)?.replaceAll(/\s+/g, ' ').trim() ?? ''
  assert.match(saying('Danger : Crue'), /^Jusqu’(?:à|au) /)
  assert.match(saying('En ce moment'), /Exposition · Musée/)
  assert.match(saying('Mairie'), /Lundi\s: 9 h – 12 h.*02 38 00 00 00/)
  assert.match(saying('Collectes'), /Ordures ménagères/)
  assert.match(saying('Cette semaine'), /8 h · Marché/)
  assert.match(saying('La semaine prochaine'), /Concert/)
  assert.doesNotMatch([...sections.values()].join(), /Trop tard/)
})
