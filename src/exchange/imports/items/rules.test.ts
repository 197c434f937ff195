import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { describe, test } from 'node:test'
import type { FeedItem } from '../reading/item.ts'
import {
  communesFor,
  contentOfItem,
  decideItem,
  FORMERLY_CANCELLED,
  hashOf,
  type ImportingSource,
  type Known,
  MOST_COMMUNES,
  type NamedCommunes,
  whyUnfit,
} from './rules.ts'

const NOW = new Date('2026-06-15T12:00:00Z')
const ITEM: FeedItem = {
  external_id: 'a',
  title: 'Fête',
  body: 'Sur la place.',
  source_url: 'https://ville.example.org/a',
  image_url: null,
  date_debut: null,
  date_fin: null,
  heure_debut: null,
  heure_fin: null,
  dates: [],
  lieu: null,
  public: null,
  gratuit: null,
  published_at: new Date('2026-06-10T12:00:00Z'),
  ends_at: null,
  cancelled: false,
  code_insee: null,
  documents: [],
  pictures: [],
}
const EVENT: FeedItem = { ...ITEM, date_debut: '2026-07-14', ends_at: new Date('2026-07-14T22:00:00Z') }
const named = (byCode?: string, ...byName: string[]): NamedCommunes => ({ byCode, byName })
const ACTEUR = {
  deleted: false,
  open: true,
  can_publish: true,
  communes: ['ville', 'voisine'],
  commune_id: 'ville',
}
const SOURCE: ImportingSource = {
  id: 's',
  acteur_id: 'acteur',
  commune_id: null,
  type_id: null,
  moderation: 'auto',
  max_items: 10,
  max_age_days: null,
  acteur: ACTEUR,
}
const words = contentOfItem(ITEM)
assert.ok(words)
const KNOWN: Known = {
  ...words,
  external_id: 'a',
  publication_id: 'p',
  words_hash: hashOf(words),
  files: [],
  images: null,
  documents: null,
  cancelled: false,
  edited_here: false,
  deleted: false,
  acteur_id: 'acteur',
  type_id: 't',
  acteur_publishes: true,
  moderation_status: 'published',
  valide: true,
  publie_le: '2026-06-10T12:00:00.000Z',
  moderation_by: 'import',
  moderation_reason: null,
  moderation_reason_code: null,
  annule_le: null,
}
const MOVED = { ...ITEM, body: 'Sous la halle.' }
const OFF = { ...EVENT, cancelled: true }

