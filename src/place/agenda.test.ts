import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import { day } from '../../test/days.ts'
import * as make from '../../test/factories.ts'

test('“En ce moment” has what began on an earlier day, and the days below do not repeat it', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'oeuilly' })
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

test('today, this weekend, this week: what begins and what goes on; where there is nothing, what comes next', async () => {
  const app = await startApp()
  const today = day(0)
  const weekday = new Date(today).getUTCDay() || 7
  const [saturday, sunday] = [Math.max(0, 6 - weekday), 7 - weekday]
  const [town, quiet] = [
    await make.commune(app, { slug: 'bientot' }),
    await make.commune(app, { slug: 'calme' }),
  ]
  const add = (title: string, commune: string, fields: object) =>
    make.publication(app, null, commune, { type: 'evenement', title, ...fields })
  await add('Exposition', town, { date_debut: day(-9), date_fin: day(9) })
  await add('Marché', town, { date_debut: day(saturday - 7), dates: [day(saturday), day(saturday + 7)] })
  for (const commune of [town, quiet]) await add('Concert', commune, { date_debut: day(sunday + 1) })
  const read = async (page: string) => {
    const answer = await fetch(`${app.url}/place/${page}`)
    const text = (await answer.text()).replaceAll('\u00a0', ' ')
    assert.equal(answer.status, 200, page)
    assert.match(text, /name="robots" content="noindex,follow"/, page)
    const titles = [...text.matchAll(/<h[34] [^>]*>.*?<a [^>]*>([^<]*)/g)].map(([, name]) => name)
    return { text, titles }
  }
  const weekend = await read('bientot/agenda/ce-week-end')
  assert.deepEqual(weekend.titles, ['Exposition', 'Marché'])
  assert.match(weekend.text, saturday > 0 ? /Déjà commencé/ : /En ce moment/)
  assert.match(weekend.text, /<a [^>]*aria-current="true">Ce week-end</)
  assert.deepEqual((await read('bientot/agenda/cette-semaine')).titles, ['Exposition', 'Marché'])
  assert.deepEqual((await read('bientot/agenda/aujourd-hui')).titles, [
    'Exposition',
    ...(saturday === 0 ? ['Marché'] : []),
  ])
  assert.match(
    (await read('bientot/agenda/ce-week-end?nature=deliberation')).text,
    /Rien de cette nature n’est annoncé ce week-end\./,
  )
  const { text } = await read('calme/agenda/ce-week-end')
  assert.match(text, /Rien n’est annoncé ce week-end\..*Ensuite\s: <a [^>]*>Concert<\/a>, lundi \d/s)
})

test('“Pour les enfants” and “Gratuit” go with the days, are offered where an event says it, and tell where nothing is', async () => {
  const app = await startApp()
  const [town, plain] = [
    await make.commune(app, { slug: 'choix' }),
    await make.commune(app, { slug: 'sans' }),
  ]
  const add = (title: string, commune: string, date_debut: string, fields: object = {}) =>
    make.publication(app, null, commune, { type: 'evenement', title, date_debut, ...fields })
  await add('Spectacle', town, '2099-12-05', { public: 'enfants', gratuit: false })
  await add('Veillée', town, '2099-12-06', { public: 'familles', gratuit: true })
  await add('Concert', town, '2100-01-07', { public: 'tous', gratuit: true })
  await add('Bal', town, '2099-12-08')
  await add('Bal', plain, '2099-12-08')
  const read = async (page: string) => {
    const answer = await fetch(`${app.url}/place/${page}`)
    const text = (await answer.text()).replaceAll('\u00a0', ' ')
    const [, choices = ''] = /aria-label="Pour qui, à quel prix">(.*?)<\/nav>/s.exec(text) ?? []
    return {
      status: answer.status,
      titles: [...text.matchAll(/<h[34] [^>]*>.*?<a [^>]*>([^<]*)/g)].map(([, name]) => name),
      links: [...choices.matchAll(/href="\/place\/choix([^"]*)"([^>]*)>([^<]*)/g)].map(
        ([, href, on, words]) => `${on ? '* ' : ''}${words} ${href?.replaceAll('&amp;', '&')}`,
      ),
      empty: /<p class="empty">([^<]*)/.exec(text)?.[1],
      text,
    }
  }
  const all = await read('choix/agenda')
  assert.deepEqual(all.titles, ['Spectacle', 'Veillée', 'Bal', 'Concert'])
  assert.deepEqual(all.links, ['Pour les enfants /agenda?pour=enfants', 'Gratuit /agenda?prix=gratuit'])
  const kids = await read('choix/agenda?pour=enfants')
  assert.deepEqual(kids.titles, ['Spectacle', 'Veillée'])
  assert.deepEqual(kids.links, ['* Pour les enfants /agenda', 'Gratuit /agenda?prix=gratuit&pour=enfants'])
  assert.match(kids.text, /href="\/place\/choix\/agenda\/ce-week-end\?pour=enfants"/)
  assert.deepEqual((await read('choix/agenda?pour=enfants&prix=gratuit')).titles, ['Veillée'])
  assert.deepEqual((await read('choix/agenda/2099-12?prix=gratuit')).titles, ['Veillée'])
  const none = await read('choix/agenda/ce-week-end?pour=enfants&prix=gratuit')
  assert.equal(none.empty, 'Rien de gratuit pour les enfants n’est annoncé ce week-end.')
  assert.match(none.text, /Ensuite\s: <a [^>]*>Veillée<\/a>, dimanche 6 décembre 2099/)
  assert.match(none.text, /<a href="\/place\/choix\/agenda\/ce-week-end">Tout l’agenda ce week-end</)
  assert.equal(
    (await read('choix/agenda/2100-02?prix=gratuit')).empty,
    'Rien de gratuit n’est annoncé ce mois-là.',
  )
  assert.deepEqual((await read('sans/agenda')).links, [])
  for (const page of ['choix/agenda?pour=rien', 'choix/agenda?prix=5'])
    assert.equal((await read(page)).status, 404, page)
})

