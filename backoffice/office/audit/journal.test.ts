// In one browser: layout.test.ts and states.test.ts show its screens in both.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { SENT_EVENTS } from '../../../shared/words/webhooks.ts'
import { queues } from '../../../src/foundation/queues.ts'
import { routes } from '../../../src/routes.ts'
import type { TestApp } from '../../../test/app.ts'
import { account, enter } from '../../../test/browser/people.ts'
import { skip, startBackoffice, visit } from '../../../test/browser/visit.ts'
import { eventually } from '../../../test/eventually.ts'
import * as make from '../../../test/factories.ts'
import type { AuditEntry } from '../../kit/api/contract.ts'
import { type Did, did } from './did-texts.ts'
import { changesOf, nameOfAction, sentenceOf } from './sentences.ts'

/** The audit actions of the table of routes and of the sources. */
function everyAction(): readonly string[] {
  const promised = routes.flatMap(row =>
    'posture' in row && 'audit' in row.posture ? [row.posture.audit] : [],
  )
  const entities = new Set([...promised, ...Object.keys(did)].map(action => action.split('.')[0]))
  const root = join(import.meta.dirname, '../../../src')
  const written = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.ts$/.test(file) && !/\.test\.ts$/.test(file))
    .flatMap(file => [...readFileSync(join(root, file), 'utf8').matchAll(/'(([a-z_]+)\.[a-z_]+)'/g)])
    .filter(([, , entity]) => entities.has(entity ?? ''))
    .map(([, action = '']) => action)
    .filter(action => !(action in queues) && !(action in SENT_EVENTS) && !/_ids?$/.test(action))
  return [...new Set([...promised, ...written])].sort()
}

test('every action of the audit trail has a sentence, and every sentence an action', () => {
  const actions = everyAction()
  assert.ok(actions.length > 60)
  assert.deepEqual(
    actions.filter(action => !(action in did)),
    [],
    'actions without a sentence in did-texts.ts',
  )
  const known = Object.keys(did).map(key => key.split(':')[0] ?? '')
  assert.deepEqual(
    known.filter(action => !actions.includes(action)),
    [],
  )
})

const entry = (action: string, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 1,
  at: '2026-11-20T10:00:00.000Z',
  user_id: 'u',
  key: null,
  by: { id: 'u', nom: 'Maëlle Le Goff' },
  app_source: 'backoffice',
  request_id: 'r',
  ip_hash: null,
  action,
  entity: action.split('.')[0] ?? '',
  entity_id: 'e',
  label: 'Bal',
  before: null,
  after: null,
  names: {},
  sealed: true,
  ...more,
})
const NBSP = '\u00a0'

test('each sentence names the user and the record, and ends without punctuation', () => {
  for (const key of Object.keys(did) as Did[]) {
    const sentence = did[key]('Anne', '« Bal »', 'hors sujet')
    assert.ok(sentence.length > 10 && !/[.:,]$|undefined/.test(sentence), sentence)
  }
})

