import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import sharp from 'sharp'
import { startApp } from '../../../test/app.ts'
import * as make from '../../../test/factories.ts'
import {
  CODE,
  communesElsewhere,
  type Entries,
  entriesIn,
  exportedFrom,
  fileOf,
  importInto,
  leftIn,
  townWithEach,
  zipped,
} from '../../../test/fixtures/commune-files.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'

/** Files that were made to harm, and files that came to harm: each is refused whole, and nothing of it stays. */

const here = await startApp()
const { hall, image, paper, event, acte } = await townWithEach(here)
const good = await exportedFrom(here, CODE)
const there = await startApp()
const { near } = await communesElsewhere(there)
const whole = await entriesIn(good)

type Row = Record<string, unknown>
const rows = (entries: Entries, name: string): Row[] =>
  `${entries.get(name)}`
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))
const put = (entries: Entries, name: string, lines: readonly Row[]) =>
  entries.set(name, Buffer.from(lines.map(line => `${JSON.stringify(line)}\n`).join('')))
/** Changes the rows of one resource. */
const changing = (name: string, change: (row: Row, at: number) => Row) => (entries: Entries) =>
  put(entries, name, rows(entries, name).map(change))
const theEvent = (change: Row) =>
  changing('publications.jsonl', row => (row.id === event ? { ...row, ...change } : row))
const theActe = (change: Row, ofActe: Row = {}) =>
  changing('publications.jsonl', row =>
    row.id === acte ? { ...row, acte: { ...(row.acte as Row), ...ofActe }, ...change } : row,
  )
const theHall = (change: Row) =>
  changing('acteurs.jsonl', row => (row.id === hall ? { ...row, ...change } : row))
const inManifest = (change: Row) => (entries: Entries) =>
  entries.set(
    'parvis.json',
    Buffer.from(JSON.stringify({ ...JSON.parse(`${entries.get('parvis.json')}`), ...change })),
  )
const thePicture = (bytes: Buffer) => (entries: Entries) => entries.set(`media/${image}.webp`, bytes)

const bomb = await sharp({ create: { width: 12_000, height: 12_000, channels: 3, background: '#fff' } })
  .png()
  .toBuffer()

