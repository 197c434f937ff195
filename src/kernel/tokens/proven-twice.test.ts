import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provesTwice } from './proven-twice.ts'

test('two factors are those that the issuer names, by way or by level; what is unknown does not count', () => {
  for (const claims of [
    { amr: ['mfa'] },
    { amr: ['pwd', 'otp'] },
    { amr: ['hwk', 'pin'] },
    { amr: ['pwd', 'mfa'], acr: 'eidas1' },
    { acr: 'eidas2' },
    { acr: 'eidas3' },
    { acr: 'https://proconnect.gouv.fr/assurance/consistency-checked-2fa' },
  ])
    assert.ok(provesTwice(claims), JSON.stringify(claims))
  for (const claims of [
    {},
    { amr: [] },
    { amr: ['pwd'] },
    { amr: ['otp'] },
    { amr: ['otp', 'sms'] },
    { amr: ['pwd', 'kba'] },
    { amr: 'mfa' },
    { amr: { mfa: true } },
    { amr: [['mfa']] },
    { acr: 'eidas1' },
    { acr: 'eidas22' },
    { acr: '2' },
    { acr: ['eidas3'] },
    { acr: 'https://proconnect.gouv.fr/assurance/self-asserted' },
    { acr: 'https://evil.example/-2fa' },
  ])
    assert.ok(!provesTwice(claims), JSON.stringify(claims))
})
