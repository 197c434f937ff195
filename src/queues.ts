import type { Behaviour } from './kernel/jobs/jobs.ts'

/**
 * TABLE 2, its left half: when a job runs (in the time of Paris) and how often it is tried. What it does: `jobs.ts`, which
 * loads half of the service, and a command that brings the database up to date needs the queues alone.
 */
export const queues = {
  'audit.seal': { every: '* * * * *' },
  // Mostly it is not due. One of millions of rows takes hours to be made and restored.
  'backup.nightly': { every: '*/10 * * * *', minutes: 240, retries: 0 },
  'clock.check': { every: '23 * * * *' },
  'claims.expire': { every: '*/10 * * * *' },
  // The register and its pages may take a quarter of an hour to come.
  'defibrillateurs.sync': { retries: 5, minutes: 20 },
  'defibrillateurs.nightly': { every: '37 2 * * *' },
  'defibrillateurs.overdue': { every: '*/5 * * * *' },
  'imports.run': { atOnce: 2 },
  'imports.due': { every: '*/5 * * * *' },
  'imports.lost': { every: '*/5 * * * *' },
  'keys.rotate': { every: '41 3 * * *' },
  'limits.sweep': { every: '*/10 * * * *' },
  // A server may answer ten minutes after it has the whole mail.
  'mail.send': { retries: 10, atOnce: 2, minutes: 12 },
  'mail.overdue': { every: '*/5 * * * *' },
  'media.sweep': { every: '47 3 * * *', minutes: 60 },
  'operations.continue': { retries: 10 },
  'operations.overdue': { every: '*/5 * * * *' },
  'payments.apply': { retries: 10 },
  'payments.overdue': { every: '*/5 * * * *' },
  // It ends within the minute, but for a last picture that comes slowly.
  'pictures.fetch': { every: '* * * * *' },
  'publications.fold_totals': { every: '* * * * *' },
  'upkeep.nightly': { every: '17 3 * * *' },
} satisfies Record<string, Behaviour>
