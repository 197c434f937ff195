import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import { actPdf, fetchMedia, pdf, picture, sendFile } from '../../../test/fixtures/own-pictures.ts'
import { outcome } from '../../../test/sign-in.ts'
import { sql } from '../../kernel/db/db.ts'
import { certificateOf } from './certificate.ts'
import { findActe } from './queries.ts'
import { ACTE_TYPE } from './rules.ts'

/** The conditions of the articles L2131-1 and R2131-1 of the Code général des collectivités territoriales, and what keeps them. */

const app = await startApp()
const { db } = app.service
const [clerk, editor, admin] = [await app.user(), await app.user(), await app.user(['admin'])]
const commune = await make.commune(app, { nom: 'Saint-Exemple' })
const hall = await make.mairie(app, commune, clerk)
const [mairie, office] = [app.as(clerk, 'mairie'), app.as(admin, 'backoffice')]
const path = `/mairie/acteurs/${hall}/publications`

const ACTE = {
  nature: 'deliberation',
  numero: 'DCM-2026-041',
  date: '2026-10-15',
  signataire: 'Jeanne Petit',
  qualite: 'maire',
  matiere: '8.4',
  transmis_le: '2026-10-20',
}
const sent = async (bytes = actPdf()) => (await sendFile(app, clerk, hall, bytes)).body.data.id as string
const wanted = async (acte: object = {}, more: object = {}) => ({
  title: 'Étude de la traversée du bourg',
  body: 'Le conseil lance l’étude.',
  documents: [{ id: await sent() }],
  acte: { ...ACTE, ...acte },
  ...more,
})
const published = async (acte: object = {}, more: object = {}) => {
  const { status, body } = await mairie.post(path, await wanted(acte, more))
  assert.equal(status, 201, JSON.stringify(body))
  return body.data
}
const trailOf = (id: string) =>
  db.pool.all<{
    action: string
    after: Record<string, unknown>
    user_id: string | null
    ip_hash: string | null
  }>(
    sql`select action, after, user_id, ip_hash from audit_log where entity = 'acte' and entity_id = ${id} order by id`,
  )
const seal = () => db.pool.all(sql`select * from seal_audit()`)
const certificate = async (id: string, now = new Date()) => {
  const acte = await findActe(db.pool, id)
  assert.ok(acte)
  return await certificateOf(db.pool, acte, `http://parvis.test/p/${id}`, now)
}
/** What the script says that needs nothing of ours. */
const verified = (said: object, bytes?: Uint8Array) => {
  const [json, file] = ['certificat.json', 'acte.pdf'].map(name => join(app.dataDir, name)) as [
    string,
    string,
  ]
  writeFileSync(json, JSON.stringify(said))
  if (bytes) writeFileSync(file, bytes)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['docs/verify-act.mjs', json, ...(bytes ? [file] : [])],
    { encoding: 'utf8' },
  )
  return { ok: status === 0, said: stdout + stderr }
}

test('R2131-1: the act is whole, as it was sent, and can be downloaded', async () => {
  const bytes = actPdf('Le texte entier')
  const one = await published({}, { documents: [{ id: await sent(bytes) }] })
  const answer = await fetchMedia(app, one.documents[0].url)
  assert.equal(answer.text, Buffer.from(bytes).toString())
  assert.equal(answer.headers.get('content-type'), 'application/pdf')
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment/)
})

test('R2131-1: a first name, a name and a quality, and the moment of publication', async () => {
  for (const missing of ['signataire', 'qualite', 'date', 'numero', 'nature'])
    assert.equal(
      outcome(await mairie.post(path, await wanted({ [missing]: undefined }))),
      '422 validation_failed',
    )
  const one = await published()
  const acte = await findActe(db.pool, one.id)
  assert.deepEqual([acte?.signataire, acte?.qualite], ['Jeanne Petit', 'maire'])
  assert.equal(one.moderation_status, 'published')
  assert.ok(Math.abs(Date.parse(one.publie_le) - Date.now()) < 600_000)
})