test('the agenda shows one type, also of past days; types that do not exist are no page', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'natures' })
  const add = (title: string, type: string, date_debut: string, date_fin?: string) =>
    make.publication(app, null, town, { title, type, date_debut, ...(date_fin && { date_fin }) })
  await add('Exposition', 'evenement', day(-40), day(2))
  await add('Fête foraine', 'evenement', day(-8), day(8))
  await add('Vide-grenier', 'evenement', day(-2))
  await add('Conseil passé', 'deliberation', day(-9))
  await add('Trop ancien', 'evenement', day(-33))
  await add('Concert', 'evenement', day(3))
  await add('Conseil', 'deliberation', day(4))
  const read = async (page: string) => {
    const answer = await fetch(`${app.url}/place/natures/agenda${page}`)
    const text = await answer.text()
    return {
      status: answer.status,
      titles: [...text.matchAll(/<h[34] [^>]*>.*?<a [^>]*>([^<]*)/g)].map(([, name]) => name),
      chosen: [...text.matchAll(/<a [^>]*aria-current="true">([^<]*)/g)].map(([, name]) => name),
      robots: /name="robots" content="([^"]*)"/.exec(text)?.[1],
    }
  }
  assert.deepEqual((await read('')).titles, ['Exposition', 'Fête foraine', 'Concert', 'Conseil'])
  assert.deepEqual((await read('?nature=evenement')).titles, ['Exposition', 'Fête foraine', 'Concert'])
  const councils = await read('?nature=deliberation')
  assert.deepEqual([councils.titles, councils.chosen], [['Conseil'], ['À venir', 'Délibérations']])
  const past = { status: 200, robots: 'noindex,follow' }
  assert.deepEqual(await read('/passes'), {
    ...past,
    titles: ['Vide-grenier', 'Conseil passé'],
    chosen: ['Agenda', 'Passés', 'Tout'],
  })
  assert.deepEqual((await read('/passes?nature=deliberation')).titles, ['Conseil passé'])
  for (const page of ['?nature=rien', '/passes/2026-12', '/futurs'])
    assert.equal((await read(page)).status, 404, page)
})