test('the sentence of a decision names the decision and the reason; that of a role names the role', () => {
  const rejected = { moderation_status: 'rejected', moderation_reason_code: 'off_topic' }
  assert.equal(
    sentenceOf(entry('publication.moderated', { before: { moderation_status: 'pending' }, after: rejected })),
    `Maëlle Le Goff a refusé «${NBSP}Bal${NBSP}»${NBSP}: hors sujet`,
  )
  const roles = { before: { roles: ['admin'] }, after: { roles: ['admin', 'operator_claims'] } }
  const granted = entry('user.role_granted', { ...roles, label: 'Karim' })
  assert.equal(sentenceOf(granted), 'Maëlle Le Goff a donné à Karim le rôle Demandes et acteurs')
  const limited = [{ role: 'operator_moderation', commune_ids: ['c', 'd'], epci_codes: ['243500139'] }]
  const places = { label: 'Paul', names: { c: 'Brest', d: 'Irodouër', '243500139': 'Rennes Métropole' } }
  const granting = (before: object, after: object) =>
    sentenceOf(entry('user.role_granted', { ...places, before: { ...before }, after: { ...after } }))
  const where = 'le rôle Modération, limité à Rennes Métropole, Brest, Irodouër'
  assert.equal(
    granting({ roles: [], territories: [] }, { roles: ['operator_moderation'], territories: limited }),
    `Maëlle Le Goff a donné à Paul ${where}`,
  )
  assert.equal(
    granting({ territories: [] }, { territories: limited }),
    `Maëlle Le Goff a modifié pour Paul ${where}`,
  )
  assert.equal(
    granting({ territories: limited }, { territories: [] }),
    'Maëlle Le Goff a modifié pour Paul le rôle Modération, valable partout',
  )
  const revoked = { roles: ['operator_moderation'], territories: limited }
  assert.equal(
    sentenceOf(
      entry('user.role_revoked', { ...places, before: revoked, after: { roles: [], territories: [] } }),
    ),
    'Maëlle Le Goff a retiré à Paul le rôle Modération',
  )
  assert.match(
    sentenceOf(entry('acteur.badge_set', { before: { badge: true }, after: { badge: false } })),
    /retiré/,
  )
  const nobody = { by: null, user_id: null }
  assert.match(
    sentenceOf(entry('user.role_granted', { ...nobody, app_source: 'command', ...roles })),
    /^Une commande/,
  )
  assert.match(sentenceOf(entry('claim.submitted', { ...nobody, app_source: 'public' })), /^Un visiteur/)
  const assigned = (was: string | null, is: string | null) =>
    sentenceOf(
      entry('claim.assigned', {
        before: { assignee_id: was },
        after: { assignee_id: is },
        names: { k: 'Karim' },
      }),
    ).replaceAll(NBSP, ' ')
  assert.equal(assigned(null, 'k'), 'Maëlle Le Goff a confié la demande pour « Bal » à Karim')
  assert.equal(assigned('k', null), 'Maëlle Le Goff a retiré à Karim la demande pour « Bal »')
  assert.equal(assigned('k', 'u'), 'Maëlle Le Goff suit la demande pour « Bal »')
  assert.equal(assigned('u', null), 'Maëlle Le Goff ne suit plus la demande pour « Bal »')
  assert.match(assigned('k', 'gone'), /à un compte effacé$/)
  assert.match(sentenceOf(entry('moon.landed')), /moon\.landed/)
  const until = { after: { moderation_status: 'approved', publie_le: '2026-11-21T10:00:00.000Z' } }
  assert.match(sentenceOf(entry('publication.moderated', until)), /a programmé/)
})

test('sentences are French with a noun in place of a name, and before a vowel', () => {
  assert.deepEqual(
    [
      'acteur.noted',
      'publication.assigned',
      'import_source.created',
      'commune.created',
      'publication.moderated',
      'thread.closed',
      'publication.alert',
      'publication.reported',
      'user.role_granted',
      'acteur.merged',
      'acteur.merge_undone',
      'publication.cancelled',
      'publication.reinstated',
      'publication.told_apart',
      'acteur.member_removed',
    ].map(nameOfAction),
    [
      'A écrit une note sur un acteur',
      'A confié une publication à quelqu’un',
      'A créé un import',
      'A créé une commune',
      'A pris une décision sur une publication',
      'A fermé une conversation',
      'A diffusé une alerte',
      'A signalé une publication',
      'A donné à quelqu’un un rôle',
      'A fusionné un acteur avec un autre',
      'A annulé la fusion d’un acteur avec un autre',
      'A annoncé l’annulation d’un événement',
      'A annoncé qu’un événement aura bien lieu',
      'A indiqué qu’une publication n’est pas un doublon',
      'A retiré quelqu’un des membres d’un acteur',
    ],
  )
  // An article or “de” before an article, an open end, or a mark that was not replaced.
  const broken =
    /…|\b(?:de|du|des|que|le|la) une?\b|l’\S+ (?:une?|quelqu’un)\b|\b(?:la|le) \p{L}+ (?:une?|quelqu’un)\b|(\bune?) (\S+) \1 \2|[:,\s]$|[\ue000\ue001]| {2}|^\P{Lu}/u
  for (const action of Object.keys(did).filter(key => !key.includes(':')))
    assert.doesNotMatch(nameOfAction(action), broken, action)
  const suspended = entry('user.invitation_withdrawn', { label: 'Élodie' })
  assert.equal(sentenceOf(suspended), 'Maëlle Le Goff a retiré l’invitation d’Élodie')
  assert.match(sentenceOf(entry('thread.closed', { label: 'La conversation' })), /a fermé la conversation «/)
})

