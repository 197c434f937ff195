import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testConfig } from '../../test/config.ts'
import { about } from './about.ts'
import type { Visit } from './visit.ts'

const page = async (env: Record<string, string>) => {
  const town = { nom: 'Œuilly', contacts: { mentions: [] } }
  const { body } = await about({
    town,
    base: '/place/oeuilly',
    portal: '',
    config: testConfig(env),
  } as unknown as Visit)
  return body.toString()
}

test('the legal notice is that of the operator; without one the page has none', async () => {
  const notice = await page({
    ...{
      LEGAL_PUBLISHER: 'CC des Bords <b>',
      LEGAL_DIRECTOR: 'Zoé Delaunay',
      LEGAL_HOST: 'Hébergeur SAS, Roubaix',
    },
  })
  assert.match(
    notice,
    /id="mentions">Mentions légales<.*<dd>CC des Bords &lt;b&gt;<.*<dd>Zoé Delaunay<.*<dd>Hébergeur SAS, Roubaix</s,
  )
  assert.doesNotMatch(await page({}), /Mentions légales/)
})
