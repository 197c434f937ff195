import assert from 'node:assert/strict'
import { test } from 'node:test'
import { areasOf, can, ROLES } from './permissions.ts'

test('rights: administrators everywhere, operators in their area and on the dashboard, the suspended nowhere', () => {
  const caller = (roles: readonly (typeof ROLES)[number][], status: 'active' | 'suspended' = 'active') => ({
    id: 'x',
    status,
    roles,
  })
  const areas = ['moderation', 'claims', 'support', 'communes', 'imports', 'dashboard', 'reserved'] as const
  const open = (roles: readonly (typeof ROLES)[number][]) =>
    areas.filter(area => can(caller(roles), { action: 'administer', area }) === 'allowed')
  assert.deepEqual(open(['admin']), [...areas])
  assert.deepEqual(open([]), [])
  for (const role of ROLES.filter(one => one !== 'admin'))
    assert.deepEqual(open([role]), [role.replace('operator_', ''), 'dashboard'])
  assert.deepEqual(open(['operator_claims', 'operator_support']), ['claims', 'support', 'dashboard'])
  assert.equal(
    can(caller(['admin'], 'suspended'), { action: 'administer', area: 'dashboard' }),
    'account_suspended',
  )
  assert.deepEqual(areasOf([]), [])
})
