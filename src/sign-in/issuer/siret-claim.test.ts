import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JWTPayload } from 'jose'
import { siretOf } from '../../../test/fixtures/town-halls.ts'
import { siretIn } from './siret-claim.ts'

const SIRET = siretOf(1)
const spaced = SIRET.replace(/^(.{3})(.{3})(.{3})/, '$1 $2 $3 ')

const GIVEN: readonly JWTPayload[] = [
  { siret: SIRET },
  { siret: spaced },
  { siret: SIRET, belonging_population: 'agent' },
  { siret: SIRET, is_service_public: true, is_external: false },
]
for (const claims of GIVEN)
  test(`a SIRET: ${JSON.stringify(claims)}`, () => {
    assert.equal(siretIn(claims), SIRET)
  })

const NONE: readonly JWTPayload[] = [
  {},
  { siret: null },
  { siret: 21_450_234_000_017 },
  { siret: [SIRET] },
  { siret: SIRET.slice(0, 13) },
  { siret: `${SIRET.slice(0, 13)}${(Number(SIRET[13]) + 1) % 10}` },
  { siret: `${SIRET}${' '.repeat(100_000)}` },
  { siret: SIRET, belonging_population: 'prestataire' },
  { siret: SIRET, belonging_population: ['agent', 'Stagiaire'] },
  { siret: SIRET, belonging_population: 'Partenaire' },
  { siret: SIRET, is_external: true },
  { siret: SIRET, is_service_public: false },
]
for (const claims of NONE)
  test(`no SIRET: ${JSON.stringify(claims).slice(0, 80)}`, () => {
    assert.equal(siretIn(claims), undefined)
  })
