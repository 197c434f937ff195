import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreementOf } from './agreement.ts'
import { evidenceOf } from './evidence.ts'

const SIRET = '73282932000074'
const TOWN = { email: 'mairie@ville.fr', site_web: 'https://www.ville.fr' }
const ACTEUR = {
  type: 'association',
  email: 'contact@club.fr',
  telephone: '04 78 11 22 33',
  site_web: null,
  siret: null as string | null,
  rna: null,
}

const found = ({
  email = null as string | null,
  proven = true,
  message = null as string | null,
  telephone = null as string | null,
  acteur = {},
  town = true,
  silent = 0,
}) => {
  const known = { ...ACTEUR, ...acteur }
  return evidenceOf({
    email,
    message,
    email_verified: proven,
    acteur: known,
    recorded: [],
    silent,
    agreement: agreementOf({ email, telephone, message }, known),
    register: town ? TOWN : undefined,
  }).map(({ kind, strength }) => `${kind} ${strength}`)
}

const CASES: readonly (readonly [what: string, Parameters<typeof found>[0], evidence: readonly string[]])[] =
  [
    ['nothing', {}, []],
    ['the town hall itself', { email: 'a@ville.fr', acteur: { type: 'mairie' } }, ['town_mail strong']],
    [
      'an address that is only typed',
      { email: 'a@ville.fr', proven: false, acteur: { type: 'mairie' } },
      ['town_mail to_check'],
    ],
    ['the town hall for a club', { email: 'a@ville.fr' }, ['town_staff_mail weak']],
    ['no directory', { email: 'a@ville.fr', town: false }, ['other_mail nothing']],
    ['the address of the page', { email: 'Contact@club.fr' }, ['acteur_mail strong']],
    ['the domain of the page', { email: 'a@club.fr' }, ['site_mail strong']],
    [
      'the site of the page',
      { email: 'a@judo.fr', acteur: { email: null, site_web: 'https://judo.fr/' } },
      ['site_mail strong'],
    ],
    [
      'a public provider',
      { email: 'a@gmail.com', acteur: { email: 'b@gmail.com' } },
      ['public_mail nothing'],
    ],
    ['another domain', { email: 'a@autre.fr' }, ['other_mail nothing']],
    ['the SIRET', { message: SIRET, acteur: { siret: SIRET } }, ['siret_same weak']],
    ['another SIRET', { message: '55210055400013', acteur: { siret: SIRET } }, ['siret_differs against']],
    ['a SIRET with nothing to compare', { message: SIRET }, ['number_to_check to_check']],
    ['the telephone', { telephone: '+33478112233' }, ['telephone_same weak']],
    ['silent owners', { silent: 2 }, ['owners_silent to_check']],
    [
      'what speaks against first',
      { email: 'a@club.fr', message: 'SIREN 552 100 554', telephone: '0478112233', acteur: { siret: SIRET } },
      ['siret_differs against', 'site_mail strong', 'telephone_same weak'],
    ],
  ]
for (const [what, given, evidence] of CASES)
  test(`evidence: ${what}`, () => {
    assert.deepEqual(found(given), evidence)
  })

test('recorded evidence keeps who recorded it, and when', () => {
  const call = { kind: 'call_back', by: { id: 'x', nom: 'Karim' }, at: '2026-11-20T08:00:00Z' } as const
  const [only, ...others] = evidenceOf({
    email: null,
    message: null,
    email_verified: false,
    acteur: ACTEUR,
    recorded: [call],
    silent: 0,
    agreement: agreementOf({ email: null, telephone: null, message: null }, ACTEUR),
    register: undefined,
  })
  assert.deepEqual([only, others], [{ ...call, strength: 'strong' }, []])
})
