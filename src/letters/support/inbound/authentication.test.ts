import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticationOf } from './authentication.ts'

const SERVERS = ['mx.ville.fr', 'mx2.ville.fr']
const of = (...headers: string[]) => authenticationOf(headers, SERVERS, 'ville.fr')

/** As servers write them, folded as they arrive. */
const PASSED = [
  'mx.ville.fr; dmarc=pass header.from=ville.fr',
  'MX.Ville.fr; DMARC=Pass header.From=Ville.FR',
  'mx.ville.fr 1; dmarc=pass (p=reject dis=none) header.from=ville.fr',
  'mx2.ville.fr;\r\n\tdkim=pass (2048-bit key; unprotected) header.d=ville.fr header.i=@ville.fr header.a=rsa-sha256 header.s=s1;\r\n\tspf=pass (mx.ville.fr: domain of a@ville.fr designates 192.0.2.1 as permitted sender) smtp.mailfrom=a@ville.fr;\r\n\tdmarc=pass (p=QUARANTINE sp=NONE dis=NONE) header.from=ville.fr',
  'mx.ville.fr; dmarc=none; spf=pass smtp.mailfrom=ville.fr',
  'mx.ville.fr; spf=pass smtp.mailfrom="anne"@ville.fr; dkim=none',
  'mx.ville.fr; dkim=pass header.d=ville.fr; dkim=fail header.d=liste.example; spf=none',
  'mx.ville.fr; dmarc=bestguesspass action=none header.from=ville.fr; dkim=pass header.d=ville.fr',
]
for (const header of PASSED) test(`passes: ${header}`, () => assert.equal(of(header), 'passed'))

test('results of several headers of the server count together, those of others do not', () => {
  assert.equal(
    of('mx.ville.fr; dkim=pass header.d=other.example', 'mx.ville.fr; dmarc=pass header.from=ville.fr'),
    'passed',
  )
  assert.equal(of('mx.evil.example; dmarc=fail header.from=ville.fr', PASSED[0] ?? ''), 'passed')
  assert.equal(of('mx.evil.example; dmarc=pass header.from=ville.fr'), 'absent')
  assert.equal(of(), 'absent')
  assert.equal(of('mx.ville.fr; none'), 'absent')
})

test('what a header of any bytes says is read in linear time', () => {
  for (const odd of ['(', ')', '"', '\\', ';', '=', 'dmarc=', '((', ' '])
    assert.notEqual(of(`mx.ville.fr; ${odd.repeat(7_000 / odd.length)}`), 'passed')
  assert.equal(of(`mx.ville.fr; dmarc=pass header.from=ville.fr ${'x'.repeat(9_000)}`), 'failed')
})