const CASES: Readonly<Record<string, readonly [change: (entries: Entries) => unknown, says: RegExp]>> = {
  'a name that leaves the folder': [
    e => e.set('../../etc/cron.d/x', Buffer.from('x')),
    /"\.\.\/\.\.\/etc\/cron.d\/x"/,
  ],
  'a name from the root': [e => e.set('/etc/passwd', Buffer.from('x')), /no part of the file/],
  'a name of Windows': [e => e.set('media\\..\\x.webp', Buffer.from('x')), /no part of the file/],
  'a picture that no line names': [e => e.set(`media/${near}.webp`, Buffer.from('x')), /named nowhere/],
  'a picture that is not there': [e => e.delete(`media/${image}.webp`), /which the file does not hold/],
  'no manifest': [e => e.delete('parvis.json'), /no file of a commune/],
  'a resource less': [e => e.delete('redirects.jsonl'), /lacks redirects.jsonl/],
  'of a later Parvis': [inManifest({ version: 2 }), /newer Parvis/],
  'of another program': [inManifest({ format: 'zip' }), /parvis.json: format/],
  'counts that do not fit': [inManifest({ counts: { publications: 2 } }), /says that it has/],
  'a commune that is another one': [
    changing('commune.jsonl', row => ({ ...row, code_insee: '35051' })),
    /another commune/,
  ],
  'two communes': [
    e => put(e, 'commune.jsonl', [...rows(e, 'commune.jsonl'), ...rows(e, 'commune.jsonl')]),
    /second commune/,
  ],
  'a line of two megabytes': [theEvent({ body: 'a'.repeat(2 * 1024 * 1024) }), /longer than 1048576 bytes/],
  'megabytes without an end of line': [
    e => e.set('trail.jsonl', Buffer.alloc(64 * 1024 * 1024, 'a')),
    /trail.jsonl, line 1 is longer/,
  ],
  'a last line that was cut': [
    e => e.set('trail.jsonl', Buffer.from('{"id":')),
    /trail.jsonl, line 1 has no end/,
  ],
  'no UTF-8': [e => e.set('redirects.jsonl', Buffer.from([0x7b, 0xff, 0x7d, 10])), /redirects.jsonl, line 1/],
  'a key twice': [
    e => e.set('redirects.jsonl', Buffer.from('{"slug":"a","slug":"b"}\n')),
    /redirects.jsonl, line 1/,
  ],
  'no JSON': [e => e.set('redirects.jsonl', Buffer.from('rennes\n')), /redirects.jsonl, line 1/],
  'deep nesting': [
    theEvent({ images: JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`) }),
    /publications.jsonl, line/,
  ],
  'a field that is unknown': [theEvent({ is_admin: true }), /is_admin is not a known field/],
  'a field that writes to the terminal': [
    theEvent({ '\u001b[2Jx': 1 }),
    /line \d: \?\[2Jx is not a known field/,
  ],
  'who created it': [theEvent({ created_by: hall }), /created_by is not a known field/],
  'a title that is empty': [theEvent({ title: '\u200b ' }), /title must not be empty/],
  'a title of 201 signs': [theEvent({ title: 'a'.repeat(201) }), /title at most 200/],
  'a link that runs scripts': [
    theEvent({ source_url: 'javascript:alert(1)' }),
    /source_url is not an address/,
  ],
  'an act without what makes it one': [theActe({ acte: null }), /an act without what makes it one/],
  'news that are an act': [theActe({ type: 'actualite' }), /or the other way round/],
  'an act without its PDF': [theActe({ documents: [] }), /without one PDF alone/],
  'an act of nobody': [theActe({ acteur_id: null }), /an act without a town hall/],
  'an act with a picture': [theActe({ images: [{ id: image, alt: '' }] }), /without one PDF alone/],
  'an act of another nature': [theActe({}, { nature: 'loi' }), /acte.nature/],
  'an act with a matter that is none': [theActe({}, { matiere: '8.19' }), /nomenclature lacks/],
  'an act that was sent before it was taken': [
    theActe({}, { transmis_le: '2026-10-14' }),
    /sent to the State before/,
  ],
  'an act that tells its digest': [theActe({}, { sha256: '0'.repeat(64) }), /sha256 is not a known field/],
  'an act whose address runs scripts': [theActe({}, { repris_de: 'javascript:alert(1)' }), /repris_de/],
  'a NUL': [theEvent({ title: 'a\0b' }), /forbidden character/],
  'a day that is none': [theEvent({ date_debut: '2030-02-30' }), /date_debut takes a day/],
  'an end before its beginning': [theEvent({ date_fin: '2029-01-01' }), /date_fin must not come before/],
  'a level without an alert': [theEvent({ niveau: 'danger' }), /niveau is for the type/],
  'valid although rejected': [
    theEvent({ moderation_status: 'rejected' }),
    /is valide although it is rejected/,
  ],
  'published without a time': [theEvent({ publie_le: null }), /published without a time/],
  'a type that is not listed': [theEvent({ type: 'inconnu' }), /type inconnu/],
  'an acteur that is not listed': [theEvent({ acteur_id: near }), /acteur that the file does not hold/],
  'a commune that is unknown': [theEvent({ communes: ['99123'] }), /not known here: 99123/],
  'a picture as a document': [theEvent({ documents: [{ id: image, name: 'x' }] }), /twice|is no document/],
  'a document as a picture': [theEvent({ images: [{ id: paper, alt: '' }], documents: [] }), /is no image/],
  'an acteur with a document as its picture': [theHall({ image: { id: paper, alt: '' } }), /is no image/],
  'a publication twice': [
    e => put(e, 'publications.jsonl', [...rows(e, 'publications.jsonl'), ...rows(e, 'publications.jsonl')]),
    /id that another line has/,
  ],
  'two acteurs of one address': [
    changing('acteurs.jsonl', row => ({ ...row, slug: 'mairie' })),
    /slug that another line has/,
  ],
  'an acteur merged into nobody': [
    theHall({ merged_into: near, deleted_at: '2026-01-01T00:00:00Z' }),
    /merged into/,
  ],
  'a SIRET that is none': [theHall({ siret: '12345678901234' }), /no SIRET number/],
  'two recipients': [theHall({ email: 'a@example.org,b@example.org' }), /email/],
  'validated without a day': [theHall({ valide: true }), /valide without valide_le/],
  'a path of another site': [
    e => put(e, 'redirects.jsonl', [{ path: '//evil.example/x', publication_id: event }]),
    /spell otherwise/,
  ],
  'a redirect to nothing of it': [
    e => put(e, 'redirects.jsonl', [{ path: '/x', publication_id: near }]),
    /no publication of the file/,
  ],
  'an HTML page as a picture': [thePicture(Buffer.from('<script>alert(1)</script>')), /is no picture/],
  'a picture that is broken': [
    thePicture(Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBP'), Buffer.alloc(500)])),
    /webp: /,
  ],
  'a picture of 144 megapixels': [thePicture(bomb), /webp: /],
  'a program as a PDF': [e => e.set(`media/${paper}.pdf`, Buffer.from('MZ…')), /is no PDF/],
  'a file of 16 megabytes': [e => e.set(`media/${paper}.pdf`, Buffer.alloc(16 * 1024 * 1024)), /larger than/],
}

const before = await leftIn(there)
const assertRefused = async (bytes: Buffer, says: RegExp, name: string) => {
  const error = await importInto(there, fileOf(bytes)).catch(error => error)
  assert.ok(error instanceof Refusal, `${name}: ${error?.stack ?? JSON.stringify(error)}`)
  assert.match(error.message, says, name)
  assert.deepEqual(await leftIn(there), before, name)
}

for (const [name, [change, says]] of Object.entries(CASES))
  test(`refused whole: ${name}`, async () => {
    const entries = new Map(whole)
    change(entries)
    await assertRefused(zipped(entries), says, name)
  })

test('refused whole: an entry twice, and a file that is cut anywhere', async () => {
  const twice = [...whole, ['types.jsonl', whole.get('types.jsonl') ?? Buffer.alloc(0)] as const]
  await assertRefused(zipped(twice), /"types.jsonl" twice/, 'twice')
  const bytes = readFileSync(good)
  for (let part = 0; part < 10; part++)
    await assertRefused(
      bytes.subarray(0, Math.floor((bytes.length * part) / 10)),
      /ZIP|damaged/,
      `${part} tenths`,
    )
})

/** What is here under the ids of the file, and is another one's. */
const FOREIGN: Readonly<Record<string, readonly [make: () => Promise<unknown>, undo: string, says: RegExp]>> =
  {
    'a publication of another commune': [
      async () => await make.publication(there, null, near, { id: event }),
      'delete from publications',
      /of another commune/,
    ],
    'a publication of another acteur': [
      async () => await make.publication(there, null, await townThere(), { id: event }),
      'delete from publications',
      /of another acteur/,
    ],
    'an acteur of another commune': [
      async () => await make.acteur(there, near, { id: hall }),
      'delete from acteurs',
      /in another commune/,
    ],
    'a type of the same name': [
      async () =>
        await there.owner.query(`update publication_types set slug = 'autrement' where slug = 'actualite'`),
      `update publication_types set slug = 'actualite' where slug = 'autrement'`,
      /is called as another one/,
    ],
  }
const townThere = async () =>
  (await there.owner.query('select id from communes where code_insee = $1', [CODE])).rows[0].id

for (const [name, [begin, undo, says]] of Object.entries(FOREIGN))
  test(`refused whole: ${name} has an id of the file`, async () => {
    await begin()
    const stood = await leftIn(there)
    const error = await importInto(there, good).catch(error => error)
    assert.ok(error instanceof Refusal, `${error?.stack}`)
    assert.match(error.message, says)
    assert.deepEqual(await leftIn(there), stood)
    await there.owner.query(undo)
  })

test('the file that was changed in these ways is taken as it is', async () => {
  const { publications, files } = await importInto(there, fileOf(zipped(whole)))
  assert.deepEqual([publications, files], [4, 4])
})
