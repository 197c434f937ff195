import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testConfig } from '../../../test/config.ts'
import { declarations } from './declarations.ts'

const NOTICE = {
  LEGAL_PUBLISHER: 'CC des Bords',
  LEGAL_DIRECTOR: 'Zoé Delaunay',
  LEGAL_HOST: 'Hébergeur SAS',
}
const AUDIT = {
  ACCESSIBILITY_LEVEL: 'partielle',
  ACCESSIBILITY_RATE: '82.5',
  ACCESSIBILITY_DATE: '2026-03-24',
  ACCESSIBILITY_AUDITOR: 'Cabinet Clair',
  ACCESSIBILITY_ISSUES: 'Les plans.',
}
const found = (env: Record<string, string>, day = '2026-11-27') =>
  declarations(testConfig(env), new Date(`${day}T12:00:00Z`)).map(({ explanation }) => explanation.code)

test('an administrator reads that the legal notice or the audit of accessibility is missing, or too old', () => {
  assert.deepEqual(found({}), ['notice_missing', 'audit_missing'])
  assert.deepEqual(found({ ...NOTICE, ...AUDIT }), ['notice', 'audited'])
  assert.deepEqual(found(AUDIT, '2029-03-23'), ['notice_missing', 'audited'])
  assert.deepEqual(found(AUDIT, '2029-03-24'), ['notice_missing', 'audit_old'])
  assert.deepEqual(found({ PLACE: 'off' }), [])
})
