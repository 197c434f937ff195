import type { Behaviour } from '../kernel/jobs/jobs.ts'

/**
 * TABLE 2, its left half: schedules (Paris time), retries and longest times of jobs. Separate from `jobs.ts`, because that
 * loads half of the service and commands that migrate need only the queues.
 */
export const queues = {
  // A minute late at most, and what comes together is one mail.
  'alerts.send': { every: '* * * * *' },
  'audit.seal': { every: '* * * * *' },
  // Usually not due. A backup of millions of rows takes hours to make and test.
  'backup.nightly': { every: '*/10 * * * *', minutes: 240, retries: 0 },
  // Every worker also polls for them each second.
  'changes.number': { every: '* * * * *' },
  'clock.check': { every: '23 * * * *' },
  'claims.expire': { every: '*/10 * * * *' },
  // Downloading the register may take a quarter of an hour.
  'defibrillateurs.sync': { retries: 5, minutes: 20 },
  'defibrillateurs.nightly': { every: '37 2 * * *' },
  'defibrillateurs.overdue': { every: '*/5 * * * *' },
  // Some thousand digests at seven o’clock, each with its counts.
  'digests.send': { every: '*/5 * * * *', minutes: 30 },
  'imports.run': { atOnce: 2 },
  'imports.due': { every: '*/5 * * * *' },
  'imports.lost': { every: '*/5 * * * *' },
  'keys.rotate': { every: '41 3 * * *' },
  'limits.sweep': { every: '*/10 * * * *' },
  // An SMTP server may answer ten minutes after the end of the data.
  'mail.send': { retries: 10, atOnce: 2, minutes: 12 },
  'mail.overdue': { every: '*/5 * * * *' },
  // Usually there is nothing to do: a removal deletes its files itself.
  'media.forgotten': { every: '* * * * *' },
  'media.sweep': { every: '47 3 * * *', minutes: 60 },
  'operations.continue': { retries: 10 },
  'operations.overdue': { every: '*/5 * * * *' },
  'payments.apply': { retries: 10 },
  'payments.overdue': { every: '*/5 * * * *' },
  // Also queued with changes. A second one does not wait for a cache that does not answer.
  'place.purge': { every: '* * * * *', atOnce: 2 },
  // Also queued with each alert that is written. Sends for 50 seconds at most; a second one does not wait for a slow push service.
  'place.push': { every: '* * * * *', atOnce: 2 },
  // Ends within a minute, except for a last slow picture.
  'pictures.fetch': { every: '* * * * *' },
  'publications.fold_totals': { every: '* * * * *' },
  'publications.learn_hosts': { every: '*/2 * * * *' },
  'publications.move_words': { every: '* * * * *' },
  'publications.unpin_ended': { every: '* * * * *' },
  // Also queued with a register. Begins steps for 45 seconds; one takes two minutes at most.
  'registers.continue': { every: '* * * * *' },
  'transparency.store': { every: '11 4 * * *' },
  'upkeep.nightly': { every: '17 3 * * *' },
  // Also queued with events. Sends for 50 seconds at most; a second one does not wait for a slow endpoint.
  'webhooks.send': { every: '* * * * *', atOnce: 2 },
  // Usually not due: Friday at 17:00 comes at another moment overseas.
  'weekly_mail.send': { every: '* * * * *' },
} satisfies Record<string, Behaviour>
