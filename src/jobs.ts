import { sealAudit } from './audit/seal.ts'
import { inOneTransaction, type JobTable } from './kernel/jobs.ts'
import { nightlyUpkeep } from './upkeep.ts'

/** TABLE 2: what runs in the background. Times are those of Paris. */
export const jobs = {
  'audit.seal': inOneTransaction(sealAudit, { every: '* * * * *' }),
  'upkeep.nightly': inOneTransaction(nightlyUpkeep, { every: '17 3 * * *' }),
} satisfies JobTable
