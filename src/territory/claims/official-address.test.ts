import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesOf } from '../../../shared/fields/field.ts'
import { OFFICIAL_BLOCKS, type OfficialBlock } from '../../../shared/words/claims.ts'
import { siretOf } from '../../../test/fixtures/town-halls.ts'
import {
  CHANGED_DAYS,
  MERGED_DAYS,
  type OfficialFacts,
  type OfficialReading,
  officialAddress,
  STALE_DAYS,
} from './official-address.ts'

const READING: OfficialReading = {
  emails: ['mairie@bourg.fr'],
  siret: siretOf(1),
  doubt: null,
  age: 0,
  unchanged: null,
}
const FACTS: OfficialFacts = {
  is_town_hall: true,
  siret: null,
  has_owner: false,
  was_undone: false,
  merged_days: null,
  has_letter: false,
  dila: READING,
  dpnt: READING,
  is_elsewhere: false,
}

const GOOD: Readonly<Record<string, Partial<OfficialFacts>>> = {
  'both agree': {},
  'the last day on which a reading counts': {
    dila: { ...READING, age: STALE_DAYS },
    dpnt: { ...READING, age: STALE_DAYS },
  },
  'the first day after a change': { dila: { ...READING, unchanged: CHANGED_DAYS } },
  'the first day after a merger': { merged_days: MERGED_DAYS },
  'the directory knows more addresses': {
    dila: { ...READING, emails: ['accueil@bourg.fr', 'mairie@bourg.fr'] },
  },
  'one register gives no SIRET': { dila: { ...READING, siret: null } },
  'the page has the same SIRET': { siret: siretOf(1) },
}
for (const [name, facts] of Object.entries(GOOD))
  test(`a code may be mailed: ${name}`, () => {
    assert.deepEqual(officialAddress({ ...FACTS, ...facts }), { to: 'mairie@bourg.fr', blocked: null })
  })

const either = (change: Partial<OfficialReading>): Partial<OfficialFacts>[] => [
  { dila: { ...READING, ...change } },
  { dpnt: { ...READING, ...change } },
]
const BLOCKED: Readonly<Record<OfficialBlock, readonly Partial<OfficialFacts>[]>> = {
  not_town_hall: [{ is_town_hall: false }],
  managed: [{ has_owner: true }],
  undone: [{ was_undone: true }],
  unknown: [{ dila: null }, { dpnt: null }, { dila: null, dpnt: null }, ...either({ emails: [] })],
  stale: either({ age: STALE_DAYS + 1 }),
  merged: [{ merged_days: MERGED_DAYS - 1 }, { merged_days: 0 }],
  differs: [
    ...either({ emails: ['autre@bourg.fr'] }),
    ...either({ siret: siretOf(2) }),
    { siret: siretOf(2) },
    { dpnt: { ...READING, emails: ['mairie@bourg.fr', 'autre@bourg.fr'] } },
  ],
  shared: [
    ...either({ doubt: 'shared' }),
    ...either({ doubt: 'several' }),
    { is_elsewhere: true },
    {
      dila: { ...READING, emails: ['mairie@yopmail.com'] },
      dpnt: { ...READING, emails: ['mairie@yopmail.com'] },
    },
  ],
  changed: [...either({ unchanged: CHANGED_DAYS - 1 }), ...either({ unchanged: 0 })],
  letter: [{ has_letter: true }],
}
for (const reason of namesOf(OFFICIAL_BLOCKS))
  test(`no code is mailed: ${OFFICIAL_BLOCKS[reason].means}`, () => {
    assert.ok(BLOCKED[reason].length > 0)
    for (const facts of BLOCKED[reason])
      assert.deepEqual(officialAddress({ ...FACTS, ...facts }), { to: null, blocked: reason })
  })
