import assert from 'node:assert/strict'
import { test } from 'node:test'
import { neighbour, nextUndecided } from '../../kit/desk/neighbour.ts'
import { deskAddress, queryOf } from './address.ts'
import { between, hasAuthor, inRow, marksOf, type Publication, stateOf } from './rules.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const publication = (fields: Partial<Publication>) =>
  ({
    reports_count: 0,
    date_debut: null,
    date_fin: null,
    dates: [],
    import_source_id: null,
    en_avant: false,
    epingle: false,
    deleted_at: null,
    moderation_status: 'pending',
    ...fields,
  }) as Publication
const texts = (fields: Partial<Publication>) => marksOf(publication(fields), NOW).map(({ text }) => text)

test('the marks of a row begin with the most urgent: reports, then an event that is near', () => {
  assert.deepEqual(texts({ reports_count: 4, date_debut: '2026-11-23', import_source_id: 'x' }), [
    '4 signalements',
    'événement dans 3\u00a0j',
    'importée',
  ])
  assert.deepEqual(texts({ date_debut: '2026-11-20' }), ['événement aujourd’hui'])
  assert.deepEqual(texts({ date_debut: '2026-12-24' }), [])
  assert.deepEqual(texts({ date_debut: '2026-12-24', annule_le: '2026-11-19T10:00:00Z' }), ['annulé'])
  assert.deepEqual(texts({ date_debut: '2026-11-01', date_fin: '2026-11-19' }), ['événement passé'])
  assert.deepEqual(texts({ date_debut: '2026-11-01', date_fin: '2026-11-20' }), [])
})

test('a row shows two marks, and always who has the item', () => {
  const full = publication({
    reports_count: 4,
    date_debut: '2026-11-23',
    duplicates_count: 1,
    assignee: { id: 'karim', nom: 'Karim' },
    epingle: true,
  })
  assert.deepEqual(
    inRow(marksOf(full, NOW)).map(({ text }) => text),
    ['4 signalements', 'événement dans 3\u00a0j', 'Karim'],
  )
})

test('an import has no author who could correct it, an API key has the owners of its acteur', () => {
  const nobody = { created_by: null, api_key: null }
  assert.equal(hasAuthor(nobody), false)
  assert.equal(hasAuthor({ ...nobody, api_key: { id: 'k', nom: 'Site' } }), true)
  assert.equal(hasAuthor({ ...nobody, created_by: 'u' }), true)
})

test('after a decision: the next undecided item below, else the first above, else none', () => {
  const ids = ['a', 'b', 'c', 'd']
  const next = (from: string, ...decided: string[]) => nextUndecided(ids, from, id => decided.includes(id))
  assert.equal(next('b', 'b'), 'c')
  assert.equal(next('b', 'b', 'c'), 'd')
  assert.equal(next('d', 'd', 'c'), 'a')
  assert.equal(next('b', ...ids), undefined)
})

test('next and previous stop at the ends of the list; a range works in both directions', () => {
  const ids = ['a', 'b', 'c']
  assert.deepEqual([neighbour(ids, 'a', -1), neighbour(ids, 'c', 1)], [undefined, undefined])
  assert.deepEqual([neighbour(ids, undefined, 1), neighbour(ids, 'gone', -1)], ['a', undefined])
  assert.deepEqual(between(ids, 'c', 'a'), ids)
  assert.deepEqual(between(ids, undefined, 'b'), ['b'])
})

test('invalid parameters of an address are dropped, and only those', () => {
  const id = '0197a1f0-1111-7222-8333-444455556666'
  assert.deepEqual(deskAddress({ onglet: 'signalees', q: '2026', page: '3', item: id }), {
    onglet: 'signalees',
    q: '2026',
    page: 3,
    item: id,
  })
  assert.deepEqual(deskAddress({ onglet: 'tout', page: '-1', item: "1' or 1=1", du: 'hier', other: 'x' }), {})
  assert.deepEqual(deskAddress({ du: '2026-02-31', au: '2026-02-28' }), { au: '2026-02-28' })
})

test('each tab has its filter and order: most reports first, deleted ones in the bin', () => {
  assert.deepEqual(queryOf({}), { moderation_status: 'pending', sort: 'team', per_page: 25 })
  assert.deepEqual(queryOf({ onglet: 'signalees' }), {
    reported: true,
    sort: 'reports_desc',
    per_page: 25,
  })
  assert.deepEqual(queryOf({ onglet: 'corbeille', q: 'noël', page: 2 }), {
    deleted: 'only',
    sort: 'created_at_desc',
    q: 'noël',
    page: 2,
    per_page: 25,
  })
})

test('the state is what citizens see, not only the decision', () => {
  const state = (fields: Partial<Publication>) =>
    stateOf(
      publication({
        deleted_at: null,
        moderation_status: 'published',
        valide: true,
        publie_le: '2026-11-01T08:00:00Z',
        ...fields,
      }),
      NOW,
    )
  assert.equal(state({}), 'published')
  assert.equal(state({ publie_le: '2026-11-21T08:00:00Z' }), 'approved')
  assert.equal(state({ moderation_status: 'approved' }), 'published')
  assert.equal(state({ moderation_status: 'approved', publie_le: null }), 'held')
  assert.equal(state({ valide: false }), 'held')
  assert.equal(state({ moderation_status: 'rejected', valide: false }), 'rejected')
  assert.equal(state({ deleted_at: '2026-11-02T08:00:00Z' }), 'deleted')
})
