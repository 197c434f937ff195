import type { Static } from 'typebox'
import { about, Data, Id, Nullable, named, Obj, Text, Timestamp, Word } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { Paged, pageQuery } from '../../kernel/lists/paging.ts'
import type { Trail } from '../../kernel/records/audit.ts'
import { found, type Language, Problem } from '../../kernel/refusals/errors.ts'
import { read, write } from '../../kernel/routes/action.ts'
import * as failed from './failed-queries.ts'

/** Failed jobs: listed with their reason, tried again or closed. */

const WHY: Readonly<Record<failed.Why, readonly [fr: string, en: string]>> = {
  too_long: ['Il a duré trop longtemps.', 'It took too long.'],
  worker_gone: [
    'Le programme qui y travaillait s’est arrêté en chemin.',
    'The program that worked on it stopped on the way.',
  ],
  database_away: ['La base de données ne répondait pas.', 'The database did not answer.'],
  database: ['La base de données l’a refusé.', 'The database refused it.'],
  own: ['Il a échoué en chemin.', 'It failed on the way.'],
}
const english = Object.fromEntries(failed.WHYS.map(why => [why, WHY[why][1]])) as Record<failed.Why, string>

const Name = about('The name of the job, such as `mail.send`', Text(100))
const FailedJob = named(
  'FailedJob',
  Obj({
    id: Id,
    name: Name,
    because: Obj({ code: Word(failed.WHYS, english), message: Text(300) }),
    error: about('The error message, shortened and without addresses, numbers or paths', Nullable(Text(200))),
    tries: Type.Integer({ minimum: 1 }),
    scheduled: about('Whether the job runs again by its schedule', Type.Boolean()),
    created_at: Timestamp,
    failed_at: Timestamp,
  }),
)
const Job = named(
  'JobState',
  Obj({
    id: Id,
    name: Name,
    state: Word(failed.JOB_STATES, {
      created: 'waits in the queue',
      retry: 'waits for its next attempt',
      active: 'is running',
      completed: 'is done',
      cancelled: 'was cancelled',
      failed: 'has failed, and its retries are used up',
    }),
  }),
)

const inWords = (row: failed.FailedJob, language: Language): Static<typeof FailedJob> => {
  const { why, ...job } = row
  return { ...job, because: { code: why, message: WHY[why][language === 'fr' ? 0 : 1] } }
}

export const list = read({
  summary: 'Jobs whose retries are used up, latest first; without scheduled jobs that have succeeded since',
  query: Obj(pageQuery),
  reply: Paged(FailedJob),
  errors: ['page_too_deep'],
  run: async ({ db, query, language }) =>
    await failed.pageOfFailedJobs(db, query, job => inWords(job, language)),
})

const trace = (audit: Trail, job: failed.JobNow | undefined) => {
  audit.considered()
  if (job) audit.record({ id: job.id, after: { name: job.name } })
}

export const retry = write({
  summary: 'Retry a failed job; without effect on other jobs',
  params: Obj({ id: Id }),
  reply: Data(Job),
  async run({ tx, params, audit }) {
    trace(audit, await failed.tryJobAgain(tx, params.id))
    return { data: found(await failed.findJob(tx, params.id)) }
  },
})

export const giveUp = write({
  summary: 'Dismiss a failed job: deletes it without doing its work',
  params: Obj({ id: Id }),
  reply: Data(Job),
  errors: ['not_failed'],
  async run({ tx, params, audit }) {
    const gone = await failed.throwJobAway(tx, params.id)
    trace(audit, gone)
    if (gone) return { data: gone }
    found(await failed.findJob(tx, params.id))
    throw new Problem('not_failed')
  },
})
