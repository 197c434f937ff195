import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as make from '../../../../test/factories.ts'
import { FRENCH_SAMPLES } from '../../../../test/imports/french-samples.ts'
import { importWorld } from '../../../../test/imports/world.ts'
import { tableState } from '../../../../test/table-state.ts'

const world = await importWorld()
const { app, server } = world

let served = 0
for (const [name, sample] of Object.entries(FRENCH_SAMPLES))
  test(`${name}: the dry run is the run, and the second run changes nothing`, async () => {
    const path = `/source-${++served}`
    const url = `${server.url}${path}`
    server.serve(path, { type: sample.type, body: sample.body(url) })
    for (const [page, body] of Object.entries(sample.pages?.(url) ?? {}))
      server.serve(`${path}/${page}`, { type: 'text/html; charset=utf-8', body })
    // Another town each: the same event elsewhere would be a duplicate.
    const acteur = await make.acteur(app, await make.commune(app), { can_publish: true })
    const id = await world.source({ url, acteur_id: acteur, ...(sample.kind && { kind: sample.kind }) })
    const dry = await world.dryRun(id)
    assert.equal(dry.error, null)
    const run = await world.run(id)
    assert.deepEqual(run.counts, dry.counts)
    assert.ok(run.counts.created > 0)
    if (sample.items > 0) assert.equal(run.counts.created, sample.items, JSON.stringify(run.counts))
    const publications = await world.publications(id)
    const texts = publications.map(({ title, body }) => `${title} ${body}`).join(' ')
    assert.doesNotMatch(texts, /Ã|\ufffd|undefined|m\.durand|est apparu en premier|&[a-z]+;/)
    const before = await tableState(app.owner)
    const again = await world.run(id)
    assert.equal(again.counts.unchanged, run.counts.created)
    assert.equal(again.counts.created + again.counts.updated + again.counts.failed, 0)
    const after = await tableState(app.owner)
    assert.deepEqual(after.publications, before.publications)
  })
