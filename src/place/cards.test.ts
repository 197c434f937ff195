import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { namesOf } from '../../shared/fields/field.ts'
import { tintColours } from '../../shared/tints.ts'
import { TEINTES } from '../../shared/words/places.ts'
import { startApp } from '../../test/app.ts'
import * as make from '../../test/factories.ts'
import { CARD } from './cards.ts'

test('a page without a picture is shared with the card of its tint, which has the colours of today', async () => {
  const app = await startApp()
  const town = await make.commune(app, { nom: 'Œuilly', slug: 'oeuilly' })
  await app.owner.query(`insert into commune_places (commune_id, teinte) values ($1, 'prune')`, [town])
  const page = await (await fetch(`${app.url}/place/oeuilly/agenda`)).text()
  const property = (name: string) =>
    new RegExp(`<meta property="og:image${name}" content="([^"]*)">`).exec(page)?.[1] ?? ''
  assert.deepEqual([':width', ':height', ':alt'].map(property), [
    `${CARD.width}`,
    `${CARD.height}`,
    'La place de Œuilly',
  ])
  assert.match(property(''), /^http:\/\/[^/]+\/place\/-\/carte-prune\.png$/)
  for (const name of namesOf(TEINTES)) {
    const answer = await fetch(`${app.url}/place/-/carte-${name}.png`)
    assert.equal(answer.headers.get('content-type'), 'image/png')
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.ok(bytes.length < 10_000, name)
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    assert.deepEqual([info.width, info.height], [CARD.width, CARD.height])
    assert.equal(`#${data.subarray(0, 3).toString('hex')}`, tintColours(name).light.accent, name)
  }
})
