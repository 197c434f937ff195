import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type SenderKind, senderKindOf } from './person-or-program.ts'

const CASES: readonly [headers: Readonly<Record<string, string>>, subject: string, kind: SenderKind][] = [
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
  [{}, 'Re: Réponse automatique : Demande', 'person'],
]
for (const [headers, subject, kind] of CASES)
  test(`${JSON.stringify(headers)} ${subject}: ${kind}`, () => {
    const all = (name: string) => (headers[name] === undefined ? [] : [headers[name]])
    assert.equal(senderKindOf(all, subject), kind)
  })