test('L2131-1: its digest, its size and its moment enter the trail with it, and nobody who acted', async () => {
  const bytes = actPdf()
  const one = await published({}, { documents: [{ id: await sent(bytes) }] })
  const [row, ...others] = await trailOf(one.id)
  assert.deepEqual(others, [])
  assert.equal(row?.action, 'acte.published')
  assert.deepEqual([row?.user_id, row?.ip_hash], [null, null])
  const { visible_le, ...after } = row?.after ?? {}
  const { matiere: _, ...said } = ACTE
  assert.deepEqual(after, {
    ...said,
    corrige: null,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    lisible: true,
  })
  assert.equal(Date.parse(String(visible_le)), Date.parse(one.publie_le))
})

test('L2131-1: it does not change, by any way', async () => {
  const one = await published()
  const other = await sent()
  const changes: object[] = [
    { title: 'Autre' },
    { body: 'Autre' },
    { documents: [{ id: other }] },
    { documents: [] },
    { images: [{ id: (await sendFile(app, clerk, hall, await picture())).body.data.id, alt: '' }] },
    { type_id: (await make.row(app, await make.publication(app, hall, commune))).type_id },
  ]
  for (const change of changes) {
    assert.equal(outcome(await mairie.patch(`/publications/${one.id}`, change)), '422 validation_failed')
    assert.equal(
      outcome(await office.patch(`/admin/publications/${one.id}`, change)),
      '422 validation_failed',
    )
  }
  assert.deepEqual(one.may.includes('edit'), false)
  for (const statement of [
    `update publications set documents = jsonb_set(documents, '{0,key}', '"${'0'.repeat(40)}"') where id = $1`,
    `update publications set type_id = (select id from publication_types where slug = 'actualite') where id = $1`,
    `update actes set sha256 = '${'0'.repeat(64)}' where publication_id = $1`,
    `update actes set signataire = 'X' where publication_id = $1`,
  ])
    await assert.rejects(app.owner.query(statement, [one.id]), { code: '23514' }, statement)
})

test('nothing becomes an act by another way', async () => {
  const fields = { title: 'Acte', body: 'Texte', acteur_id: hall, commune_id: commune, type_id: ACTE_TYPE }
  assert.equal(outcome(await app.as(clerk).post('/publications', fields)), '422 validation_failed')
  const { acteur_id: _, ...ofHall } = fields
  assert.equal(outcome(await mairie.post(path, ofHall)), '422 validation_failed')
  const news = await make.publication(app, hall, commune)
  assert.equal(
    outcome(await mairie.patch(`/publications/${news}`, { type_id: ACTE_TYPE })),
    '422 validation_failed',
  )
  const source = {
    nom: 'Actes',
    kind: 'csv',
    url: 'https://exemple.fr/a.csv',
    commune_id: commune,
    type_id: ACTE_TYPE,
  }
  assert.equal(outcome(await office.post('/admin/import-sources', source)), '422 validation_failed')
  await assert.rejects(
    app.owner.query(`update publications set type_id = $2 where id = $1`, [news, ACTE_TYPE]),
    { constraint: 'acte_has_its_row' },
  )
  const type = (await office.get('/admin/publication-types')).body.data.find(
    (one: { slug: string }) => one.slug === 'acte',
  )
  assert.equal(
    outcome(await office.patch(`/admin/publication-types/${type.id}`, { retired: true })),
    '422 validation_failed',
  )
})

const club = await make.acteur(app, commune)
await make.member(app, club, clerk)
await make.member(app, hall, editor, 'editor', ['manage_publications'])

test('town halls publish acts, by whom publishes without review', async () => {
  assert.equal(
    outcome(await mairie.post(`/mairie/acteurs/${club}/publications`, await wanted())),
    '403 scope_violation',
  )
  assert.equal(outcome(await app.as(editor, 'mairie').post(path, await wanted())), '403 forbidden')
  assert.equal(
    outcome(await app.as(await app.user(), 'mairie').post(path, await wanted())),
    '403 scope_violation',
  )
})

