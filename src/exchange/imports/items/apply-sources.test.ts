/** Each kind of source × each thing that can happen to it, by real runs from a real server; the table is printed. */
import assert from 'node:assert/strict'
import { after, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  atom,
  ical,
  jsonFeed,
  openagenda,
  rss,
  type Thing,
  wordpress,
} from '../../../../test/imports/documents.ts'
import type { Served } from '../../../../test/imports/feed-server.ts'
import { importWorld, inDays, type Run } from '../../../../test/imports/world.ts'

const world = await importWorld()
const { server, acteur, app } = world

const WRITERS = { rss, atom, json_feed: jsonFeed, wordpress, ical, openagenda } as const
type Kind = keyof typeof WRITERS
const XML: readonly Kind[] = ['rss', 'atom']

const thing = (kind: Kind, place: string, id: string, fields: Partial<Thing> = {}): Thing => ({
  id: `${id}`,
  title: `Été à la halle ${place} ${id}`,
  text: `Texte ${id}`,
  ...(kind !== 'openagenda' && { link: `https://ville.example.org/${place}/${id}` }),
  ...(kind === 'ical' || kind === 'openagenda'
    ? { from: inDays(30), to: inDays(30).replace('T10', 'T12'), place: 'Halle' }
    : { at: inDays(-1) }),
  ...fields,
})

const counted = ({ status, counts, error }: Run) =>
  [
    status,
    ...Object.entries(counts as Record<string, number>)
      .filter(([name, n]) => n > 0 && name !== 'fetched')
      .map(([name, n]) => `${n} ${name}`),
    ...(error ? [error] : []),
  ].join(', ')

const table: Record<string, Record<string, string>> = {}
const note = (kind: Kind, situation: string, what: string) => {
  table[situation] = { ...table[situation], [kind]: what }
}

let places = 0
/** Sources of one kind, each at its own address, with what it says. */
function sourcesOf(kind: Kind) {
  const write = (things: readonly Thing[]) => WRITERS[kind](things)
  return async (served: (things: (ids: readonly string[], fields?: Partial<Thing>) => string) => Served) => {
    const place = `${kind}-${++places}`
    const document = (ids: readonly string[], fields: Partial<Thing> = {}) =>
      write(ids.map(id => thing(kind, place, id, fields)))
    const path = `/${place}`
    const id = await world.source({ url: server.serve(path, served(document)), kind, acteur_id: acteur })
    return {
      id,
      say: (ids: readonly string[], fields?: Partial<Thing>) =>
        server.serve(path, { body: document(ids, fields) }),
    }
  }
}

const untouched = async (id: string) => assert.deepEqual(await world.publications(id), [])

