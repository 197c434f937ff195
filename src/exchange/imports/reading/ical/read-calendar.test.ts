import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendar, event, only, PARIS, read } from '../../../../../test/fixtures/calendars.ts'
import { inEnglish } from '../../../../../test/imports/notes.ts'

test('all that an event may say, and nothing of people', () => {
  const text = calendar(
    'X-WR-CALNAME:Agenda\\, mairie',
    event(
      'UID:cm@ville.example',
      'DTSTAMP:20260105T080000Z',
      'CREATED:20260103T080000Z',
      'LAST-MODIFIED:20260104T080000Z',
      'SUMMARY:Conseil municipal\\; séance',
      ' \u00a0publique',
      'LOCATION:Salle\\, 1er étage\\nMairie',
      'ORGANIZER="mailto:secret@ville.example"',
      'DESCRIPTION:Ordre du jour :\\n- budget\\n- <b>voirie</b> & [x](javascript:alert(1))',
      'ORGANIZER;u1@secret.example:"mailto:secret@ville.example"',
      'URL:https://ville.example/cm',
      'ATTACH;FMTTYPE=application/pdf:https://ville.example/odj.pdf',
      'ATTACH;FMTTYPE=image/jpeg:https://ville.example/cm.jpg',
      'ORGANIZER;CN=Jean Secret:mailto:secret@ville.example',
      'ATTENDEE;CN="Anne; Secret:":mailto:anne.secret@ville.example',
      'ORGANIZER;secret@ville.example:"mailto:secret@ville.example"',
      'ATTENDEE="mailto:secret@ville.example"',
      'CONTACT:Secret 06 12 34 56 78',
      'COMMENT:secret',
      `DTSTART;${PARIS}:20270122T203000`,
      'BEGIN:VALARM\r\nTRIGGER:-PT15M\r\nDESCRIPTION:secret\r\nATTENDEE:mailto:secret@ville.example\r\nEND:VALARM',
    ),
  )
  const reading = read(text)
  assert.equal(reading.title, 'Agenda, mairie')
  assert.deepEqual(reading.items, [
    {
      external_id: 'cm@ville.example',
      title: 'Conseil municipal; séance publique',
      body: 'Ordre du jour : - budget - voirie & [x] (javascript:alert(1))\n\n- [odj.pdf](https://ville.example/odj.pdf)',
      source_url: 'https://ville.example/cm',
      image_url: 'https://ville.example/cm.jpg',
      date_debut: '2027-01-22',
      date_fin: '2027-01-22',
      heure_debut: '20:30',
      heure_fin: null,
      dates: [],
      lieu: 'Salle, 1er étage Mairie',
      public: null,
      gratuit: null,
      published_at: new Date('2026-01-04T08:00:00Z'),
      ends_at: new Date('2027-01-22T23:00:00Z'),
      cancelled: false,
      code_insee: null,
      documents: [{ url: 'https://ville.example/odj.pdf', title: 'odj.pdf', link_added: true }],
      pictures: [],
    },
  ])
  assert.doesNotMatch(JSON.stringify(reading), /secret/i)
})

test('texts: plain ones keep their lines, HTML beside them counts more', () => {
  const body = (...lines: string[]) => only(calendar(event('UID:1', 'DTSTART:20270101', ...lines))).body
  assert.equal(body('DESCRIPTION:Un\\nDeux\\n\\nTrois\\, quatre'), 'Un\nDeux\n\nTrois, quatre')
  assert.equal(
    body(
      'DESCRIPTION:Un',
      'X-ALT-DESC;FMTTYPE=text/html:<html><body><p>Un <b>gras</b></p><p>Deux</p></body></html>',
    ),
    'Un gras\n\nDeux',
  )
  assert.equal(body('DESCRIPTION:Un', 'X-ALT-DESC;FMTTYPE=text/html:<p> </p>'), 'Un')
})

test('cancelled, private, without a time', () => {
  const reading = read(
    calendar(
      event('UID:1', 'SUMMARY:Annulé', 'DTSTART:20270101', 'STATUS:CANCELLED'),
      event('UID:2', 'SUMMARY:Privé', 'DTSTART:20270102', 'CLASS:PRIVATE'),
      event('UID:3', 'SUMMARY:Un jour', 'DTSTART:bientôt'),
      event('UID:4', 'SUMMARY:Jamais', 'DTSTART:20270230'),
      event('UID:5', 'SUMMARY:Sans date'),
      event('UID:6', 'DTSTART:20270103'),
      'BEGIN:VTODO\r\nUID:7\r\nSUMMARY:Tâche\r\nDTSTART:20270101\r\nEND:VTODO',
      'BEGIN:VFREEBUSY\r\nUID:8\r\nFREEBUSY:20270101T000000Z/PT1H\r\nEND:VFREEBUSY',
    ),
  )
  assert.deepEqual(
    reading.items.map(({ external_id, cancelled, title }) => [external_id, cancelled, title]),
    [
      ['1', true, 'Annulé'],
      ['6', false, null],
    ],
  )
  const notes = reading.notes.map(note => `${note.item}: ${inEnglish(note)}`)
  for (const expected of [
    '2: A private',
    '3: Its beginning is no time: bientôt',
    '4: Its beginning is no time',
    '5: It has no beginning',
    'null: 2 tasks',
  ])
    assert.ok(
      notes.some(note => note.startsWith(expected)),
      `${expected} in ${notes}`,
    )
  assert.equal(
    only(calendar('METHOD:CANCEL', event('UID:1', 'SUMMARY:x', 'DTSTART:20270101'))).cancelled,
    true,
  )
})

test('what is next comes first, then what is over, the latest first', () => {
  const starts = ['20270201', '20250101', '20261201', '20260601']
  const reading = read(
    calendar(...starts.map(start => event(`UID:${start}`, 'SUMMARY:x', `DTSTART:${start}`))),
  )
  assert.deepEqual(
    reading.items.map(({ external_id }) => external_id),
    ['20261201', '20270201', '20260601', '20250101'],
  )
})
