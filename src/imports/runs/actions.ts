import { found, invalid, Problem } from '../../kernel/errors.ts'
import { Paged, paged, pageOf } from '../../kernel/lists/paging.ts'
import { AlreadyDone, read, write } from '../../kernel/routes/action.ts'
import { about, Id, isDay, Obj, Text } from '../../kernel/routes/shapes.ts'
import { sourceExists } from '../queries.ts'
import { DayOfRuns, ImportRun, RunAnswer, RunQuery, RunsQuery } from '../shapes.ts'
import { dryRun, type Shown } from './dry-run.ts'
import * as queries from './queries.ts'
import { RUN } from './work.ts'

/** Runs: requested and shown by the back-office. */

export const run = write({
  summary: 'Import now: queued, or with `dry_run=true` shown at once, item by item, without doing it',
  params: Obj({ id: Id }),
  query: RunQuery,
  reply: RunAnswer,
  errors: ['run_in_progress'],
  mayBeDone: true,
  async prepare(context): Promise<Shown | undefined> {
    return context.query.dry_run ? await dryRun(context, context.params.id) : undefined
  },
  async run({ tx, params, prepared, audit, enqueue }) {
    audit.considered()
    if (prepared) return new AlreadyDone({ data: prepared })
    const begun = await queries.insertRun(tx, params.id, { trigger: 'manual', dry_run: false })
    if (!begun) throw new Problem((await sourceExists(tx, params.id)) ? 'run_in_progress' : 'not_found')
    await enqueue(RUN, { run: begun.id })
    audit.record({ id: begun.id, after: { source_id: params.id, trigger: 'manual' } })
    return { data: found(await queries.findRun(tx, begun.id)) }
  },
})

export const list = read({
  summary: 'The runs of a source, newest first; dry ones are marked',
  params: Obj({ id: Id }),
  query: RunsQuery,
  reply: Paged(ImportRun),
  errors: ['page_too_deep'],
  async run({ db, params, query }) {
    if (!(await sourceExists(db, params.id))) throw new Problem('not_found')
    const page = pageOf(query, queries.NEWEST)
    return await paged(page, queries.listRuns(db, params.id, page), queries.countRuns(db, params.id))
  },
})

export const logs = read({
  summary: 'What the runs of one day of Paris did, newest first, item by item',
  params: Obj({ id: Id, date: about('A day of Paris, `YYYY-MM-DD`', Text(400)) }),
  reply: DayOfRuns,
  async run({ db, params: { id, date } }) {
    if (!isDay(date)) throw invalid('date', "n'est pas un jour (AAAA-MM-JJ)", 'is not a day (YYYY-MM-DD)')
    const runs = await queries.runsOfDay(db, id, date)
    if (runs.length === 0) throw new Problem('not_found')
    return { data: { date, runs } }
  },
})