test('what does not fit is refused, and says where', async () => {
  const foreign = (await sendFile(app, clerk, club, actPdf())).body.data.id
  const cases: readonly [string, object, object?][] = [
    ['acte.date', { date: '2999-01-01', transmis_le: undefined }],
    ['acte.transmis_le', { transmis_le: '2026-10-14' }],
    ['acte.transmis_le', { transmis_le: '2999-01-01' }],
    ['acte.matiere', { matiere: undefined }],
    ['acte.matiere', { matiere: '8.19' }],
    ['acte.corrige', { corrige: crypto.randomUUID() }],
    ['documents', {}, { documents: [] }],
    ['documents', {}, { documents: [{ id: await sent() }, { id: await sent() }] }],
    ['documents.0.id', {}, { documents: [{ id: foreign }] }],
    [
      'documents.0.id',
      {},
      { documents: [{ id: (await sendFile(app, clerk, hall, await picture())).body.data.id }] },
    ],
    ['publie_le', {}, { publie_le: new Date(Date.now() + 86_400_000).toISOString() }],
    ['acte.sans_texte', {}, { documents: [{ id: await sent(pdf()) }] }],
  ]
  for (const [where, acte, more] of cases) {
    const answer = await mairie.post(path, await wanted(acte, more))
    assert.equal(answer.body.details?.[0]?.path, where, JSON.stringify(answer.body))
  }
  assert.equal(
    (
      await findActe(
        db.pool,
        (
          await published({ sans_texte: true }, { documents: [{ id: await sent(pdf()) }] })
        ).id,
      )
    )?.avec_texte,
    false,
  )
})

test('a correction is an act that names the old one', async () => {
  const old = await published()
  const corrected = await published({ numero: 'DCM-2026-041 bis', corrige: old.id })
  assert.equal((await findActe(db.pool, old.id))?.corrige_par, corrected.id)
  assert.equal((await findActe(db.pool, corrected.id))?.corrige, old.id)
})

const transmit = (id: string, transmis_le: unknown, by = clerk) =>
  app.as(by, 'mairie').patch(`${path}/${id}/acte`, { transmis_le })
/** Published before it was sent to the State. */
const unsent = () => published({ transmis_le: undefined })

test('the day on which an act was sent to the State is added once, sealed, on its page, in its certificate and in the CSV', async () => {
  const one = await unsent()
  assert.equal(one.acte.transmis_le, null)
  const { status, body } = await transmit(one.id, '2026-10-20')
  assert.equal(status, 200)
  assert.deepEqual(body.data.acte, {
    nature: 'deliberation',
    numero: 'DCM-2026-041',
    date: '2026-10-15',
    transmis_le: '2026-10-20',
  })
  const rows = await trailOf(one.id)
  assert.deepEqual(
    rows.map(({ action, user_id }) => [action, user_id]),
    [
      ['acte.published', null],
      ['acte.transmitted', null],
    ],
  )
  const { visible_le, ...said } = rows[1]?.after ?? {}
  assert.deepEqual(said, { transmis_le: '2026-10-20', lisible: true })
  assert.equal(visible_le, rows[0]?.after.visible_le)
  const { rows: who } = await app.owner.query(
    `select user_id from audit_log where action = 'publication.acte_transmitted' and entity_id = $1`,
    [one.id],
  )
  assert.deepEqual(who, [{ user_id: clerk.id }])

  // The day is set once: a later call is refused, with any day and by any user.
  for (const day of ['2026-10-20', '2026-10-21']) {
    const again = await transmit(one.id, day)
    assert.deepEqual([again.status, again.body.details[0].path], [422, 'transmis_le'])
  }
  assert.equal((await trailOf(one.id)).length, 2)
  for (const to of [`'2026-10-21'`, 'null'])
    await assert.rejects(
      app.owner.query(`update actes set transmis_le = ${to} where publication_id = $1`, [one.id]),
      { constraint: 'acte_is_final' },
    )

  // Hidden and shown again afterwards, it says the same.
  await office.patch(`/admin/publications/${one.id}/valide`, { valide: false })
  await office.patch(`/admin/publications/${one.id}/valide`, { valide: true })
  await seal()
  const shown = await certificate(one.id)
  assert.deepEqual(
    [shown.acte.transmis_le, shown.affichages.length, shown.lignes.length],
    ['2026-10-20', 2, 4],
  )
  assert.match(verified(shown).said, /Tout concorde/)
  assert.match(
    verified({ ...shown, acte: { ...shown.acte, transmis_le: '2026-10-16' } }).said,
    /transmis_le n’est pas/,
  )
  assert.match(
    verified({ ...shown, acte: { ...shown.acte, transmis_le: null } }).said,
    /transmis_le n’est pas/,
  )
})

