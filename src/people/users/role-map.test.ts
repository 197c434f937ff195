import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testConfig } from '../../../test/config.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { signInProviders } from '../../sign-in/providers.ts'
import { roleMapFrom, rolesOfGroups } from './role-map.ts'

const read = (said: unknown) =>
  roleMapFrom({
    variable: 'OIDC_MAIRIE_ROLE_MAP',
    text: typeof said === 'string' ? said : JSON.stringify(said),
  })

test('a group gives a role, or several, everywhere or for places; roles of several groups are joined', () => {
  const map = read({
    'cn=presse,ou=mairie': 'operator_moderation',
    '/dechets': { role: 'operator_communes', epcis: ['244500468'] },
    '/orleans': [
      { role: 'operator_communes', communes: ['45234'] },
      { role: 'operator_moderation', communes: ['45234'] },
    ],
    __proto__x: 'operator_imports',
  })
  assert.deepEqual(
    rolesOfGroups(map, ['/orleans', '/dechets', '/orleans', 'constructor', '']),
    new Map([
      ['operator_communes', { role: 'operator_communes', communes: ['45234'], epcis: ['244500468'] }],
      ['operator_moderation', { role: 'operator_moderation', communes: ['45234'], epcis: [] }],
    ]),
  )
  const everywhere = rolesOfGroups(map, ['/orleans', 'cn=presse,ou=mairie']).get('operator_moderation')
  assert.deepEqual(everywhere, { role: 'operator_moderation', communes: [], epcis: [] })
  assert.equal(rolesOfGroups(map, []).size, 0)
})

test('a wrong map is refused in one sentence that names the variable', () => {
  const communes = Array.from({ length: 501 }, (_, n) => `${10_000 + n}`)
  for (const wrong of [
    ...['', 'presse', '[]', '{}', 'null', '{"a":', '{"": "admin"}'],
    { a: 'editor' },
    { a: 'constructor' },
    { a: null },
    { a: [], b: { role: 'admin', communes: ['45234'] } },
    { a: { role: 'operator_moderation', communes: [] } },
    { a: { role: 'operator_moderation', communes: ['Orléans'] } },
    { a: { role: 'operator_moderation', epcis: ['45234'] } },
    { a: { role: 'operator_moderation', commune: ['45234'] } },
    { a: { role: 'operator_moderation', communes: '45234' } },
    { ['x'.repeat(1_001)]: 'admin' },
    {
      a: { role: 'operator_moderation', communes: communes.slice(250) },
      b: { role: 'operator_moderation', communes },
    },
  ])
    assert.throws(
      () => read(wrong),
      error => error instanceof Refusal && /^OIDC_MAIRIE_ROLE_MAP must be [^.]*\.$/.test(error.message),
      JSON.stringify(wrong).slice(0, 100),
    )
  const provider = { OIDC_ISSUER: 'https://id.example.fr', OIDC_CLIENT_ID: 'a', OIDC_CLIENT_SECRET: 'b' }
  const config = testConfig({ ...provider, OIDC_ROLE_MAP: '{"a": "boss"}' })
  assert.throws(() => signInProviders(config), /OIDC_ROLE_MAP must be/)
})
