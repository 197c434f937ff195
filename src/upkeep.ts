import { forgetMerges } from './acteur-merges/merge.ts'
import { removePicturesOfDeleted } from './acteurs/upkeep.ts'
import { forgetAppealLinks } from './appeal-links/links.ts'
import { forgetAppellants } from './appeals/upkeep.ts'
import { forgetChanges } from './changes/number.ts'
import { forgetOwnerAnswers } from './claim-answers/personal-data.ts'
import { forgetDecisions } from './claims/undo.ts'
import { forgetClaimants } from './claims/upkeep.ts'
import { forgetOldSyncs } from './defibrillateurs/sync/runs.ts'
import { forgetOldDrafts } from './drafts/queries.ts'
import { forgetOldRuns } from './imports/runs/upkeep.ts'
import type { Tx } from './kernel/db/db.ts'
import { destroyOldAddressKeys } from './kernel/http/addresses.ts'
import { deleteOldJobs } from './kernel/jobs/delete-old-jobs.ts'
import type { JobContext } from './kernel/jobs/jobs.ts'
import { forgetOldAnswers } from './kernel/routes/idempotency.ts'
import { forgetOldMails } from './mail/outbox.ts'
import { forgetOldNotes } from './notes/notes.ts'
import { forgetOldPageViews } from './page-views/queries.ts'
import { forgetAnnouncements, forgetServices } from './place/push/queries.ts'
import { forgetSubscriptions } from './place/push/subscriptions.ts'
import { forgetPresences } from './presence/queries.ts'
import { forgetFetchedFiles, retryFetchedFiles } from './publications/fetched-files/upkeep.ts'
import { forgetReporters } from './publications/moderation/reports.ts'
import { forgetOldOperations } from './publications/moderation/undo.ts'
import { endLapsedFeatures, letGoOfUploads } from './publications/upkeep.ts'
import { forgetOldSignIns } from './sign-in/issuer/accounts.ts'
import { forgetOldMessages, keepDeliveryErrors } from './support/upkeep.ts'
import { forgetUploads } from './uploads/upkeep.ts'
import { forgetDeliveries } from './webhook-endpoints/deliveries.ts'
import { forgetUnconfirmed } from './weekly-mail/subscribers.ts'

/** Deletes data whose retention (src/retention.ts) is over. The conditions `isOver` and `olderThan` check the clock. */
export async function nightlyUpkeep(tx: Tx, _data: unknown, { log }: JobContext): Promise<void> {
  const removed = {
    answers: await forgetOldAnswers(tx),
    delivery_errors: await keepDeliveryErrors(tx),
    mails: await forgetOldMails(tx),
    weekly_mail_requests: await forgetUnconfirmed(tx),
    support_threads: await forgetOldMessages(tx),
    reporters: await forgetReporters(tx),
    owner_answers: await forgetOwnerAnswers(tx),
    claimants: await forgetClaimants(tx),
    appeal_links: await forgetAppealLinks(tx),
    appellants: await forgetAppellants(tx),
    moderation_operations: await forgetOldOperations(tx),
    claim_decisions: await forgetDecisions(tx),
    acteur_merges: await forgetMerges(tx),
    fetched_files: await forgetFetchedFiles(tx),
    shown_uploads: await letGoOfUploads(tx),
    acteur_pictures: await removePicturesOfDeleted(tx),
    uploads: await forgetUploads(tx),
    lapsed_features: await endLapsedFeatures(tx),
    notes: await forgetOldNotes(tx),
    drafts: await forgetOldDrafts(tx),
    push_subscriptions: await forgetSubscriptions(tx),
    push_services: await forgetServices(tx),
    push_announcements: await forgetAnnouncements(tx),
    import_runs: await forgetOldRuns(tx),
    sign_ins: await forgetOldSignIns(tx),
    defibrillateur_syncs: await forgetOldSyncs(tx),
    page_views: await forgetOldPageViews(tx),
    changes: await forgetChanges(tx),
    webhook_deliveries: await forgetDeliveries(tx),
    presences: await forgetPresences(tx),
    jobs: await deleteOldJobs(tx),
    address_keys: await destroyOldAddressKeys(tx),
  }
  const again = { files: await retryFetchedFiles(tx) }
  log.info({ removed, again }, 'nightly upkeep')
}