test('of two people who say at once when an act was sent, one is heard and the other told', async () => {
  for (let round = 0; round < 4; round++) {
    const one = await unsent()
    const answers = await Promise.all(
      ['2026-10-20', '2026-10-21', '2026-10-22'].map(day => transmit(one.id, day)),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422, 422])
    const said = answers.find(({ status }) => status === 200)?.body.data.acte.transmis_le
    const rows = await trailOf(one.id)
    assert.deepEqual(
      rows.map(({ after }) => after.transmis_le),
      [null, said],
    )
  }
})

test('a day that does not fit, an act of others, and people who do not publish at once are refused', async () => {
  const one = await unsent()
  for (const day of ['2026-10-14', '2999-01-01', 'hier', null])
    assert.equal(outcome(await transmit(one.id, day)), '422 validation_failed', `${day}`)
  assert.equal(outcome(await transmit(one.id, '2026-10-20', editor)), '403 forbidden')
  assert.equal(outcome(await transmit(one.id, '2026-10-20', await app.user())), '403 scope_violation')
  const news = await make.publication(app, hall, commune)
  assert.equal(outcome(await transmit(news, '2026-10-20')), '403 scope_violation')
  const elsewhere = await make.mairie(app, await make.commune(app), clerk)
  const theirs = await make.acte(app, clerk, elsewhere)
  assert.equal(outcome(await transmit(theirs, '2026-10-20')), '403 scope_violation')
  assert.equal(outcome(await transmit(crypto.randomUUID(), '2026-10-20')), '404 not_found')
  await mairie.delete(`/publications/${one.id}`)
  assert.equal(outcome(await transmit(one.id, '2026-10-20')), '404 not_found')
})

test('while the pages of the commune are closed nothing takes effect, and what was published is not readable', async () => {
  const one = await published()
  const close = (ouverte: boolean) =>
    mairie.patch(`/mairie/acteurs/${hall}/communes/${commune}/place`, { ouverte })
  assert.equal((await close(false)).status, 200)
  assert.equal((await mairie.post(path, await wanted())).body.details[0].path, 'acte')
  assert.equal((await close(true)).status, 200)
  assert.deepEqual(
    (await trailOf(one.id)).map(({ action }) => action),
    ['acte.published', 'acte.hidden', 'acte.shown'],
  )
  const { affichages } = await certificate(one.id)
  assert.deepEqual(
    affichages.map(({ au }) => au === null),
    [false, true],
  )
})

test('changes that meet leave the trail with what stands, in one order', async () => {
  const acts = await Promise.all([published(), published(), published()])
  const close = (ouverte: boolean) =>
    mairie.patch(`/mairie/acteurs/${hall}/communes/${commune}/place`, { ouverte })
  const valide = (id: string, valide: boolean) => office.patch(`/admin/publications/${id}/valide`, { valide })
  for (let round = 0; round < 4; round++) {
    await close(false)
    for (const { id } of acts) await valide(id, false)
    // Each alone would leave it hidden: together they show it.
    const answers = await Promise.all([close(true), ...acts.map(({ id }) => valide(id, true))])
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    for (const { id } of acts) assert.equal((await trailOf(id)).at(-1)?.after.lisible, true, `round ${round}`)
  }
})

