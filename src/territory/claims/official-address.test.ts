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
  officialSiret,
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
  acteur: null,
  is_town_hall: true,
  siret: null,
  has_owner: false,
  was_undone: false,
  merged_days: null,
  dila: READING,
  dpnt: READING,
  is_elsewhere: false,
  siret_is_elsewhere: false,
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
/** Whatever proves it. */
const ANY_WAY = {
  not_town_hall: [{ is_town_hall: false }],
  managed: [{ has_owner: true }],
  undone: [{ was_undone: true }],
  several: either({ doubt: 'several' }),
  stale: either({ age: STALE_DAYS + 1 }),
  merged: [{ merged_days: MERGED_DAYS - 1 }, { merged_days: 0 }],
  changed: [...either({ unchanged: CHANGED_DAYS - 1 }), ...either({ unchanged: 0 })],
} as const satisfies Readonly<Partial<Record<OfficialBlock, readonly Partial<OfficialFacts>[]>>>
type Blocked = readonly (readonly [OfficialBlock, readonly Partial<OfficialFacts>[]])[]

const NO_CODE: Blocked = [
  ...(Object.entries(ANY_WAY) as unknown as Blocked),
  ['unknown', [{ dila: null }, { dpnt: null }, { dila: null, dpnt: null }, ...either({ emails: [] })]],
  [
    'differs',
    [
      ...either({ emails: ['autre@bourg.fr'] }),
      ...either({ siret: siretOf(2) }),
      { siret: siretOf(2) },
      { dpnt: { ...READING, emails: ['mairie@bourg.fr', 'autre@bourg.fr'] } },
    ],
  ],
  [
    'shared',
    [
      ...either({ doubt: 'shared' }),
      { is_elsewhere: true },
      {
        dila: { ...READING, emails: ['mairie@yopmail.com'] },
        dpnt: { ...READING, emails: ['mairie@yopmail.com'] },
      },
    ],
  ],
]
for (const [reason, all] of NO_CODE)
  test(`no code is mailed: ${OFFICIAL_BLOCKS[reason].means}`, () => {
    assert.ok(all.length > 0)
    for (const facts of all)
      assert.deepEqual(officialAddress({ ...FACTS, ...facts }), { to: null, blocked: reason })
  })

const NO_SIRET: Blocked = [
  ...(Object.entries(ANY_WAY) as unknown as Blocked),
  ['no_siret', [{ dila: null }, { dpnt: null }, { dila: null, dpnt: null }, ...either({ siret: null })]],
  ['differs', [...either({ siret: siretOf(2) }), { siret: siretOf(2) }]],
  ['several', [{ siret_is_elsewhere: true }]],
]
for (const [reason, all] of NO_SIRET)
  test(`no SIRET proves it: ${OFFICIAL_BLOCKS[reason].means}`, () => {
    assert.ok(all.length > 0)
    for (const facts of all)
      assert.deepEqual(officialSiret({ ...FACTS, ...facts }), { siret: null, blocked: reason })
  })

test('the SIRET proves a town hall whatever its mail addresses are', () => {
  const facts = [
    {},
    { is_elsewhere: true, siret_is_elsewhere: false },
    ...either({ emails: [] }),
    ...either({ emails: ['autre@bourg.fr'] }),
    ...either({ doubt: 'shared' }),
    { siret: siretOf(1) },
  ]
  for (const some of facts)
    assert.deepEqual(officialSiret({ ...FACTS, ...some }), { siret: siretOf(1), blocked: null })
})

test('each reason is tested', () => {
  const tested = new Set([...NO_CODE, ...NO_SIRET].map(([reason]) => reason))
  assert.deepEqual([...tested].sort(), namesOf(OFFICIAL_BLOCKS).sort())
})