test('both lines of a merge, and both of its undoing, name both records', () => {
  const names = { k: 'Club nautique', v: 'Voile' }
  const line = (action: string, label: string, before: object | null, after: object) =>
    sentenceOf(
      entry(action, { label, names, before: before && { ...before }, after: { ...after } }),
    ).replaceAll(NBSP, ' ')
  const lines = (entity: string, merged: string, undone: string) => [
    line(`${entity}.${merged}`, 'Club nautique', null, { merged: 'v' }),
    line(`${entity}.${merged}`, 'Voile', { deleted: false }, { deleted: true, merged_into: 'k' }),
    line(`${entity}.${undone}`, 'Club nautique', { merged: 'v' }, { merged: null }),
    line(`${entity}.${undone}`, 'Voile', { merged_into: 'k' }, { merged_into: null }),
  ]
  assert.deepEqual(lines('acteur', 'merged', 'merge_undone'), [
    'Maëlle Le Goff a fusionné « Voile » dans « Club nautique »',
    'Maëlle Le Goff a retiré l’acteur « Voile », fusionné dans « Club nautique »',
    'Maëlle Le Goff a annulé la fusion de « Voile » dans « Club nautique »',
    'Maëlle Le Goff a rétabli l’acteur « Voile », qui était fusionné dans « Club nautique »',
  ])
  assert.deepEqual(lines('thread', 'merged', 'separated'), [
    'Maëlle Le Goff a ajouté à la conversation « Club nautique » les messages de « Voile »',
    'Maëlle Le Goff a réuni la conversation « Voile » à « Club nautique »',
    'Maëlle Le Goff a rendu à « Voile » ses messages, qui étaient dans la conversation « Club nautique »',
    'Maëlle Le Goff a séparé la conversation « Voile » de « Club nautique »',
  ])
  const unknown = entry('acteur.merged', { after: { merged: 'gone' } })
  assert.match(sentenceOf(unknown), /a fusionné l’acteur «.Bal.» avec un autre$/)
})

test('changes as sentences: names for ids, words for codes, and “changed” for texts', () => {
  const [one, other] = ['01985e2c-7d4a-7c3e-9b1f-4a6d2e8c0f17', '01985e2c-7d4a-7c3e-9b1f-4a6d2e8c0f18']
  const changes = changesOf(
    entry('publication.updated', {
      before: {
        title: 'Bal',
        commune_id: one,
        body_sha256: 'a',
        en_avant: false,
        date_fin: null,
        version: 1,
      },
      after: {
        title: 'Grand bal',
        commune_id: other,
        body_sha256: 'b',
        en_avant: true,
        date_fin: '2027-01-15',
        version: 2,
      },
      names: { [one]: 'Brest', [other]: 'Plouzané' },
    }),
  )
  assert.deepEqual(changes, [
    `Titre${NBSP}: de «${NBSP}Bal${NBSP}» à «${NBSP}Grand bal${NBSP}»`,
    `Commune${NBSP}: de Brest à Plouzané`,
    `Texte${NBSP}: la valeur a changé`,
    `En avant${NBSP}: de non à oui`,
    `Dernier jour${NBSP}: de rien à 15${NBSP}janvier 2027`.replace(`15${NBSP}`, '15 '),
  ])
  assert.deepEqual(changesOf(entry('user.updated', { before: {}, after: { nom: '…' } })), [
    `Nom${NBSP}: la valeur a changé`,
  ])
})