test('each way to hide an act, and to show it again, is in the trail', async () => {
  const ways: readonly (readonly [
    string,
    (id: string) => Promise<{ status: number }>,
    (id: string) => Promise<{ status: number }>,
  ])[] = [
    [
      'deleted by the town hall',
      id => mairie.delete(`/publications/${id}`),
      id => office.patch(`/admin/publications/${id}/restore`, {}),
    ],
    [
      'held by the town hall',
      id => mairie.patch(`${path}/${id}/moderate`, { moderation_status: 'pending' }),
      id => mairie.patch(`${path}/${id}/moderate`, { moderation_status: 'published' }),
    ],
    [
      'rejected by the office',
      id =>
        office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'rejected', reason: 'x' }),
      id => office.patch(`/admin/publications/${id}/moderate`, { moderation_status: 'published' }),
    ],
    [
      'switched off',
      id => office.patch(`/admin/publications/${id}/valide`, { valide: false }),
      id => office.patch(`/admin/publications/${id}/valide`, { valide: true }),
    ],
    [
      'deleted by the office',
      id => office.delete(`/admin/publications/${id}`),
      id => office.patch(`/admin/publications/${id}/restore`, {}),
    ],
  ]
  for (const [name, hide, show] of ways) {
    const one = await published()
    assert.equal((await hide(one.id)).status, 200, name)
    assert.equal((await certificate(one.id)).affichages.at(-1)?.au === null, false, name)
    assert.equal((await show(one.id)).status, 200, name)
    const said = await certificate(one.id)
    assert.equal(said.affichages.at(-1)?.au, null, name)
    assert.deepEqual(said.lignes.length, 3, name)
  }
})

test('the certificate is checked offline, and one flipped byte is found wherever it is', async () => {
  const bytes = actPdf()
  const one = await published({}, { documents: [{ id: await sent(bytes) }] })
  assert.match(verified(await certificate(one.id), bytes).said, /attend son sceau/)
  await mairie.delete(`/publications/${one.id}`)
  await seal()
  const said = await certificate(one.id)
  assert.deepEqual(verified(said, bytes), {
    ok: true,
    said: `Sceau ${said.sceaux[0]?.numero} : ${said.sceaux[0]?.hash}\nTout concorde.\n`,
  })
  assert.equal(said.acte.objet, null, 'a withdrawn act does not say its object any more')
  const flipped = Uint8Array.from(bytes)
  flipped[20] = (flipped[20] ?? 0) ^ 1
  assert.match(verified(said, flipped).said, /FAUX : le PDF/)
  const [line] = said.lignes
  const [sealed] = said.sceaux
  const forged: readonly object[] = [
    {
      ...said,
      lignes: [{ ...line, ligne: line?.ligne.replace('Jeanne', 'Jeanna') }, ...said.lignes.slice(1)],
    },
    { ...said, lignes: said.lignes.slice(1) },
    { ...said, lignes: said.lignes.slice(0, -1) },
    {
      ...said,
      sceaux: [
        {
          ...sealed,
          hash:
            `0${sealed?.hash.slice(1)}` === sealed?.hash
              ? `1${sealed?.hash.slice(1)}`
              : `0${sealed?.hash.slice(1)}`,
        },
      ],
    },
    { ...said, sceaux: [{ ...sealed, precedent: '00' }] },
    { ...said, sceaux: [{ ...sealed, lignes: sealed?.lignes.slice(1) }] },
    { ...said, acte: { ...said.acte, signataire: 'Paul Petit' } },
    { ...said, acte: { ...said.acte, document: { ...said.acte.document, octets: 1 } } },
    { ...said, affichages: [{ du: '2020-01-01T00:00:00.000Z', au: said.affichages[0]?.au }] },
    { ...said, affichages: [{ du: said.affichages[0]?.du, au: null }] },
  ]
  for (const [at, one] of forged.entries()) assert.equal(verified(one).ok, false, `${at}`)
})

