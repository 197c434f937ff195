// Of a release: 10 000 publications take minutes on a busy machine.
// Begun first: it takes long.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import {
  CODE,
  communesElsewhere,
  exportedFrom,
  importInto,
  linesIn,
} from '../../../test/fixtures/commune-files.ts'
import { picture, sendFile } from '../../../test/fixtures/own-pictures.ts'

const MANY = 10_000
const PICTURES = 200

test(`${MANY} publications of a commune, ${PICTURES} pictures among them, are the same in another Parvis`, async t => {
  const [here, there] = [await startApp({ env: { MEDIA_QUOTA_MB: '1000' } }), await startApp()]
  const { town } = await communesElsewhere(here)
  const clerk = await here.user()
  const hall = await make.mairie(here, town, clerk)
  const [news] = (await here.owner.query(`select id from publication_types where slug = 'evenement'`)).rows
  await here.owner.query(
    `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
       publie_le, moderation_by, duplicate_key, duplicate_reason, date_debut, heure_debut, dates, lieu, source_url,
       epingle, annule_le, annule_motif, public, gratuit, version, edited_at, created_at)
     select 'Événement ' || n, repeat('Un texte de la mairie, avec **du gras** et l’accent. ', 1 + n % 40), $1, $2, $3,
       array[$3::uuid], (array['published', 'pending', 'rejected'])[1 + n % 3], n % 3 = 0,
       case when n % 3 = 0 then now() - n * interval '1 hour' end, 'member', gen_random_uuid(), 'signature',
       date '2030-01-01' + n % 300, '20:30', case when n % 7 = 0 then array[date '2031-01-01'] else '{}' end, 'Salle ' || n,
       'https://rennes.example/' || n, n % 50 = 0, case when n % 11 = 0 then now() end,
       case when n % 11 = 0 then 'Orage' end, (array['tous', 'enfants', null])[1 + n % 3], n % 2 = 0, 1 + n % 5,
       now() - n * interval '1 minute', now() - n * interval '1 minute'
     from generate_series(1, ${MANY}) n`,
    [hall, news.id, town],
  )
  const plain = await exportedFrom(here, CODE)
  await communesElsewhere(there)
  let begun = performance.now()
  const seconds = () => ((performance.now() - begun) / 1_000).toFixed(1)
  assert.equal((await importInto(there, plain, true)).publications, MANY)
  t.diagnostic(`on trial, without pictures: ${seconds()} s`)

  const ids = (await here.owner.query('select id from publications order by id limit $1', [PICTURES])).rows
  for (const { id } of ids) {
    const { body } = await sendFile(here, clerk, hall, await picture(320, 200))
    await here.owner.query(
      `update publications set images = (select jsonb_build_array(jsonb_build_object('id', u.id, 'alt', '', 'key', m.key,
         'width', m.width, 'height', m.height, 'widths', m.widths, 'placeholder', m.placeholder))
       from uploads u join media m on m.key = u.media_key where u.id = $1) where id = $2`,
      [body.data.id, id],
    )
  }
  begun = performance.now()
  const file = await exportedFrom(here, CODE)
  t.diagnostic(`exported: ${seconds()} s`)
  begun = performance.now()
  const first = await importInto(there, file)
  t.diagnostic(`imported: ${seconds()} s`)
  assert.deepEqual([first.publications, first.files], [MANY, PICTURES])
  const [was, is] = [await linesIn(file), await linesIn(await exportedFrom(there, CODE))]
  assert.equal(was.publications.length, MANY)
  for (const [at, line] of was.publications.entries()) assert.deepEqual(is.publications[at], line)
  const second = await importInto(there, file)
  assert.deepEqual([second.publications, second.unchanged.publications, second.told], [0, MANY, []])
})
