import { sealAudit } from './audit/seal.ts'
import { expireClaims } from './claims/upkeep.ts'
import { resumeOverdueSyncs, runSync, syncNightly } from './defibrillateurs/sync/work.ts'
import { endLostRuns, runDueSources } from './imports/runs/due.ts'
import { runImport } from './imports/runs/work.ts'
import { inOneBatch, inOneTransaction, type JobTable, outside } from './kernel/jobs/jobs.ts'
import { sweepFreeLimits } from './kernel/routes/limits.ts'
import { rotateSigningKeys } from './kernel/tokens/signing-keys.ts'
import { deliverMail, resumeOverdueMails } from './mail/deliver.ts'
import { applyDueEvents, resumeOverdueEvents } from './payments/work.ts'
import { foldTotals } from './publications/upkeep.ts'
import { nightlyUpkeep } from './upkeep.ts'

/** TABLE 2: what runs in the background. Times are those of Paris. */
export const jobs = {
  'audit.seal': inOneTransaction(sealAudit, { every: '* * * * *' }),
  'claims.expire': inOneTransaction(expireClaims, { every: '*/10 * * * *' }),
  // The register and its pages may take a quarter of an hour to come.
  'defibrillateurs.sync': outside(runSync, { retries: 5, minutes: 20 }),
  'defibrillateurs.nightly': inOneTransaction(syncNightly, { every: '37 2 * * *' }),
  'defibrillateurs.overdue': inOneTransaction(resumeOverdueSyncs, { every: '*/5 * * * *' }),
  'imports.run': outside(runImport, { atOnce: 2 }),
  'imports.due': inOneTransaction(runDueSources, { every: '*/5 * * * *' }),
  'imports.lost': inOneTransaction(endLostRuns, { every: '*/5 * * * *' }),
  'keys.rotate': inOneTransaction((tx, _data, { secrets }) => rotateSigningKeys(tx, secrets), {
    every: '41 3 * * *',
  }),
  'limits.sweep': outside((_data, { db }) => sweepFreeLimits(db.pool), { every: '*/10 * * * *' }),
  'mail.send': outside(deliverMail, { retries: 10, atOnce: 2 }),
  'mail.overdue': inOneTransaction(resumeOverdueMails, { every: '*/5 * * * *' }),
  'payments.apply': inOneBatch(50, applyDueEvents, { retries: 10 }),
  'payments.overdue': inOneTransaction(resumeOverdueEvents, { every: '*/5 * * * *' }),
  'publications.fold_totals': inOneTransaction(foldTotals, { every: '* * * * *' }),
  'upkeep.nightly': inOneTransaction(nightlyUpkeep, { every: '17 3 * * *' }),
} satisfies JobTable
