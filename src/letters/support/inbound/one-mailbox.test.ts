import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mail } from '../../../../test/fixtures/inbound-mail.ts'
import { assertLinear } from '../../../../test/growth.ts'
import { readMail } from './incoming.ts'
import { isOneMailbox } from './one-mailbox.ts'

/** The mail server checked one sender; which one we read must not be ambiguous. */

const VICTIM = 'victime@corp.fr'
const EVE = 'attacker@evil.org'
const sender = async (From: string) => (await readMail(Buffer.from(mail({ From })))).from?.email

test('a sender header with more than one mailbox is refused', async () => {
  for (const from of [
    `${VICTIM}, ${EVE}`,
    `${EVE}, ${VICTIM}`,
    `<${VICTIM}> <${EVE}>`,
    `<${VICTIM}>, <${EVE}>`,
    `<${VICTIM}> ${EVE}`,
    `${VICTIM} <${EVE}>`,
    `${EVE} <${VICTIM}>`,
    `${EVE}: ${VICTIM};`,
    `Equipe: ${VICTIM};`,
    `Equipe: ${VICTIM}, ${EVE};`,
    `Equipe:;, ${VICTIM}`,
    `${VICTIM}; ${EVE}`,
    `${VICTIM} ${EVE}`,
    `${VICTIM},`,
    `<${VICTIM}`,
    `${VICTIM}>`,
    `<<${VICTIM}>>`,
    `"x <${EVE}> <${VICTIM}>`,
    `(x <${EVE}> ${VICTIM}`,
    `<@evil.org:${VICTIM}>`,
    `${VICTIM}@evil.org`,
    `<${VICTIM}> x`,
  ])
    assert.equal(await sender(from), undefined, from)
})

test('a single mailbox is recognised with any name or comment', async () => {
  for (const from of [
    VICTIM,
    `<${VICTIM}>`,
    `Victime <${VICTIM}>`,
    `"Victime, de Corp" <${VICTIM}>`,
    `"${EVE}" <${VICTIM}>`,
    `"a \\" <${EVE}>" <${VICTIM}>`,
    `${VICTIM} (${EVE})`,
    `Victime (chez (Corp)) <${VICTIM}>`,
    `=?UTF-8?Q?V=C3=A9ra?= <${VICTIM}>`,
    `Mairie : accueil <${VICTIM}>`,
  ])
    assert.equal(await sender(from), VICTIM, from)
})

test('Reply-To counts if it is one mailbox, else the sender does', async () => {
  const wanted = async (to: string) =>
    (await readMail(Buffer.from(mail({ From: VICTIM, 'Reply-To': to })))).replyTo?.email
  assert.equal(await wanted('Autre <autre@corp.fr>'), 'autre@corp.fr')
  for (const to of [`autre@corp.fr, ${EVE}`, `Equipe: ${EVE};`, `<autre@corp.fr> <${EVE}>`])
    assert.equal(await wanted(to), undefined, to)
})

test('hostile headers are checked in linear time', () => {
  for (const piece of ['"', '(', ')', '\\"', '<', 'a@b ', '((', ':;', '"\\'])
    assertLinear(size => isOneMailbox(piece.repeat(size)), 200_000, piece)
})
