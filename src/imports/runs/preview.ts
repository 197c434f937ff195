import { write } from '../../kernel/routes/action.ts'
import { refuseForbidden, refuseUnknown } from '../admin.ts'
import { shownExplanation } from '../explanations.ts'
import { settingsOf } from '../settings.ts'
import { NewSource } from '../shapes.ts'
import { inDryRunSlot, simulateRun } from './dry-run.ts'
import { entryIn, itemIn, namesIn } from './history.ts'
import { Preview } from './shapes.ts'

/** Reads a source before it is saved, and shows what it would import. */

/** No source has this id, so nothing was imported by it. */
const NOT_SAVED = '00000000-0000-0000-0000-000000000000'
const NEVER_READ = { etag: null, last_modified: null, read_kind: null, read_at: null }

export const preview = write({
  summary: 'What a source would bring in, before it is written down: item by item, and nothing is written',
  body: NewSource,
  reply: Preview,
  errors: ['source_url_forbidden'],
  async prepare(context) {
    const { db, body, config, secrets } = context
    const settings = settingsOf(body, secrets.seal)
    refuseForbidden(settings.url, config)
    await db.transaction(tx => refuseUnknown(tx, undefined, settings))
    return await inDryRunSlot(() =>
      simulateRun(context, { ...settings, id: NOT_SAVED, version: 1, ...NEVER_READ }),
    )
  },
  async run({ tx, prepared: { result, items, reading }, language }) {
    return {
      data: {
        status: result.status,
        kind: reading?.kind ?? null,
        title: reading?.title ?? null,
        counts: result.counts,
        error: result.error && shownExplanation(result.error, language),
        items: items.map(itemIn(language)),
        names: await namesIn(tx, items),
        entries: result.entries.map(entryIn(language)),
      },
    }
  },
})
