import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SenderKind, senderKindOf } from './person-or-program.ts'

const CASES: readonly (readonly [
  headers: Readonly<Record<string, string>>,
  subject: string,
  kind: SenderKind,
])[] = [
  [{}, 'Demande', 'person'],
  [{ 'auto-submitted': 'no' }, 'Demande', 'person'],
  [{ 'auto-submitted': 'auto-generated' }, 'Formulaire', 'machine'],
  [{ 'x-auto-response-suppress': 'All' }, 'Formulaire', 'machine'],
  // Exchange, without the empty Return-Path that other servers leave.
  [
    { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All', 'in-reply-to': '<1@essai.fr>' },
    'Absence',
    'answer',
  ],
  [{ 'x-ms-exchange-inbox-rules-loop': 'lea@exemple.fr' }, 'Absence', 'answer'],
  [{ 'x-ms-exchange-generated-message-source': 'Mailbox Rules Agent' }, 'Absence', 'answer'],
  [{}, 'Réponse automatique : Demande', 'answer'],
  [{}, 'Automatic reply: Request', 'answer'],
  ...['Absence : congés', 'Message d’absence', "Message d'absence", '[Absence] Re: Demande'].flatMap(
    subject =>
      [
        [{ 'in-reply-to': '<1@essai.fr>' }, subject, 'answer'],
        [{ references: '<1@essai.fr>' }, subject, 'answer'],
        [{}, subject, 'machine'],
      ] as const,
  ),
  ...['Absent(e) du bureau', 'Absent du bureau : Demande', 'Absente du bureau'].map(
    subject => [{}, subject, 'answer'] as const,
  ),
  [{}, 'Re: Absence : Léa', 'person'],
  [{}, 'Absences à la cantine', 'person'],
  [
    { 'content-type': 'multipart/report; report-type=disposition-notification; boundary=b' },
    'Lu : Demande',
    'answer',
  ],
  [{ 'content-type': 'multipart/report; report-type=other' }, 'Demande', 'person'],
  [{ from: 'Mailinblack <no-reply@mailinblack.com>' }, 'Authentifiez-vous', 'machine'],
  [{ from: 'lea@exemple.fr', 'message-id': '<1@mx.mailinblack.com>' }, 'Authentifiez-vous', 'machine'],
  [{}, 'Re: Réponse automatique : Demande', 'person'],
]
for (const [headers, subject, kind] of CASES)
  test(`${JSON.stringify(headers)} ${subject}: ${kind}`, () => {
    const all = (name: string) => (headers[name] === undefined ? [] : [headers[name]])
    assert.equal(senderKindOf(all, subject), kind)
  })
