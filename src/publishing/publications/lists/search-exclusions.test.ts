import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../../../../test/app.ts'
import * as make from '../../../../test/factories.ts'

/** A search with exclusions only cannot use an index: it reads the newest 5 000 publications at most. */

const LOOKED_AT = 5_000
const app = await startApp()
const commune = await make.commune(app)
const acteur = await make.acteur(app, commune)
const { rows: types } = await app.owner.query(`select id from publication_types where slug = 'actualite'`)
// A minute apart, newest first; nearly all of them contain the excluded word.
await app.owner.query(
  `insert into publications (title, body, acteur_id, type_id, commune_id, commune_ids, moderation_status, valide,
     publie_le, moderation_by, duplicate_key, duplicate_reason)
   select case when n >= $4 then 'Brocante ' else 'Bal ' end || n, 'Texte', $1, $2, $3, array[$3::uuid], 'published', true,
     now() - n * interval '1 minute', 'member', gen_random_uuid(), 'signature'
   from generate_series(1, $4 + 1) n`,
  [acteur, types[0].id, commune, LOOKED_AT],
)
await app.owner.query('analyze publications, publication_words')

test('with exclusions only, the newest 5 000 publications are searched', async () => {
  for (const sort of ['', '&sort=relevance', '&sort=publie_le_desc'])
    for (const path of ['/publications', `/communes/${commune}/publications`])
      for (const q of ['-bal', '-bal -x1', '-"bal"']) {
        const { status, body } = await app.anyone.get(
          `${path}?per_page=100&q=${encodeURIComponent(q)}${sort}`,
        )
        assert.equal(status, 200)
        const titles = body.data.map(({ title }: { title: string }) => title)
        assert.deepEqual(titles, [`Brocante ${LOOKED_AT}`], `${path} ${q} ${sort}`)
      }
})

test('with a further word the index finds all', async () => {
  const { body } = await app.anyone.get(`/publications?per_page=100&q=${encodeURIComponent('brocante -x1')}`)
  assert.equal(body.data.length, 2)
})
