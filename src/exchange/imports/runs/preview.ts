import { found } from '../../../kernel/refusals/errors.ts'
import { territoryOf } from '../../../people/access/permissions.ts'
import { idsGoverned } from '../../../people/access/territory.ts'
import { signedIn } from '../../../people/access/visitors.ts'
import { refuseElsewhere, refuseForbidden, refuseUnknown } from '../admin.ts'
import { shownExplanation } from '../explanations.ts'
import { entryIn, itemIn, namesIn } from '../run-history.ts'
import { Preview, PreviewQuery } from '../run-shapes.ts'
import { settingsOf, withChanges } from '../settings.ts'
import { NewSource } from '../shapes.ts'
import { inDryRunSlot, simulateRun } from './dry-run.ts'
import { sourceToRead } from './queries.ts'

/** Reads a source before it is saved, and shows what it would import. */

/** No source has this id, so nothing was imported by it. */
const NOT_SAVED = '00000000-0000-0000-0000-000000000000'
const NEVER_READ = { etag: null, last_modified: null, read_kind: null, read_at: null }

export const preview = signedIn.write({
  summary:
    'Show what a source would import, item by item, before it is created or, with `source_id`, changed; stores nothing',
  query: PreviewQuery,
  body: NewSource,
  reply: Preview,
  errors: ['not_found', 'source_url_forbidden'],
  async prepare(context) {
    const { db, body, query, config, secrets, caller } = context
    const saved = query.source_id ? found(await sourceToRead(db.pool, query.source_id)) : undefined
    const settings = saved ? withChanges(saved, body, secrets.seal) : settingsOf(body, secrets.seal)
    refuseForbidden(settings.url, config)
    await db.transaction(async tx => {
      // Its key is sent with the new settings.
      if (query.source_id) {
        const territory = territoryOf(caller, 'imports')
        const asked = { id: caller.id, territory }
        found((await idsGoverned(tx, 'import_sources', [query.source_id], asked))[0])
      }
      await refuseUnknown(tx, caller, saved, settings)
      await refuseElsewhere(tx, caller, settings)
    })
    return await inDryRunSlot(() =>
      simulateRun(context, { id: NOT_SAVED, version: 1, ...settings, ...NEVER_READ }),
    )
  },
  async run({ tx, prepared: { result, items, reading, columns }, language }) {
    return {
      data: {
        status: result.status,
        kind: reading?.kind ?? null,
        title: reading?.title ?? null,
        counts: result.counts,
        error: result.error && shownExplanation(result.error, language),
        items: items.map(itemIn(language)),
        names: await namesIn(tx, items),
        columns,
        entries: result.entries.map(entryIn(language)),
      },
    }
  },
})
