import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { importWorld } from '../../test/imports/world.ts'

/**
 * Feeds, calendars and agendas as others publish them, each imported by a real run from a real server. They are read
 * when PARVIS_SAMPLES names a folder that holds them; what became of each is printed.
 */
const folder = process.env.PARVIS_SAMPLES
const skip = folder ? false : 'PARVIS_SAMPLES names no folder with samples of feeds'

const FOLDERS = ['feeds', 'ical', 'openagenda', 'more/ical-hard', 'more/openagenda-hard']
/** Nobody's past: what these events were is seen, too. */
const BEFORE_ALL = new Date('1990-01-01T00:00:00Z')

test('samples of others', { skip }, async t => {
  const world = await importWorld({ template: 'france' })
  const { app, server } = world
  const paris = (await app.owner.query(`select id from communes where code_insee = '75056'`)).rows[0].id
  const files = FOLDERS.flatMap(name => {
    const where = join(folder ?? '', name)
    if (!existsSync(where)) return []
    const names = readdirSync(where).filter(
      file => /\.(xml|json|ics|html)$/.test(file) && !/\.attendu\.|mesures/.test(file),
    )
    return names.sort().map(file => join(name, file))
  })
  assert.ok(files.length > 0, 'the folder holds none of them')

  for (const [n, file] of files.entries())
    await t.test(file, async () => {
      const bytes = readFileSync(join(folder ?? '', file))
      const lines: string[] = []
      for (const [when, then] of [
        ['today', undefined],
        ['then', BEFORE_ALL],
      ] as const) {
        const url = server.serve(`/${n}/${when}`, { body: bytes })
        const id = await world.source({
          url,
          options: { max_items: 500 },
          ...(/openagenda/.test(file) ? {} : { commune_id: paris }),
        })
        const run = await world.run(id, then)
        const counts = run.counts as Record<string, number>
        const said = Object.entries(counts).flatMap(([name, count]) =>
          count > 0 ? [`${count} ${name}`] : [],
        )
        lines.push(
          `  ${when}: ${[run.status, ...said, ...(run.error ? [run.error.message] : [])].join(', ')}`,
        )
        const entries = await world.entries(id)
        const told = new Set(entries.map(({ item }) => item))
        const made = await world.publications(id)
        assert.equal(made.length, counts.created)
        const {
          fetched = 0,
          created = 0,
          updated = 0,
          unchanged = 0,
          duplicates = 0,
          skipped = 0,
          failed = 0,
        } = counts
        assert.equal(
          fetched,
          created + updated + unchanged + duplicates + skipped + failed,
          'everything is counted',
        )
        assert.equal(failed, 0, JSON.stringify(entries.filter(({ level }) => level === 'error')))
        const lost = entries.filter(
          ({ item, message }) => item !== null && /^(Left out|Says the same)/.test(message),
        )
        assert.equal(lost.length, duplicates + skipped, 'nothing is lost without a line in the log')
        for (const row of made) assert.ok(told.has(row.external_id))
        for (const row of made) lines.push(`    ${row.day ?? '          '}  ${row.title}`)
        for (const { message } of lost) lines.push(`    (${message.slice(0, 110)})`)
        const again = await world.run(id, then)
        assert.deepEqual(
          [again.status, again.counts.created, again.counts.updated],
          [run.status, 0, 0],
          'a second run makes nothing',
        )
        if (!lost.some(({ message }) => message.includes('it is over'))) break
        // What came by the run of today is a duplicate in the other one.
        await app.owner.query('delete from publications where import_source_id = $1', [id])
      }
      console.log(`${file}\n${lines.join('\n')}`)
    })
})