interface Case {
  readonly item?: FeedItem
  readonly known?: Partial<Known>
  readonly source?: Partial<ImportingSource>
  readonly namedCommune?: string
}
const REJECTED = { moderation_status: 'rejected', valide: false } as const
const WAITS = 'updated → pending by import'
const TABLE: readonly (readonly [name: string, given: Case, expected: string])[] = [
  // What is new.
  ['news', {}, 'created in ville'],
  ['an event to come', { item: EVENT }, 'created in ville'],
  ['neither title nor text', { item: { ...ITEM, title: null, body: ' \n' } }, 'skipped empty'],
  ['over', { item: { ...EVENT, ends_at: new Date('2026-06-15T11:59:59Z') } }, 'skipped past'],
  ['just ending', { item: { ...EVENT, ends_at: NOW } }, 'created in ville'],
  ['cancelled', { item: OFF }, 'skipped cancelled'],
  ['old, and nobody minds', { item: { ...ITEM, published_at: new Date('1999-01-01') } }, 'created in ville'],
  ['too old', { source: { max_age_days: 4 } }, 'skipped too_old'],
  ['old enough', { source: { max_age_days: 5 } }, 'created in ville'],
  [
    'of unknown age',
    { item: { ...ITEM, published_at: null }, source: { max_age_days: 1 } },
    'created in ville',
  ],
  ['announced long ago, yet to come', { item: EVENT, source: { max_age_days: 1 } }, 'created in ville'],
  ['another town', { namedCommune: 'ailleurs' }, 'skipped wrong_commune'],
  ['in the zone', { namedCommune: 'voisine' }, 'created in voisine'],
  ['no text the table could hold', { item: { ...ITEM, body: 'a\0b' } }, 'failed'],
  ['an address that is none', { item: { ...ITEM, source_url: 'javascript:alert(1)' } }, 'failed'],
  ['a day that is none', { item: { ...ITEM, date_debut: '2026-02-30' } }, 'failed'],
  // What is known.
  ['the same', { known: {} }, 'unchanged'],
  ['the same, edited here', { known: { edited_here: true } }, 'unchanged'],
  ['the same, too old by now', { known: {}, source: { max_age_days: 1 } }, 'unchanged'],
  ['the same, of another town by now', { known: {}, namedCommune: 'ailleurs' }, 'unchanged'],
  ['changed', { item: MOVED, known: {} }, 'updated → published by import'],
  [
    'changed, approved by the back-office',
    { item: MOVED, known: { moderation_by: 'backoffice' } },
    'updated → published by backoffice',
  ],
  ['changed, acteur may not publish any more', { item: MOVED, known: { acteur_publishes: false } }, WAITS],
  ['changed, source is to be reviewed', { item: MOVED, known: {}, source: { moderation: 'pending' } }, WAITS],
  [
    'changed, approved without a time: waits for the back-office again',
    {
      item: MOVED,
      known: {
        acteur_publishes: false,
        moderation_status: 'approved',
        publie_le: null,
        moderation_by: 'backoffice',
      },
    },
    'updated → pending by backoffice',
  ],
  [
    'changed while it waits',
    { item: MOVED, known: { moderation_status: 'pending', valide: false, publie_le: null } },
    WAITS,
  ],
  [
    'changed while a town hall holds it',
    { item: MOVED, known: { moderation_status: 'pending', valide: false, moderation_by: 'mairie' } },
    'updated → pending by mairie',
  ],
  [
    'changed while hidden',
    { item: MOVED, known: { valide: false, moderation_by: 'backoffice' } },
    'updated → published by backoffice, hidden',
  ],
  [
    'its audience and price are known by now: no review',
    {
      item: { ...ITEM, public: 'enfants', gratuit: true },
      known: { acteur_publishes: false },
      source: { moderation: 'pending' },
    },
    'updated → published by import',
  ],
  [
    'its price is known by now, and its text is another one',
    { item: { ...MOVED, gratuit: true }, known: { acteur_publishes: false } },
    WAITS,
  ],
  ['changed, edited here', { item: MOVED, known: { edited_here: true } }, 'skipped edited_here'],
  ['changed, deleted here', { item: MOVED, known: { deleted: true } }, 'skipped moderated_away'],
  [
    'the same, rejected here',
    { known: { moderation_status: 'rejected', valide: false } },
    'skipped moderated_away',
  ],
  ['gone altogether', { known: { publication_id: null } }, 'skipped moderated_away'],
  ['over by now', { item: { ...EVENT, ends_at: new Date('2026-06-01') }, known: {} }, 'skipped past'],
  // What is called off, and on again.
  ['called off', { item: OFF, known: {} }, 'updated → published by import: cancelled'],
  [
    'called off while it waits',
    { item: OFF, known: { moderation_status: 'pending', valide: false, publie_le: null } },
    `${WAITS}: cancelled`,
  ],
  [
    'called off, by what a member published',
    { item: OFF, known: { moderation_by: 'member' } },
    'updated → published by member: cancelled',
  ],
  [
    'called off, the back-office has spoken',
    { item: OFF, known: { moderation_by: 'backoffice' } },
    'updated → published by backoffice: cancelled',
  ],
  [
    'called off, edited here',
    { item: OFF, known: { edited_here: true } },
    'updated → published by import: cancelled',
  ],
  ['still off', { item: OFF, known: { cancelled: true } }, 'skipped cancelled'],
  ['called off, rejected here', { item: OFF, known: REJECTED }, 'skipped moderated_away'],
  [
    'on again',
    { item: EVENT, known: { cancelled: true } },
    'updated → published by import: no_longer_cancelled',
  ],
  [
    'on again, edited here',
    { item: EVENT, known: { cancelled: true, edited_here: true } },
    'updated → published by import: no_longer_cancelled',
  ],
  [
    'on again, hidden by a former version',
    {
      item: EVENT,
      known: {
        cancelled: true,
        moderation_status: 'pending',
        valide: false,
        moderation_reason: FORMERLY_CANCELLED,
      },
    },
    'updated → published by import: no_longer_cancelled',
  ],
  [
    'on again, to be reviewed',
    {
      item: EVENT,
      known: { cancelled: true, moderation_status: 'pending', valide: false, acteur_publishes: false },
    },
    `${WAITS}: no_longer_cancelled`,
  ],
  [
    'on again, shown by a moderator meanwhile',
    { item: EVENT, known: { cancelled: true, moderation_by: 'backoffice' } },
    'updated → published by backoffice: no_longer_cancelled',
  ],
]

