import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testConfig } from '../../test/config.ts'
import { about } from './about.ts'
import { accessibility } from './accessibility.ts'
import type { Visit } from './visit.ts'

const town = { nom: 'Œuilly', contacts: { mentions: [], telephone: '02 38 00 45 45' } }
const visit = (env: Record<string, string>, today = '2026-11-27') =>
  ({
    town,
    base: '/place/oeuilly',
    home: '/place/oeuilly',
    portal: '',
    origin: 'https://parvis.example',
    today,
    config: testConfig(env),
  }) as unknown as Visit
const page = async (env: Record<string, string>) => (await about(visit(env))).body.toString()
const AUDIT = {
  ACCESSIBILITY_LEVEL: 'partielle',
  ACCESSIBILITY_RATE: '82.5',
  ACCESSIBILITY_DATE: '2026-03-24',
  ACCESSIBILITY_AUDITOR: 'Cabinet <Clair>',
  ACCESSIBILITY_ISSUES: 'Les plans ; les vidéos.',
}

test('the legal notice is that of the operator; without one the page has none', async () => {
  const notice = await page({
    LEGAL_PUBLISHER: 'CC des Bords <b>',
    LEGAL_DIRECTOR: 'Zoé Delaunay',
    LEGAL_HOST: 'Hébergeur SAS, Roubaix',
  })
  assert.match(
    notice,
    /id="mentions">Mentions légales<.*<dd>CC des Bords &lt;b&gt;<.*<dd>Zoé Delaunay<.*<dd>Hébergeur SAS, Roubaix</s,
  )
  assert.doesNotMatch(await page({}), /Mentions légales/)
})

test('without an audit the declaration says “non conforme”, with what the law wants it to say', async () => {
  const text = (await accessibility(visit({}))).body.toString()
  for (const words of [
    /La mairie de Œuilly s’engage .*article\s47 de la loi n°\s2005-102/,
    /s’applique à https:\/\/parvis\.example\/place\/oeuilly\./,
    /<b>non conformes<\/b> au référentiel .*pas encore été auditées/,
    /établie le 27\snovembre 2026/,
    /a-propos\/signaler.*tel:\+33238004545/,
    /formulaire\.defenseurdesdroits\.fr.*délégué.*Libre réponse 71120, 75342\sParis CEDEX\s07/,
  ])
    assert.match(text, words)
  assert.doesNotMatch(text, /%/)
  assert.match(await page({}), /href="\/place\/oeuilly\/accessibilite">Accessibilité\s: non conforme</)
})

test('an audit gives the declaration its level, rate, day, auditor and faults, for three years', async () => {
  const text = (await accessibility(visit(AUDIT))).body.toString()
  assert.match(text, /<b>partiellement conformes<\/b>/)
  assert.match(
    text,
    /L’audit du 24\smars 2026, réalisé par Cabinet &lt;Clair&gt;, révèle que 82,5\s% des critères/,
  )
  assert.match(text, /<li>Les plans<\/li><li>les vidéos\.<\/li>/)
  assert.match(text, /établie le 24\smars 2026/)
  assert.match(await page(AUDIT), /Accessibilité\s: partiellement conforme</)
  const late = (await accessibility(visit(AUDIT, '2029-03-24'))).body.toString()
  assert.match(late, /<b>non conformes<\/b>.*24\smars 2026 a plus de trois ans/)
  assert.doesNotMatch(late, /82,5/)
})
