import { FetchRefused } from '../../../kernel/fetch/fetch.ts'
import { write } from '../../../kernel/routes/action.ts'
import { refuseForbidden } from '../admin.ts'
import { explain, shownExplanation } from '../explanations.ts'
import { inDryRunSlot } from '../runs/dry-run.ts'
import { sourceAddress } from '../source-address.ts'
import { type Discovery, findSources } from './find-sources.ts'
import { Discovered, Page } from './shapes.ts'

/** Says which sources the address of a web page leads to. */

/** The limit of a dry run. */
const LONGEST_MS = 30_000

export const discover = write({
  summary: 'Find the import sources of a web page: feeds, calendars, tables and events; reads each of them',
  body: Page,
  reply: Discovered,
  errors: ['source_url_forbidden'],
  async prepare({ body, config, door, now }) {
    const url = sourceAddress(body.url)
    refuseForbidden(url, config)
    const way = door.allowing(config.importAllowPrivate)
    const signal = AbortSignal.timeout(LONGEST_MS)
    return await inDryRunSlot(() => findSources(way, url, now, signal)).catch((error): Discovery => {
      if (!(error instanceof FetchRefused)) throw error
      return { title: null, sources: [], refused: [], error: explain('timeout') }
    })
  },
  async run({ prepared: { title, sources, refused, error }, language }) {
    const shown = (what: Discovery['refused'][number]) => ({
      url: what.url,
      error: shownExplanation(what.error, language),
    })
    return {
      data: {
        title,
        sources: sources.map(({ total: _, identities: __, ...shown }) => shown),
        refused: refused.map(shown),
        error: error && shownExplanation(error, language),
      },
    }
  },
})