test('interruptions of the service, and a clock that jumps, are in the certificate', async () => {
  const one = await published()
  const note = (action: string, du: number, au: number) =>
    app.owner.query(
      `insert into audit_log (action, entity, entity_id, after) values ($1, 'uptime', 'uptime', $2)`,
      [
        action,
        JSON.stringify({
          du: new Date(Date.now() + du).toISOString(),
          au: new Date(Date.now() + au).toISOString(),
        }),
      ],
    )
  await note('uptime.interrupted', 3_600_000, 7_200_000)
  await note('uptime.clock_moved', 9_000_000, 9_600_000)
  await note('uptime.interrupted', -7_200_000, -3_600_000)
  const said = await certificate(one.id, new Date(Date.now() + 20_000_000))
  assert.deepEqual([said.interruptions.length, said.horloge.length], [1, 1])
  await seal()
  const now = await certificate(one.id, new Date(Date.now() + 20_000_000))
  assert.equal(verified(now).ok, true, verified(now).said)
  assert.match(verified({ ...now, interruptions: [] }).said, /est tu/)
  assert.match(verified({ ...now, horloge: [] }).said, /est tu/)
})

test('R2131-1: the day on which two months are full, without the time in which nobody could read the act', async () => {
  const one = await published()
  const [du = ''] = (await certificate(one.id)).affichages.map(({ du }) => du)
  const after = (days: number) => new Date(Date.parse(du) + days * 86_400_000)
  const reached = async (days: number) => (await certificate(one.id, after(days))).deux_mois_le
  // Two months are 59 to 62 days, whatever the month.
  assert.equal(await reached(58), null)
  const first = Date.parse((await reached(63)) ?? '')
  const days = (first - Date.parse(du)) / 86_400_000
  assert.ok(days > 58.9 && days < 62.1, `${days}`)
  // A day and a half without the service comes on top.
  const gap = { du: after(10).toISOString(), au: after(11.5).toISOString() }
  await app.owner.query(
    `insert into audit_log (action, entity, entity_id, after) values ('uptime.interrupted', 'uptime', 'uptime', $1)`,
    [JSON.stringify(gap)],
  )
  assert.equal(Date.parse((await reached(70)) ?? ''), first + 1.5 * 86_400_000)
  assert.equal(await reached(days + 1.4), null)
  // Withdrawn before, they are never full.
  await mairie.delete(`/publications/${one.id}`)
  assert.equal(await reached(300), null)
})

test('L2131-1: the same for communes of 3 500 inhabitants and more as below, and kept without end', async () => {
  for (const population of [180, 3_499, 3_500, 90_000]) {
    const town = await make.commune(app, { population })
    const itsHall = await make.mairie(app, town, clerk)
    const id = await make.acte(app, clerk, itsHall)
    const said = await certificate(id, new Date(Date.now() + 40 * 365 * 86_400_000))
    assert.deepEqual(
      said.affichages.map(({ au }) => au),
      [null],
    )
    assert.notEqual(said.deux_mois_le, null)
  }
})

test('seals of the earlier form, over whole rows, are still verified beside those over digests', async () => {
  const forms = await db.pool.all<{ form: number }>(sql`select distinct form from audit_seals`)
  assert.deepEqual(forms, [{ form: 2 }])
  await app.owner.query('begin')
  try {
    // What seal_audit() did before: the hash of the rows themselves.
    await app.owner.query(`alter table audit_seals disable trigger all`)
    await app.owner.query(`insert into audit_log (action, entity, entity_id) values ('a.b', 'a', '1')`)
    await app.owner.query(`insert into audit_seals (number, last_id, rows, hash, form)
      select p.number + 1, max(l.id), count(*)::int, sha256(p.hash || convert_to(string_agg(audit_line(l), e'\n' order by l.id), 'UTF8')), 1
      from audit_log l, (select * from audit_seals order by number desc limit 1) p where l.id > p.last_id group by p.number, p.hash`)
    const { rows } = await app.owner.query(`
      select s.form, s.hash = again.hash as same
      from (select *, lag(last_id) over (order by number) as previous_id,
                   lag(hash, 1, ''::bytea) over (order by number) as previous_hash from audit_seals) s,
           audit_hash(s.previous_hash, s.previous_id, s.last_id) again order by s.number`)
    assert.deepEqual([...new Set(rows.map(({ form, same }) => `${form} ${same}`))], ['2 true', '1 true'])
  } finally {
    await app.owner.query('rollback')
  }
})
