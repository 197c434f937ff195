import { about, Id, Obj, Text } from '../../../../shared/shapes.ts'
import { Paged } from '../../../kernel/lists/paging.ts'
import { found, invalid, Problem } from '../../../kernel/refusals/errors.ts'
import { AlreadyDone, read } from '../../../kernel/routes/action.ts'
import { isDay } from '../../../kernel/routes/check.ts'
import { signedIn } from '../../../people/access/visitors.ts'
import { sourceExists } from '../queries.ts'
import * as history from '../run-history.ts'
import {
  DayOfRuns,
  DaysWithRuns,
  ImportRun,
  RunAnswer,
  RunInFull,
  RunQuery,
  RunsQuery,
} from '../run-shapes.ts'
import { type DryRun, dryRun } from './dry-run.ts'
import { insertRun } from './queries.ts'
import { RUN } from './work.ts'

/** Runs: requested and shown by the back-office. */

export const run = signedIn.write({
  summary: 'Queue a run of the source; `dry_run=true` shows at once what a run would do, without doing it',
  params: Obj({ id: Id }),
  query: RunQuery,
  reply: RunAnswer,
  errors: ['run_in_progress'],
  mayBeDone: true,
  async prepare(context): Promise<DryRun | undefined> {
    return context.query.dry_run ? await dryRun(context, context.params.id) : undefined
  },
  async run({ tx, params, prepared, caller, audit, enqueue, language }) {
    audit.considered()
    const recordOf = history.runIn(language)
    if (prepared) {
      const items = prepared.items.map(history.itemIn(language))
      const names = await history.namesIn(tx, prepared.items)
      return new AlreadyDone({
        data: { ...recordOf(prepared.run), items, names, columns: prepared.columns },
      })
    }
    const asked = { trigger: 'manual', dry_run: false, requested_by: caller.id } as const
    const begun = await insertRun(tx, params.id, asked)
    if (!begun) throw new Problem((await sourceExists(tx, params.id)) ? 'run_in_progress' : 'not_found')
    await enqueue(RUN, { run: begun.id })
    audit.record({ id: begun.id, after: { source_id: params.id, trigger: 'manual' } })
    return { data: recordOf(found(await history.findRun(tx, begun.id))) }
  },
})

export const list = read({
  summary: 'Runs of a source, newest first; dry runs are marked',
  params: Obj({ id: Id }),
  query: RunsQuery,
  reply: Paged(ImportRun),
  errors: ['page_too_deep'],
  async run({ db, params, query, language }) {
    if (!(await sourceExists(db, params.id))) throw new Problem('not_found')
    return await history.pageOfRuns(db, params.id, query, language)
  },
})

export const byId = read({
  summary: 'One run with the result of each item, field by field; kept for 90 days',
  params: Obj({ id: Id, runId: Id }),
  reply: RunInFull,
  async run({ db, params, language }) {
    const { items, ...one } = found(await history.findRunWithItems(db, params.id, params.runId))
    return {
      data: {
        ...history.runIn(language)(one),
        items: items.map(history.itemIn(language)),
        names: await history.namesIn(db, items),
      },
    }
  },
})

export const days = read({
  summary: 'The days on which a source was run (Paris time), newest first, with counts',
  params: Obj({ id: Id }),
  reply: DaysWithRuns,
  async run({ db, params }) {
    if (!(await sourceExists(db, params.id))) throw new Problem('not_found')
    return { data: await history.daysOfRuns(db, params.id) }
  },
})

export const logs = read({
  summary: 'Logs of the runs of one day (Paris time), newest first',
  params: Obj({ id: Id, date: about('A day in Paris time, `YYYY-MM-DD`', Text(400)) }),
  reply: DayOfRuns,
  async run({ db, params: { id, date }, language }) {
    if (!isDay(date)) throw invalid('date', 'n’est pas un jour (AAAA-MM-JJ)', 'is not a day (YYYY-MM-DD)')
    const runs = await history.runsOfDay(db, id, date, language)
    if (runs.length === 0) throw new Problem('not_found')
    return { data: { date, runs } }
  },
})