for (const kind of Object.keys(WRITERS) as Kind[]) {
  const source = sourcesOf(kind)

  describe(kind, () => {
    test('dry run, first run, second run, a changed item, a withdrawn one', async () => {
      const { id, say } = await source(document => ({ body: document(['1', '2', '3']) }))
      const expect = async (situation: string, run: Run, expected: string) => {
        note(kind, situation, counted(run))
        assert.equal(counted(run), expected, `${situation}: ${run.error?.message}`)
      }
      await expect('dry run', await world.dryRun(id), 'succeeded, 3 created')
      await untouched(id)
      await expect('first run', await world.run(id), 'succeeded, 3 created')
      const made = await world.publications(id)
      assert.deepEqual(
        made.map(row => [
          row.external_id.slice(-1),
          row.title.slice(0, 14),
          row.body,
          row.date_debut !== null,
        ]),
        ['1', '2', '3'].map(n => [
          n,
          'Été à la halle',
          `Texte ${n}`,
          kind === 'ical' || kind === 'openagenda',
        ]),
      )
      await expect('second run', await world.run(id), 'succeeded, 3 unchanged')
      say(['1', '2', '3'], { text: 'Autre texte' })
      await expect('changed item', await world.run(id), 'succeeded, 3 updated')
      say(['1', '3'], { text: 'Autre texte' })
      await expect('withdrawn item', await world.run(id), 'succeeded, 2 unchanged')
      const rows = await world.publications(id)
      assert.deepEqual(
        rows.map(row => [row.body, row.moderation_status, row.deleted_at]),
        Array(3).fill(['Autre texte', 'published', null]),
      )
    })

    test('malformed: what can be read is read, and nothing breaks', async () => {
      const { id } = await source(document => {
        const whole = document(['1', '2', '3'])
        // The end is missing.
        return { body: whole.slice(0, whole.lastIndexOf(kind === 'ical' ? 'SUMMARY' : 'Texte 3')) }
      })
      const run = await world.run(id)
      note(kind, 'malformed', counted(run))
      assert.ok(run.counts.created >= 2, counted(run))
      assert.ok((await world.entries(id)).length > 0, 'the log says so')
    })

    test('wrong encoding: windows-1252 without a word about it', async () => {
      const { id } = await source(document => ({
        body: Buffer.from(document(['1']).replace(/ encoding="[^"]*"/, ''), 'latin1'),
      }))
      const run = await world.run(id)
      note(kind, 'wrong encoding', counted(run))
      assert.equal(run.counts.created, 1, run.error?.message)
      const [row] = await world.publications(id)
      assert.ok(row.title.startsWith('Été à la halle'), row.title)
    })

    test('huge: more than ten mebibytes once unpacked', async () => {
      const { id } = await source(document => ({
        body: gzipSync(Buffer.concat([Buffer.from(document(['1'])), Buffer.alloc(11 * 1024 * 1024, ' ')])),
        headers: { 'content-encoding': 'gzip' },
      }))
      const run = await world.run(id)
      note(kind, 'huge', counted(run))
      assert.deepEqual([run.status, run.error?.message], ['failed', 'The answer is too large.'])
      await untouched(id)
    })

    test('a redirect to a private address', async () => {
      const { id } = await source(() => ({ status: 302, headers: { location: 'http://10.0.0.1/feed.xml' } }))
      const run = await world.run(id)
      note(kind, 'redirect to private', counted(run))
      assert.deepEqual([run.status, run.error?.message], ['failed', 'This address is not allowed.'])
      await untouched(id)
    })

    test('a doctype with an entity', async () => {
      const bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
      const { id } = await source(document => ({
        body: XML.includes(kind)
          ? document(['1']).replace('?>', `?>${bomb}`).replace('Texte 1', '&b;')
          : bomb,
      }))
      const run = await world.run(id)
      note(kind, 'doctype', counted(run))
      assert.deepEqual([run.status, run.counts.created], ['failed', 0])
      await untouched(id)
    })
  })
}

test('slow: it drips, and is given up after ten seconds', async () => {
  const all = (Object.keys(WRITERS) as Kind[]).map(async kind => {
    const { id } = await sourcesOf(kind)(document => ({
      by: (_request, response) => {
        const bytes = Buffer.from(document(['1']))
        let at = 0
        const drip = setInterval(() => response.write(bytes.subarray(at, ++at)), 200)
        response.on('close', () => clearInterval(drip))
      },
    }))
    const run = await world.run(id)
    note(kind, 'slow', counted(run))
    assert.deepEqual([run.status, run.error?.message], ['failed', 'The answer did not arrive in time.'])
    await untouched(id)
  })
  await Promise.all(all)
})

after(() => {
  const kinds = Object.keys(WRITERS) as Kind[]
  console.log(`\n| | ${kinds.join(' | ')} |\n|---|${kinds.map(() => '---').join('|')}|`)
  for (const [situation, cells] of Object.entries(table))
    console.log(`| ${situation} | ${kinds.map(kind => cells[kind] ?? '').join(' | ')} |`)
})

test('after all of that, not one trace of markup stands in what everybody reads', async () => {
  const { rows } = await app.owner.query(
    `select title, body from publications where title || body ~ '<[a-z!]'`,
  )
  assert.deepEqual(rows, [])
})
