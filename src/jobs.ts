import { numberChanges } from './exchange/changes/number.ts'
import { fetchAndAttach } from './exchange/fetched-files.ts'
import { endLostRuns, runDueSources } from './exchange/imports/runs/due.ts'
import { runImport } from './exchange/imports/runs/work.ts'
import { applyDueEvents, resumeOverdueEvents } from './exchange/payments/work.ts'
import { sendEvents } from './exchange/webhook-endpoints/send.ts'
import { sealAudit } from './foundation/audit-seal.ts'
import { queues } from './foundation/queues.ts'
import { checkClock } from './kernel/db/clock.ts'
import { inOneBatch, inOneTransaction, outside, scheduled } from './kernel/jobs/jobs.ts'
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
export const jobs = scheduled(queues, {
  'alerts.send': outside(sendAlerts),
  'audit.seal': inOneTransaction(sealAudit),
  'backup.nightly': outside(nightlyBackup),
  'changes.number': outside((_data, { db, config, enqueue }, signal) =>
    numberChanges(db, { signal, enqueue, readers: afterChanges(config), config }),
  ),
  'clock.check': inOneTransaction(checkClock),
  'claims.expire': inOneTransaction(expireClaims),
  'defibrillateurs.sync': outside(runSync),
  'defibrillateurs.nightly': inOneTransaction(syncNightly),
  'defibrillateurs.overdue': inOneTransaction(resumeOverdueSyncs),
  'digests.send': outside(async (data, context, signal) => {
    await sendDigests(data, context, signal)
    await sendAuthorNews(context, signal)
  }),
  'imports.run': outside(runImport),
  'imports.due': inOneTransaction(runDueSources),
  'imports.lost': inOneTransaction(endLostRuns),
  'keys.rotate': inOneTransaction((tx, _data, { secrets }) => rotateSigningKeys(tx, secrets)),
  'limits.sweep': outside((_data, { db }) => sweepFreeLimits(db.pool)),
  'mail.send': outside(deliverMail),
  'mail.overdue': inOneTransaction(resumeOverdueMails),
  'media.forgotten': outside((_data, { db, config }) => deleteForgottenFiles(db, storeOf(config))),
  'media.sweep': outside(sweepMedia),
  'operations.continue': inOneTransaction(continueOperation),
  'operations.overdue': inOneTransaction(resumeOperations),
  'payments.apply': inOneBatch(50, applyDueEvents),
  'payments.overdue': inOneTransaction(resumeOverdueEvents),
  'place.purge': outside(purgeCaches),
  'place.push': outside(sendPushes),
  'pictures.fetch': outside(fetchAndAttach),
  'publications.fold_totals': inOneTransaction(foldTotals),
  'publications.learn_hosts': inOneTransaction(learnHosts),
  'publications.move_words': outside((_data, { db }, signal) => moveWords(db, signal)),
  'publications.unpin_ended': inOneTransaction(unpinEndedAlerts),
  'registers.continue': outside(continueRegisters),
  'transparency.store': inOneTransaction(storeMonths),
  'upkeep.nightly': inOneTransaction(nightlyUpkeep),
  'webhooks.send': outside(sendEvents),
  'weekly_mail.send': outside(sendWeeklyMails),
})