test('the foot leads to months that the page does not show: none below what is to come, the earlier one below the past', async () => {
  const app = await startApp()
  await make.commune(app, { slug: 'pied' })
  const month = (step: number) => {
    const [year = 0, of = 0] = today.split('-').map(Number)
    return new Date(Date.UTC(year, of - 1 + step, 1)).toISOString().slice(0, 7)
  }
  const today = day(0)
  const foot: Readonly<Record<string, readonly string[]>> = {
    '': [],
    '/passes': [month(-1)],
    [`/${month(1)}`]: [month(0), month(2)],
  }
  for (const [page, months] of Object.entries(foot)) {
    const text = await (await fetch(`${app.url}/place/pied/agenda${page}`)).text()
    assert.equal(/Imprimer la semaine/.test(text), page !== '', 'of an empty calendar nothing is printed')
    const [, links = ''] = /aria-label="Autres mois">(.*?)<\/nav>/.exec(text) ?? []
    assert.deepEqual(
      [...links.matchAll(/agenda\/([\d-]+)"/g)].map(([, one]) => one),
      months,
      page,
    )
  }
})

test('a month with more than a page ends with a whole day and links to the others, also behind a series', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'ville' })
  await make.several(110, at => {
    const day = `2099-12-${String(1 + Math.floor(at / 10)).padStart(2, '0')}`
    return make.publication(app, null, town, {
      title: `Bal ${at}`,
      type: 'evenement',
      date_debut: day,
      // The hundredth of the list began a month earlier.
      ...(at === 99 && { date_debut: '2099-11-10', heure_debut: '23:00', dates: [day] }),
    })
  })
  const read = async (page: string) => {
    const answer = await fetch(`${app.url}/place/ville/agenda/2099-12${page}`)
    const text = await answer.text()
    return {
      status: answer.status,
      days: [...text.matchAll(/<h3 class="date"><time datetime="([^"]*)/g)].map(([, day]) => day?.slice(8)),
      events: text.match(/Bal \d+/g)?.length ?? 0,
      more: /aria-label="Suite"><a href="([^"]*)/.exec(text)?.[1]?.replaceAll('&amp;', '&'),
    }
  }
  const days = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11']
  const page = '/place/ville/agenda/2099-12?'
  assert.deepEqual(await read(''), {
    status: 200,
    days: days.slice(0, 9),
    events: 90,
    more: `${page}depuis=2099-12-10`,
  })
  assert.deepEqual(await read('?depuis=2099-12-10'), {
    status: 200,
    days: days.slice(9),
    events: 20,
    more: undefined,
  })
  assert.equal((await read('?nature=evenement')).more, `${page}nature=evenement&depuis=2099-12-10`)
  for (const day of ['2099-12-32', '2099-11-10', '2099-12-00', 'x'])
    assert.equal((await read(`?depuis=${day}`)).status, 404, day)
})

test('of many past days the latest are shown, and the others are linked to', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'grande' })
  await make.several(101, at =>
    make.publication(app, null, town, {
      title: `Ancien ${at}`,
      type: 'evenement',
      date_debut: day(-20),
    }),
  )
  await make.publication(app, null, town, { title: 'Récent', type: 'evenement', date_debut: day(-3) })
  const text = await (await fetch(`${app.url}/place/grande/agenda/passes`)).text()
  assert.match(text, /Récent/)
  assert.doesNotMatch(text, /Ancien/)
  assert.match(text, /aria-label="Suite"><a href="\/place\/grande\/agenda\/\d{4}-\d\d">Plus tôt en /)
})

test('a series stands once with its rule, also in a month; days without a rule stand each in their month', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'marches' })
  const add = (title: string, first: string, dates: readonly string[]) =>
    make.publication(app, null, town, {
      title,
      type: 'evenement',
      date_debut: first,
      dates,
      heure_debut: '09:00',
      lieu: 'Place',
    })
  const weeks = Array.from({ length: 30 }, (_, at) =>
    new Date(Date.UTC(2099, 10, 28 + at * 7)).toISOString().slice(0, 10),
  )
  await add('Marché', '2099-11-21', weeks)
  await add('Atelier', '2099-12-02', ['2099-12-03', '2099-12-08', '2099-12-17', '2100-01-11'])
  await add('Loto', '2099-12-12', ['2099-12-19'])
  const read = async (page: string) => {
    const text = await (await fetch(`${app.url}/place/marches${page}`)).text()
    return [...text.matchAll(/<h4[^>]*><a [^>]*>([^<]*)<\/a><\/h4><p class="meta">(.*?)<\/p>/g)].map(
      ([, title, meta]) => `${title}: ${meta?.replaceAll(/<[^>]*>/g, '').replaceAll('\u00a0', ' ')}`,
    )
  }
  const market = 'Marché: 9 h · chaque samedi jusqu’au 19 juin · Place'
  const [workshop, loto] = [
    'Atelier: 9 h · puis 4 autres dates · Place',
    'Loto: 9 h · puis le 19 décembre · Place',
  ]
  for (const page of ['', '/agenda', '/agenda/cadre'])
    assert.deepEqual(await read(page), [market, workshop, loto], page)
  assert.deepEqual(await read('/agenda/2099-12'), [
    'Atelier: 9 h · puis 4 autres dates · Place',
    'Atelier: 9 h · puis 3 autres dates · Place',
    market,
    'Atelier: 9 h · puis les 17 décembre et 11 janvier · Place',
    loto,
    'Atelier: 9 h · puis le 11 janvier · Place',
    'Loto: 9 h · Place',
  ])
  assert.deepEqual(await read('/agenda/2100-06'), ['Marché: 9 h · puis les 12 et 19 juin · Place'])
})
