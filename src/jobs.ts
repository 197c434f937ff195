import { sealAudit } from './audit/seal.ts'
import { nightlyBackup } from './backup/nightly.ts'
import { numberChanges } from './changes/number.ts'
import { expireClaims } from './claims/upkeep.ts'
import { sendDigests } from './dashboard/send-digests.ts'
import { resumeOverdueSyncs, runSync, syncNightly } from './defibrillateurs/sync/work.ts'
import { sendAlerts } from './digests/send-alerts.ts'
import { fetchAndAttach } from './fetched-files.ts'
import { endLostRuns, runDueSources } from './imports/runs/due.ts'
import { runImport } from './imports/runs/work.ts'
import { checkClock } from './kernel/clock.ts'
import { inOneBatch, inOneTransaction, type JobTable, outside } from './kernel/jobs/jobs.ts'
import { sweepFreeLimits } from './kernel/routes/limits.ts'
import { rotateSigningKeys } from './kernel/tokens/signing-keys.ts'
import { deliverMail, resumeOverdueMails } from './mail/deliver.ts'
import { deleteForgottenFiles } from './media/forgotten.ts'
import { storeOf } from './media/which-store.ts'
import { applyDueEvents, resumeOverdueEvents } from './payments/work.ts'
import { sendPushes } from './place/push/send.ts'
import { sendWeeklyMails } from './place/weekly/send.ts'
import { continueOperation, resumeOperations } from './publications/moderation/bulk-job.ts'
import { foldTotals, moveWords } from './publications/upkeep.ts'
import { queues } from './queues.ts'
import { storeMonths } from './transparency/months.ts'
import { nightlyUpkeep } from './upkeep.ts'
import { sweepMedia } from './uploads/upkeep.ts'
import { learnHosts } from './watched-words/hosts.ts'
import { sendEvents } from './webhook-endpoints/send.ts'

/** TABLE 2: background jobs. Schedules and retries are in `queues.ts`. */
export const jobs = {
  'alerts.send': outside(sendAlerts, queues['alerts.send']),
  'audit.seal': inOneTransaction(sealAudit, queues['audit.seal']),
  'backup.nightly': outside(nightlyBackup, queues['backup.nightly']),
  'changes.number': outside(
    (_data, { db, enqueue }, signal) => numberChanges(db, { signal, enqueue }),
    queues['changes.number'],
  ),
  'clock.check': inOneTransaction(checkClock, queues['clock.check']),
  'claims.expire': inOneTransaction(expireClaims, queues['claims.expire']),
  'defibrillateurs.sync': outside(runSync, queues['defibrillateurs.sync']),
  'defibrillateurs.nightly': inOneTransaction(syncNightly, queues['defibrillateurs.nightly']),
  'defibrillateurs.overdue': inOneTransaction(resumeOverdueSyncs, queues['defibrillateurs.overdue']),
  'digests.send': outside(sendDigests, queues['digests.send']),
  'imports.run': outside(runImport, queues['imports.run']),
  'imports.due': inOneTransaction(runDueSources, queues['imports.due']),
  'imports.lost': inOneTransaction(endLostRuns, queues['imports.lost']),
  'keys.rotate': inOneTransaction(
    (tx, _data, { secrets }) => rotateSigningKeys(tx, secrets),
    queues['keys.rotate'],
  ),
  'limits.sweep': outside((_data, { db }) => sweepFreeLimits(db.pool), queues['limits.sweep']),
  'mail.send': outside(deliverMail, queues['mail.send']),
  'mail.overdue': inOneTransaction(resumeOverdueMails, queues['mail.overdue']),
  'media.forgotten': outside(
    (_data, { db, config }) => deleteForgottenFiles(db, storeOf(config)),
    queues['media.forgotten'],
  ),
  'media.sweep': outside(sweepMedia, queues['media.sweep']),
  'operations.continue': inOneTransaction(continueOperation, queues['operations.continue']),
  'operations.overdue': inOneTransaction(resumeOperations, queues['operations.overdue']),
  'payments.apply': inOneBatch(50, applyDueEvents, queues['payments.apply']),
  'payments.overdue': inOneTransaction(resumeOverdueEvents, queues['payments.overdue']),
  'place.push': outside(sendPushes, queues['place.push']),
  'pictures.fetch': outside(fetchAndAttach, queues['pictures.fetch']),
  'publications.fold_totals': inOneTransaction(foldTotals, queues['publications.fold_totals']),
  'publications.learn_hosts': inOneTransaction(learnHosts, queues['publications.learn_hosts']),
  'publications.move_words': outside(
    (_data, { db }, signal) => moveWords(db, signal),
    queues['publications.move_words'],
  ),
  'transparency.store': inOneTransaction(storeMonths, queues['transparency.store']),
  'upkeep.nightly': inOneTransaction(nightlyUpkeep, queues['upkeep.nightly']),
  'webhooks.send': outside(sendEvents, queues['webhooks.send']),
  'weekly_mail.send': outside(sendWeeklyMails, queues['weekly_mail.send']),
} satisfies { [name in keyof typeof queues]: JobTable[string] }
