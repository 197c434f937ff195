import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HistoryEntry } from '../../kit/api/contract.ts'
import { did } from '../audit/did-desk-texts.ts'
import { sentenceOfEntry } from './history-line.ts'

const said = (action: string, after: object, before: object = {}) => {
  const entry: HistoryEntry = {
    id: 1,
    at: '2026-11-20T10:00:00.000Z',
    by: { id: 'anne', nom: 'Anne' },
    key: null,
    app_source: 'backoffice',
    action,
    changes: Object.entries(after).map(([field, value]) => ({
      field,
      before: (before as Record<string, unknown>)[field] ?? null,
      after: value,
    })),
    names: { karim: 'Karim' },
  }
  return sentenceOfEntry(entry).replaceAll('\u00a0', ' ')
}

test('a line of the history says what was done, to whom and until when', () => {
  const until = '2026-11-29T23:00:00.000Z'
  for (const [sentence, expected] of [
    [
      said('publication.featured', { en_avant: true, featured_until: until }),
      'mise en avant jusqu’au dimanche 29 novembre 2026',
    ],
    [said('publication.featured', { en_avant: true }), 'mise en avant'],
    [said('publication.featured', { en_avant: false }), 'n’est plus mise en avant'],
    [said('publication.valide_set', { valide: false }), 'cachée aux habitants'],
    [said('publication.valide_set', { valide: true }), 'montrée aux habitants'],
    [said('publication.assigned', { assignee_id: 'karim' }), 'confiée à Karim'],
    [said('publication.assigned', { assignee_id: 'anne' }), 'prise en charge'],
    [said('publication.assigned', { assignee_id: null }, { assignee_id: 'karim' }), 'retirée à Karim'],
    [said('publication.assigned', { assignee_id: null }, { assignee_id: 'anne' }), 'laissée à d’autres'],
    [
      said('publication.moderated', { moderation_status: 'approved', publie_le: until }),
      'programmée pour le lundi 30 novembre 2026 à 0 h',
    ],
    [said('publication.moderated', { moderation_status: 'approved' }), 'approuvée'],
    [
      said('publication.moderated', { moderation_status: 'rejected', moderation_reason_code: 'spam' }),
      'refusée : publicité',
    ],
    [said('publication.noted', {}), 'annotée pour l’équipe'],
    [said('publication.appealed', {}), 'décision contestée'],
    [said('publication.appeal_assigned', { assignee_id: 'karim' }), 'contestation confiée à Karim'],
    [said('publication.appeal_decided', { appeal: 'upheld' }), 'décision maintenue après contestation'],
    [
      said('publication.appeal_decided', { appeal: 'pending' }, { appeal: 'upheld' }),
      'réponse à la contestation annulée',
    ],
    [said('moon.landed', {}), 'changée'],
  ])
    assert.equal(sentence, expected)
})

test('each action on a publication that the journal names has words of its own', () => {
  const actions = Object.keys(did).filter(key => /^publication\.[a-z_]+$/.test(key))
  assert.ok(actions.length > 20)
  assert.deepEqual(
    actions.filter(
      action =>
        said(action, { assignee_id: 'karim', valide: true, moderation_status: 'published' }) === 'changée',
    ),
    [],
  )
})
