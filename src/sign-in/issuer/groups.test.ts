import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupsIn } from './groups.ts'

test('groups are a list, or one text, below a name with dots or at it', () => {
  assert.deepEqual(groupsIn({ groups: ['/a', '/b'] }, 'groups'), ['/a', '/b'])
  assert.deepEqual(groupsIn({ groups: '/a' }, 'groups'), ['/a'])
  assert.deepEqual(groupsIn({ realm_access: { roles: ['a'] } }, 'realm_access.roles'), ['a'])
  assert.deepEqual(groupsIn({ 'https://example.org/roles': ['a'] }, 'https://example.org/roles'), ['a'])
  assert.deepEqual(groupsIn({}, 'groups'), [])
})

test('what is no group is left out, and a provider that leaves groups out is not believed to have none', () => {
  const odd = [1, null, {}, ['/nested'], 'x'.repeat(1_001), '/a']
  assert.deepEqual(groupsIn({ groups: odd }, 'groups'), ['/a'])
  assert.deepEqual(groupsIn({ groups: { length: 1 } }, 'groups'), [])
  assert.deepEqual(groupsIn({}, '__proto__.constructor.name'), [])
  assert.equal(groupsIn({ _claim_names: { groups: 'src1' } }, 'groups'), undefined)
})
