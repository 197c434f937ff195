import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf } from '../../shared/fields/field.ts'
import { ROLES, type Role } from '../../shared/words/access.ts'
import { areasOf, can } from './permissions.ts'

test('rights: administrators everywhere, operators in their area and on the dashboard, the suspended nowhere', () => {
  const caller = (roles: readonly Role[], status: 'active' | 'suspended' = 'active') => ({
    id: 'x',
    status,
    roles,
    territories: {},
  })
  const areas = ['moderation', 'claims', 'support', 'communes', 'imports', 'dashboard', 'reserved'] as const
  const open = (roles: readonly Role[]) =>
    areas.filter(area => can(caller(roles), { action: 'administer', area }) === 'allowed')
  assert.deepEqual(open(['admin']), [...areas])
  assert.deepEqual(open([]), [])
  for (const role of namesOf(ROLES).filter(one => one !== 'admin'))
    assert.deepEqual(open([role]), [role.replace('operator_', ''), 'dashboard'])
  assert.deepEqual(open(['operator_claims', 'operator_support']), ['claims', 'support', 'dashboard'])
  assert.equal(
    can(caller(['admin'], 'suspended'), { action: 'administer', area: 'dashboard' }),
    'account_suspended',
  )
  assert.deepEqual(areasOf([]), [])
})
