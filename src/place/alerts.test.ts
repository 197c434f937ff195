import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'
import type { Publication } from '../publishing/publications/shapes.ts'
import { publicationPath } from './addresses.ts'
import { secondsToEnd, stateInWords } from './alerts.ts'

const CLOCK = { today: '2026-11-23', fuseau: 'Europe/Paris', now: new Date('2026-11-23T11:00:00Z') }
const alert = (fields: Partial<Publication>) =>
  ({
    fin_le: null,
    leve_le: null,
    niveau: null,
    date_debut: null,
    date_fin: null,
    en_vigueur: true,
    publie_le: '2026-11-22T08:00:00Z',
    ...fields,
  }) as Publication
const said = (fields: Partial<Publication>) => stateInWords(alert(fields), CLOCK).replaceAll('\u00a0', ' ')

test('the end in words: by the hour where it has one, else by its last day', () => {
  assert.equal(said({ fin_le: '2026-11-24T17:00:00Z' }), 'En cours jusqu’au mardi 24 novembre à 18 h')
  assert.equal(said({ fin_le: '2026-11-23T17:30:00Z' }), 'En cours jusqu’à 18 h 30')
  assert.equal(said({ fin_le: '2026-11-23T23:00:00Z' }), 'En cours jusqu’à ce soir')
  assert.equal(
    said({ date_debut: '2026-11-23', date_fin: '2027-01-02' }),
    'En cours jusqu’au samedi 2 janvier 2027',
  )
  assert.equal(said({}), 'En cours jusqu’au mardi 24 novembre')
  const over = { en_vigueur: false }
  assert.equal(said({ ...over, leve_le: '2026-11-11T11:00:00Z' }), 'Terminée le 11 novembre à 12 h')
  assert.equal(said({ ...over, date_debut: '2026-11-11' }), 'Terminée le 11 novembre')
})

test('pages are kept until the first alert ends', () => {
  const ends = [alert({}), alert({ fin_le: '2026-11-23T11:00:07.900Z' })]
  assert.equal(secondsToEnd(ends, CLOCK), 7)
  assert.equal(secondsToEnd([alert({ fin_le: '2026-11-23T11:00:00.300Z' })], CLOCK), 1)
})

test('levels differ in word, shape and colour; a link of the alert leads to what is official', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'oeuilly' })
  const hall = await make.mairie(app, town)
  const source_url = 'https://www.vigicrues.gouv.fr/territoire/18'
  const shown = await Promise.all(
    (['information', 'vigilance', 'danger', null] as const).map(async niveau => {
      const id = await make.publication(app, hall, town, { title: 'Eau', type: 'alerte', niveau, source_url })
      const answer = await fetch(`${app.url}/place/oeuilly${publicationPath({ id, title: 'Eau' })}`)
      const page = await answer.text()
      assert.match(page, /La situation sur vigicrues\.gouv\.fr</)
      const [, colour = ''] = /<article [^>]*data-niveau="(\w+)"/.exec(page) ?? []
      const [, shape, word] = /class="state bad"><svg.*?d="(.*?)".*?<strong>(.*?) en cours/.exec(page) ?? []
      return { colour, shape, word, isDangerous: page.includes('href="tel:112"') }
    }),
  )
  assert.deepEqual(
    shown.map(({ word, colour, isDangerous }) => [word, colour, isDangerous]),
    [
      ['Information', 'information', false],
      ['Vigilance', 'vigilance', true],
      ['Danger', 'danger', true],
      ['Alerte', '', true],
    ],
  )
  assert.equal(new Set(shown.slice(0, 3).map(({ shape }) => shape)).size, 3)
})

test('an alert in force stands on every page with its level and end; lifted or over, it is gone from them', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'oeuilly' })
  const hall = await make.mairie(app, town)
  const clerk = await app.user()
  await make.member(app, hall, clerk)
  await app.owner.query(`update acteurs set telephone = '02 38 00 45 45' where id = $1`, [hall])
  const ahead = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  const id = await make.publication(app, hall, town, {
    title: 'Crue',
    type: 'alerte',
    niveau: 'danger',
    fin_le: ahead(86_400 * 20),
  })
  const over = await make.publication(app, hall, town, { title: 'Gel', type: 'alerte', fin_le: ahead(-60) })
  const get = async (page: string) => {
    const answer = await fetch(`${app.url}/place/oeuilly${page}`)
    assert.equal(answer.status, 200, page)
    return { text: (await answer.text()).replaceAll('\u00a0', ' '), headers: answer.headers }
  }
  const pages = ['', '/agenda', '/recherche?q=rien']
  for (const page of pages) {
    const { text, headers } = await get(page)
    assert.match(text, page === '' ? /Danger en cours/ : /<b>Danger<\/b> <a [^>]*>Crue</, page)
    assert.doesNotMatch(text, />Gel</, page)
    assert.match(
      headers.get('cache-control') ?? '',
      /^public, max-age=\d, |^public, max-age=10, stale-if-error/,
    )
  }
  const own = await get(publicationPath({ id, title: 'Crue' }))
  assert.match(
    own.text,
    /class="state bad">.*<strong>Danger en cours<\/strong> jusqu’(?:à|au) .* Mise à jour/,
  )
  assert.match(own.text, /Besoin d’aide.*href="tel:112".*Mairie\s: 02 38 00 45 45.*Être prévenu/s)
  const ended = await get(publicationPath({ id: over, title: 'Gel' }))
  assert.match(ended.text, /<strong>Terminée<\/strong> le/)
  assert.doesNotMatch(ended.text, /Besoin d’aide/)
  assert.match((await get('/alertes.atom')).text, /Terminée le .*En cours jusqu’(?:à|au)/s)
  const { status } = await app.as(clerk, 'public').patch(`/publications/${id}`, { leve: true })
  assert.equal(status, 200)
  // Pages that nobody has asked for yet: those of the memory are ten seconds old at most.
  for (const page of ['/mairie', '/annuaire', '/recherche?q=autre']) {
    const { text, headers } = await get(page)
    assert.doesNotMatch(text, />Crue<|class="band"/, page)
    assert.match(headers.get('cache-control') ?? '', /s-maxage/)
  }
  assert.match((await get('/actualites')).text, /Crue.* · terminée/s)
})