describe('what an item becomes', () => {
  for (const [name, { item = ITEM, known, source, namedCommune }, expected] of TABLE)
    test(`${name}: ${expected}`, () => {
      const decision = decideItem(
        item,
        known && { ...KNOWN, ...known },
        { ...SOURCE, ...source },
        named(namedCommune),
        NOW,
      )
      assert.equal(described(decision), expected)
    })
})

function described(decision: ReturnType<typeof decideItem>): string {
  switch (decision.action) {
    case 'created':
      return `created in ${decision.commune_ids}`
    case 'skipped':
      return `skipped ${decision.reason}`
    case 'updated': {
      const { moderation_status, moderation_by, valide } = decision.moderation
      const hidden = valide === (moderation_status === 'published' || moderation_status === 'approved')
      return `updated → ${moderation_status} by ${moderation_by}${hidden ? '' : ', hidden'}${decision.reason ? `: ${decision.reason}` : ''}`
    }
    default:
      return decision.action
  }
}

test('pinned, featured and scheduled: an update never carries them, and keeps the first time', () => {
  const decision = decideItem(MOVED, KNOWN, SOURCE, named(), NOW)
  assert.equal(decision.action === 'updated' && decision.moderation.publie_le, KNOWN.publie_le)
})

describe('which commune', () => {
  const alone = { ...SOURCE, acteur: undefined }
  const homeless = { ...SOURCE, acteur: { ...ACTEUR, commune_id: null } }
  const voisine = { ...SOURCE, commune_id: 'voisine' }
  const cases: readonly (readonly [string, NamedCommunes, ImportingSource, unknown])[] = [
    ['the source’s', named(), voisine, ['voisine']],
    ['the source’s, and the item agrees', named('voisine'), voisine, ['voisine']],
    ['the source’s alone, whatever the item’s names', named(undefined, 'ville'), voisine, ['voisine']],
    ['the item contradicts the source', named('ville'), voisine, 'wrong_commune'],
    ['the source’s left the zone', named(), { ...SOURCE, commune_id: 'ailleurs' }, 'wrong_commune'],
    ['the acteur’s own', named(), SOURCE, ['ville']],
    ['those that the item names', named(undefined, 'voisine', 'ville'), SOURCE, ['voisine', 'ville']],
    ['that of its code first', named('ville', 'voisine', 'ville'), SOURCE, ['ville', 'voisine']],
    ['a code outside of the zone', named('ailleurs', 'ville'), SOURCE, 'wrong_commune'],
    ['the whole zone of an acteur without an own one', named(), homeless, ['ville', 'voisine']],
    [
      'the acteur has none',
      named(),
      { ...homeless, acteur: { ...homeless.acteur, communes: [] } },
      'no_commune',
    ],
    ['the item’s, without an acteur', named('ailleurs'), alone, ['ailleurs']],
    ['nobody says', named(), alone, 'no_commune'],
  ]
  for (const [name, names, source, expected] of cases)
    test(name, () => assert.deepEqual(communesFor(names, source), expected))

  test('no more than a publication can have', () => {
    const communes = Array.from({ length: 60 }, (_, n) => `c${n}`)
    const wide = { ...homeless, acteur: { ...homeless.acteur, communes } }
    assert.equal(communesFor(named(), wide).length, MOST_COMMUNES)
  })
})

