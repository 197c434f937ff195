import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreementOf } from './agreement.ts'

const NOTHING = { email: null, telephone: null, message: null }
const UNKNOWN = { email: null, telephone: null, site_web: null, siret: null, rna: null }
const SIRET = '73282932000074'

const EMAILS: readonly (readonly [
  said: string | null,
  email: string | null,
  site: string | null,
  mark: string,
])[] = [
  [null, 'a@club.fr', null, 'unknown'],
  ['a@club.fr', null, null, 'unknown'],
  ['A@Club.fr', 'a@club.fr', null, 'same_address'],
  ['b@club.fr', 'a@club.fr', null, 'same_domain'],
  ['b@club.fr', null, 'https://www.club.fr/accueil', 'same_domain'],
  ['b@mairie.ville.fr', 'contact@ville.fr', null, 'same_domain'],
  ['b@ville.fr', null, 'https://mairie.ville.fr', 'same_domain'],
  ['b@monclub.fr', 'a@club.fr', null, 'differs'],
  ['b@autre.fr', 'a@club.fr', 'https://club.fr', 'differs'],
  ['b@gmail.com', 'a@club.fr', null, 'public_domain'],
  // Two addresses at a public mail provider prove nothing.
  ['b@gmail.com', 'a@gmail.com', null, 'public_domain'],
  ['a@gmail.com', 'a@gmail.com', null, 'same_address'],
  ['b@fr', null, 'https://club.fr', 'differs'],
  ['b@free.fr', null, 'https://club.free.fr', 'public_domain'],
  ['b@club.fr', null, 'not a link', 'unknown'],
]
for (const [said, email, site_web, mark] of EMAILS)
  test(`an address: ${said} for ${email ?? '…'}, ${site_web ?? '…'}: ${mark}`, () => {
    assert.equal(agreementOf({ ...NOTHING, email: said }, { ...UNKNOWN, email, site_web }).email, mark)
  })

const TELEPHONES: readonly (readonly [said: string | null, known: string | null, mark: string])[] = [
  ['04 78 11 22 33', '+33 4 78 11 22 33', 'same'],
  ['0033478112233', '04.78.11.22.33', 'same'],
  ['04 78 11 22 34', '04 78 11 22 33', 'differs'],
  ['04 78', '04 78 11 22 33', 'unknown'],
  [null, '04 78 11 22 33', 'unknown'],
  ['04 78 11 22 33', null, 'unknown'],
]
for (const [telephone, known, mark] of TELEPHONES)
  test(`a telephone: ${telephone} for ${known}: ${mark}`, () => {
    assert.equal(agreementOf({ ...NOTHING, telephone }, { ...UNKNOWN, telephone: known }).telephone, mark)
  })

const MESSAGES: readonly (readonly [message: string | null, siret: string, rna: string])[] = [
  [`Notre SIRET : 732 829 320 00074.`, 'same', 'unknown'],
  [`732.829.320`, 'same_company', 'unknown'],
  ['SIREN 552 100 554', 'differs', 'unknown'],
  ['73282932000075, ou le 04 78 11 22 33', 'unknown', 'unknown'],
  ['RNA w751004076', 'unknown', 'same'],
  ['W 751 004 077', 'unknown', 'differs'],
  ['W751004077', 'unknown', 'differs'],
  ['Je suis la présidente.', 'unknown', 'unknown'],
  [null, 'unknown', 'unknown'],
]
for (const [message, siret, rna] of MESSAGES)
  test(`numbers in a message: ${message}`, () => {
    const found = agreementOf({ ...NOTHING, message }, { ...UNKNOWN, siret: SIRET, rna: 'W751004076' })
    assert.deepEqual([found.siret, found.rna], [siret, rna])
    const nothing = agreementOf({ ...NOTHING, message }, UNKNOWN)
    assert.deepEqual([nothing.siret, nothing.rna], ['unknown', 'unknown'])
  })
