import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'
import { publicationPath } from './addresses.ts'

const app = await startApp()
const town = await make.commune(app, { slug: 'ville' })
const far = await make.commune(app, { slug: 'loin' })
const event = (title: string, date_debut: string, fields: object = {}, commune = town) =>
  make.publication(app, null, commune, { title, type: 'evenement', date_debut, ...fields })
const beside = async (id: string, title: string) => {
  const text = await (await fetch(`${app.url}/place/ville${publicationPath({ id, title })}`)).text()
  const [, name, list = ''] = /<h2 id="beside" class="rule">([^<]*)<\/h2>(.*?)<\/section>/s.exec(text) ?? []
  return { name, titles: [...list.matchAll(/<h4[^>]*>.*?<a [^>]*>([^<]*)/g)].map(([, one]) => one) }
}

test('an event says what else happens on its weekend or day, without what is cancelled, hidden or elsewhere', async () => {
  const saturday = await event('Marché', '2099-12-05')
  const sunday = await event('Brocante', '2099-12-06')
  await event('Annulée', '2099-12-06', { annule_le: new Date() })
  await event('Refusée', '2099-12-06', { moderation_status: 'rejected', valide: false })
  await event('Ailleurs', '2099-12-06', {}, far)
  const monday = await event('Conseil', '2099-12-07')
  await make.publication(app, null, town, { title: 'Crue', type: 'alerte', date_debut: '2099-12-07' })
  assert.deepEqual(await beside(saturday, 'Marché'), { name: 'Le même week-end', titles: ['Brocante'] })
  assert.deepEqual(await beside(sunday, 'Brocante'), { name: 'Le même week-end', titles: ['Marché'] })
  assert.deepEqual(await beside(monday, 'Conseil'), { name: undefined, titles: [] })
  const evening = await event('Cinéma', '2099-12-07', { heure_debut: '20:30' })
  assert.deepEqual(await beside(evening, 'Cinéma'), { name: 'Le même jour', titles: ['Conseil'] })
})