test('an administrator filters the journal, opens an entry, follows its link, and downloads the table', {
  skip,
}, async () => {
  const app = await startBackoffice()
  const email = await account(app, 'anne@example.org', 'admin')
  await app.owner.query(`update users set nom = 'Anne Martin' where email = $1`, [email])
  const operator = await app.user(['operator_moderation'])
  await app.owner.query(`update users set nom = 'Maëlle Le Goff' where id = $1`, [operator.id])
  const commune = await make.commune(app)
  const acteur = await make.acteur(app, commune)
  const publication = await make.publication(app, acteur, commune, { title: 'Bal' })
  const moderator = app.as(operator)
  const rejected = { moderation_status: 'rejected', reason_code: 'off_topic' }
  await moderator.patch(`/admin/publications/${publication}/moderate`, rejected)
  await moderator.patch(`/admin/publications/${publication}/feature`, { en_avant: true })

  const look = await visit(app)
  const { page } = look
  await enter(look, email, '/journal')
  const told = page.getByText('Maëlle Le Goff a refusé')
  await told.click()
  await page.getByText(/Motif.*hors sujet/).waitFor()
  await page.waitForURL(/ligne=\d+/)
  await look.assertAccessible('an open line')
  await page.getByRole('link', { name: 'Tout ce qui est arrivé à cet élément' }).click()
  await page.getByText('Maëlle Le Goff a mis').waitFor()
  const lines = page.locator('main li > details')
  await eventually(async () => (await lines.count()) === 2, 'what happened to something else is gone')
  await page.keyboard.press('/')
  await page.keyboard.type('personne de ce nom')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Rien ne correspond.' }).waitFor()
  await look.assertAccessible('nothing found')
  await page.getByRole('button', { name: 'Tout montrer' }).click()
  await told.waitFor()

  await page.getByRole('button', { name: /^Filtrer/ }).click()
  await page.getByRole('dialog').getByLabel('Ce qui a été fait').selectOption('publication.featured')
  await look.assertAccessible('the filters')
  await page.getByRole('button', { name: 'Montrer ces lignes' }).click()
  await page.waitForURL(/action=publication\.featured/)
  await told.waitFor({ state: 'detached' })
  const [table] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Télécharger le tableau' }).click(),
  ])
  assert.equal(table.suggestedFilename(), 'journal.csv')
  const text = readFileSync(await table.path(), 'utf8')
  assert.equal(text.trimEnd().split('\r\n').length, 2)
  assert.match(text, /publication\.featured/)

  await page.goto('/journal')
  await page.getByRole('button', { name: /^Filtrer/ }).click()
  await page.getByLabel('Décision').selectOption('Refusée')
  await page.getByRole('button', { name: 'Montrer ces lignes' }).click()
  await page.waitForURL(/decision=rejected/)
  await told.waitFor()
  await eventually(async () => (await lines.count()) === 1, 'only the refusal is left')
  const chosen = page.getByRole('list', { name: 'Filtres' })
  await chosen.getByText('Refusée').waitFor()
  await look.assertAccessible('one decision')
  const key = await makeKey(app, acteur, 'Agenda de la médiathèque')
  await app.owner.query(
    `insert into audit_log (action, entity, entity_id, key_id) values ('publication.updated', 'publication', $1, $2)`,
    [publication, key],
  )
  await chosen.getByRole('button').click()
  await page.waitForURL(url => !url.search.includes('decision'))
  await page.reload()
  await page.getByText('La clé d’API « Agenda de la médiathèque » a corrigé').click()
  await page.getByRole('link', { name: 'Tout ce que cette clé a fait' }).click()
  await page.waitForURL(new RegExp(`cle=${key}`))
  await chosen.getByText('Agenda de la médiathèque').waitFor()
  await chosen.getByRole('button').click()
  await page.getByRole('button', { name: /^Filtrer/ }).click()
  await page.getByRole('combobox', { name: 'Par quelle clé d’API' }).fill('mediatheque')
  await page.getByRole('option', { name: /Agenda de la médiathèque/ }).click()
  await page.getByRole('button', { name: 'Montrer ces lignes' }).click()
  await page.waitForURL(new RegExp(`cle=${key}`))
  assert.deepEqual(look.faults, [])
})

const makeKey = async (app: TestApp, acteur: string, nom: string): Promise<string> => {
  const { rows } = await app.owner.query(
    `insert into api_keys (nom, hash, prefix, scopes, acteur_id, granted_to, expires_at)
     values ($1, decode(repeat('ab', 32), 'hex'), 'pk_parvis_abcd', '{publications:write}', $2, 'operator', now() + interval '1 day')
     returning id`,
    [nom, acteur],
  )
  return rows[0].id
}
