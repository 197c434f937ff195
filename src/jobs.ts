import { numberChanges } from './exchange/changes/number.ts'
import { fetchAndAttach } from './exchange/fetched-files.ts'
import { endLostRuns, runDueSources } from './exchange/imports/runs/due.ts'
import { runImport } from './exchange/imports/runs/work.ts'
import { applyDueEvents, resumeOverdueEvents } from './exchange/payments/work.ts'
import { sendEvents } from './exchange/webhook-endpoints/send.ts'
import { sealAudit } from './foundation/audit-seal.ts'
import { queues } from './foundation/queues.ts'
import { checkClock } from './kernel/db/clock.ts'
import { inOneBatch, inOneTransaction, type JobTable, outside } from './kernel/jobs/jobs.ts'
import { sweepFreeLimits } from './kernel/routes/limits.ts'
import { rotateSigningKeys } from './kernel/tokens/signing-keys.ts'
import { sendAlerts } from './letters/digests/send-alerts.ts'
import { deliverMail, resumeOverdueMails } from './letters/mail/deliver.ts'
import { deleteForgottenFiles } from './media/forgotten.ts'
import { storeOf } from './media/which-store.ts'
import { continueRegisters } from './office/act-registers/take-over.ts'
import { sendDigests } from './office/dashboard/send-digests.ts'
import { nightlyBackup } from './operation/backup/nightly.ts'
import { sendAuthorNews } from './place/author-news/send.ts'
import { afterChanges, purgeCaches } from './place/purge/purge.ts'
import { sendPushes } from './place/push/send.ts'
import { sendWeeklyMails } from './place/weekly/send.ts'
import { continueOperation, resumeOperations } from './publishing/publications/moderation/bulk-job.ts'
import { foldTotals, moveWords, unpinEndedAlerts } from './publishing/publications/upkeep.ts'
import { storeMonths } from './publishing/transparency/months.ts'
import { sweepMedia } from './publishing/uploads/upkeep.ts'
import { learnHosts } from './publishing/watched-words/hosts.ts'
import { expireClaims } from './territory/claims/upkeep.ts'
import { resumeOverdueSyncs, runSync, syncNightly } from './territory/defibrillateurs/sync/work.ts'
import { nightlyUpkeep } from './upkeep.ts'

/** TABLE 2: background jobs. Schedules and retries are in `queues.ts`. */
export const jobs = {
  'alerts.send': outside(sendAlerts, queues['alerts.send']),
  'audit.seal': inOneTransaction(sealAudit, queues['audit.seal']),
  'backup.nightly': outside(nightlyBackup, queues['backup.nightly']),
  'changes.number': outside(
    (_data, { db, config, enqueue }, signal) =>
      numberChanges(db, { signal, enqueue, readers: afterChanges(config), config }),
    queues['changes.number'],
  ),
  'clock.check': inOneTransaction(checkClock, queues['clock.check']),
  'claims.expire': inOneTransaction(expireClaims, queues['claims.expire']),
  'defibrillateurs.sync': outside(runSync, queues['defibrillateurs.sync']),
  'defibrillateurs.nightly': inOneTransaction(syncNightly, queues['defibrillateurs.nightly']),
  'defibrillateurs.overdue': inOneTransaction(resumeOverdueSyncs, queues['defibrillateurs.overdue']),
  'digests.send': outside(async (data, context, signal) => {
    await sendDigests(data, context, signal)
    await sendAuthorNews(context, signal)
  }, queues['digests.send']),
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
  'place.purge': outside(purgeCaches, queues['place.purge']),
  'place.push': outside(sendPushes, queues['place.push']),
  'pictures.fetch': outside(fetchAndAttach, queues['pictures.fetch']),
  'publications.fold_totals': inOneTransaction(foldTotals, queues['publications.fold_totals']),
  'publications.learn_hosts': inOneTransaction(learnHosts, queues['publications.learn_hosts']),
  'publications.move_words': outside(
    (_data, { db }, signal) => moveWords(db, signal),
    queues['publications.move_words'],
  ),
  'publications.unpin_ended': inOneTransaction(unpinEndedAlerts, queues['publications.unpin_ended']),
  'registers.continue': outside(continueRegisters, queues['registers.continue']),
  'transparency.store': inOneTransaction(storeMonths, queues['transparency.store']),
  'upkeep.nightly': inOneTransaction(nightlyUpkeep, queues['upkeep.nightly']),
  'webhooks.send': outside(sendEvents, queues['webhooks.send']),
  'weekly_mail.send': outside(sendWeeklyMails, queues['weekly_mail.send']),
} satisfies { [name in keyof typeof queues]: JobTable[string] }
