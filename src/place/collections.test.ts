import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'
import { dayOfWeek } from '../kernel/values/local-time.ts'
import { daysAfter, localDay, longDay } from './days.ts'

test('a moved and a cancelled collection are announced on the pages, the sheet and in calendars', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'vaux' })
  const today = localDay(new Date().toISOString(), 'Europe/Paris')
  const planned = daysAfter(today, 2)
  const moved = daysAfter(today, 3)
  const rows: readonly [type: string, exceptions: object[]][] = [
    ['ordures_menageres', [{ date: planned, report_le: moved }]],
    ['recyclables', [{ date: planned, report_le: null }]],
    // Nothing is collected on that day: nothing changes, and the day that comes anyway replaces none.
    ['dechets_verts', [{ date: daysAfter(planned, 1), report_le: daysAfter(planned, 7) }]],
    // Announced six weeks ahead.
    ['verre', [{ date: daysAfter(planned, 49), report_le: null }]],
  ]
  for (const [type, exceptions] of rows)
    await app.owner.query(
      `insert into collectes (commune_id, type, frequence, jours, exceptions) values ($1, $2, 'hebdomadaire', $3, $4)`,
      [town, type, [dayOfWeek(planned)], JSON.stringify(exceptions)],
    )
  const read = async (page: string) =>
    (await (await fetch(`${app.url}/place/vaux${page}`)).text())
      .replaceAll(/<style.*?<\/style>/gs, '')
      .replaceAll(/<sup>(.*?)<\/sup>/g, '$1')
      .replaceAll(/\s/g, ' ')
  const when = (day: string) => longDay(day, today).replaceAll(/\s/g, ' ')
  const hall = await read('/mairie')
  const changes = [...hall.matchAll(/<p class="note"><b>(.*?)<\/b>/g)].map(([, words = '']) =>
    words.toLowerCase(),
  )
  assert.deepEqual(changes.sort(), [
    `${when(planned)} : collecte reportée au ${when(moved)}`,
    `${when(planned)} : pas de collecte`,
  ])
  const sheet = await read('/semaine')
  assert.ok(sheet.includes(`${when(planned)} : collecte reportée au ${when(moved)}`), sheet)
  assert.ok(sheet.includes(`${when(planned)} : pas de collecte`), sheet)
  const calendar = (await (await fetch(`${app.url}/place/vaux/collectes.ics`)).text()).replaceAll('\r\n ', '')
  assert.equal(calendar.split('DESCRIPTION:Au lieu du ').length, 2)
})

test('on the eve, the front page says that no bin is collected, and until when', async () => {
  const app = await startApp()
  const town = await make.commune(app, { slug: 'veille' })
  const today = localDay(new Date().toISOString(), 'Europe/Paris')
  const tomorrow = daysAfter(today, 1)
  await app.owner.query(
    `insert into collectes (commune_id, type, frequence, jours, zone, exceptions) values ($1, 'verre', 'hebdomadaire', $2, 'Bourg', $3)`,
    [town, [dayOfWeek(tomorrow)], JSON.stringify([{ date: tomorrow, report_le: daysAfter(today, 3) }])],
  )
  const text = await (await fetch(`${app.url}/place/veille`)).text()
  assert.match(text, /Pas de collecte (demain|aujourd’hui)<\/b>.*?<small>Bourg\s· collecte reportée au /)
  assert.doesNotMatch(text, /Sortez le bac/)
})
