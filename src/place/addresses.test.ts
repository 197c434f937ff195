import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shortId } from '../../shared/short-id.ts'
import { publicationPath } from './addresses.ts'

test('the path has eight words of the title at most, and none where the title has none', () => {
  const id = '0190f0e0-0000-7000-8000-000000000001'
  assert.equal(
    publicationPath({ id, title: 'L’Œuvre d’été : « à la une » de 10 h à midi, et après' }),
    `/p/l-oeuvre-d-ete-a-la-une-de-${shortId(id)}`,
  )
  assert.equal(publicationPath({ id, title: '🎉🎉' }), `/p/${shortId(id)}`)
})
