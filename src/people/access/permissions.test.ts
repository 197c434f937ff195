import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf } from '../../../shared/fields/field.ts'
import { MEMBER_PERMISSIONS, ROLES, type Role } from '../../../shared/words/access.ts'
import { KEY_SCOPES, type KeyScope } from '../../../shared/words/api-keys.ts'
import { areasOf, can, type Right, type Standing } from './permissions.ts'

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

test('rights of API keys: those of their scopes in an open acteur, and no other', () => {
  const standing: Standing = {
    role: 'editor',
    permissions: namesOf(MEMBER_PERMISSIONS),
    open: true,
    can_publish: true,
  }
  const rights: readonly Right[] = [
    { action: 'create', standing, inZone: true, pin: false },
    { action: 'edit', standing, inZone: true, content: true, pin: false },
    { action: 'delete', standing },
    { action: 'visit', standing },
    { action: 'describe', standing },
    { action: 'lead', standing },
    { action: 'moderate', standing, to: 'published', decidedBy: 'member' },
    { action: 'hold', standing, to: 'pending', decidedBy: 'member' },
    { action: 'administer', area: 'dashboard' },
  ]
  const allowed = (scopes: readonly KeyScope[], open = true) =>
    rights.flatMap(right => {
      const asked = 'standing' in right ? { ...right, standing: { ...standing, open } } : right
      const caller = { kind: 'key', id: 'x', scopes, limit: { acteurId: 'y' } } as const
      return can(caller, asked as Right) === 'allowed' ? [right.action] : []
    })
  assert.deepEqual(allowed(['publications:read']), [])
  assert.deepEqual(allowed(['publications:write']), ['create', 'edit', 'delete'])
  assert.deepEqual(allowed(['acteurs:read']), ['visit'])
  assert.deepEqual(allowed(['acteurs:write']), ['visit', 'describe'])
  const every = namesOf(KEY_SCOPES)
  assert.deepEqual(allowed(every), ['create', 'edit', 'delete', 'visit', 'describe'])
  assert.deepEqual(allowed(every, false), [])
})