test('words: a title alone is its own text, a text alone begins its own title, an end needs a beginning', () => {
  assert.equal(contentOfItem({ ...ITEM, body: '' })?.body, 'Fête')
  const long = `${'mot '.repeat(60)}\nsuite`
  const title = contentOfItem({ ...ITEM, title: null, body: long })?.title ?? ''
  assert.ok(title.endsWith('mot…') && [...title].length <= 101)
  assert.equal(contentOfItem({ ...ITEM, date_fin: '2026-07-01' })?.date_fin, null)
  assert.equal(contentOfItem({ ...ITEM, title: 'Fe\u0302te ' })?.title, 'Fête')
  assert.deepEqual(whyUnfit('a', { ...words, title: 'x'.repeat(201) })?.params, { fields: ['title'] })
  assert.equal(whyUnfit('x'.repeat(301), words)?.code, 'item_bad_identifier')
  const backwards = { ...words, date_debut: '2026-07-02', date_fin: '2026-07-01' }
  assert.equal(whyUnfit('a', backwards)?.code, 'item_ends_before')
})

test('an item without hours keeps the hash that was stored before there were hours; an hour is a change', () => {
  const without = { ...words, heure_debut: null, heure_fin: null }
  const { title, body, source_url, image_url, date_debut, date_fin, lieu } = without
  const stored = hash(
    'sha256',
    JSON.stringify([title, body, source_url, image_url, date_debut, date_fin, lieu]),
  )
  assert.equal(hashOf(without), stored)
  assert.notEqual(hashOf({ ...without, heure_debut: '20:30' }), stored)
  assert.notEqual(hashOf({ ...without, heure_debut: '20:30' }), hashOf({ ...without, heure_fin: '20:30' }))
})

test('a series whose days pass is unchanged; one that goes on is rewritten without a review, another day needs one', () => {
  const weeks = (from: string, n: number) =>
    Array.from({ length: n }, (_, at) =>
      new Date(Date.parse(from) + (at + 1) * 7 * 86_400_000).toISOString().slice(0, 10),
    )
  const series = (date_debut: string, n: number): FeedItem => ({
    ...EVENT,
    date_debut,
    date_fin: date_debut,
    dates: weeks(date_debut, n),
    ends_at: new Date('9999-12-31T00:00:00Z'),
  })
  const first = contentOfItem(series('2026-06-20', 52))
  assert.ok(first)
  const approved: Known = { ...KNOWN, ...first, words_hash: hashOf(first), acteur_publishes: false }
  const decided = (item: FeedItem, known = approved) => {
    const decision = decideItem(item, known, SOURCE, named(), NOW)
    if (decision.action === 'updated')
      return [decision.moderation.moderation_status, decision.words.date_debut, decision.words.dates.length]
    return decision.action === 'skipped' ? decision.reason : decision.action
  }
  assert.equal(decided(series('2026-06-20', 52)), 'unchanged')
  assert.equal(decided(series('2026-06-27', 52)), 'unchanged')
  assert.equal(decided(series('2026-11-28', 52)), 'unchanged')
  assert.deepEqual(decided(series('2027-01-02', 52)), ['published', '2027-01-02', 52])
  assert.deepEqual(decided({ ...series('2027-01-02', 52), title: 'Autre' }), ['pending', '2027-01-02', 52])
  assert.deepEqual(decided({ ...series('2026-06-27', 52), title: 'Autre' }), ['pending', '2026-06-20', 52])
  assert.deepEqual(decided({ ...series('2026-06-27', 10) }), ['pending', '2026-06-27', 10])
  assert.equal(decided(series('2026-06-27', 52), { ...approved, edited_here: true }), 'edited_here')
})
