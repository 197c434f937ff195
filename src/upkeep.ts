import { forgetChanges } from './exchange/changes/number.ts'
import { forgetOldRuns } from './exchange/imports/runs/upkeep.ts'
import { forgetActeurMails } from './exchange/mailed-drafts/queries.ts'
import { forgetDeliveries } from './exchange/webhook-endpoints/deliveries.ts'
import type { Tx } from './kernel/db/db.ts'
import { destroyOldAddressKeys } from './kernel/http/addresses.ts'
import { deleteOldJobs } from './kernel/jobs/delete-old-jobs.ts'
import type { JobContext } from './kernel/jobs/jobs.ts'
import { forgetOldAnswers } from './kernel/routes/idempotency.ts'
import { forgetAppealLinks } from './letters/appeal-links/links.ts'
import { forgetOwnerAnswers } from './letters/claim-answers/personal-data.ts'
import { forgetOldMails } from './letters/mail/outbox.ts'
import { forgetOldNotes } from './letters/notes/notes.ts'
import { forgetOldMessages, keepDeliveryErrors } from './letters/support/upkeep.ts'
import { forgetUnconfirmed } from './letters/weekly-mail/subscribers.ts'
import { forgetRegisters } from './office/act-registers/queries.ts'
import { forgetMerges } from './office/acteur-merges/merge.ts'
import { forgetDeskChanges } from './people/live/number.ts'
import { forgetPresences } from './people/presence/queries.ts'
import { forgetNotices } from './place/push/notices.ts'
import { forgetAnnouncements, forgetServices } from './place/push/queries.ts'
import { forgetSubscriptions } from './place/push/subscriptions.ts'
import { forgetOutcomes } from './publishing/appeals/outcomes.ts'
import { forgetAppellants } from './publishing/appeals/upkeep.ts'
import { forgetOldDrafts } from './publishing/drafts/queries.ts'
import { forgetOldPageViews } from './publishing/page-views/queries.ts'
import { forgetFetchedFiles, retryFetchedFiles } from './publishing/publications/fetched-files/upkeep.ts'
import { forgetMutes } from './publishing/publications/moderation/reporters.ts'
import { forgetReporters } from './publishing/publications/moderation/reports.ts'
import { forgetOldOperations } from './publishing/publications/moderation/undo.ts'
import { endLapsedFeatures, letGoOfUploads } from './publishing/publications/upkeep.ts'
import { forgetUploads } from './publishing/uploads/upkeep.ts'
import { forgetOldSignIns } from './sign-in/issuer/accounts.ts'
import { removePicturesOfDeleted } from './territory/acteurs/upkeep.ts'
import { forgetDecisions } from './territory/claims/undo.ts'
import { forgetClaimants, forgetTownHallCodes } from './territory/claims/upkeep.ts'
import { forgetOldSyncs } from './territory/defibrillateurs/sync/runs.ts'

/** Deletes data whose retention (src/foundation/retention.ts) is over. The conditions `isOver` and `olderThan` check the clock. */
export async function nightlyUpkeep(tx: Tx, _data: unknown, { log }: JobContext): Promise<void> {
  const removed = {
    answers: await forgetOldAnswers(tx),
    delivery_errors: await keepDeliveryErrors(tx),
    mails: await forgetOldMails(tx),
    weekly_mail_requests: await forgetUnconfirmed(tx),
    acteur_mails: await forgetActeurMails(tx),
    support_threads: await forgetOldMessages(tx),
    reporters: await forgetReporters(tx),
    report_mutes: await forgetMutes(tx),
    owner_answers: await forgetOwnerAnswers(tx),
    claimants: await forgetClaimants(tx),
    town_hall_codes: await forgetTownHallCodes(tx),
    appeal_links: await forgetAppealLinks(tx),
    appeal_outcomes: await forgetOutcomes(tx),
    appellants: await forgetAppellants(tx),
    moderation_operations: await forgetOldOperations(tx),
    claim_decisions: await forgetDecisions(tx),
    act_registers: await forgetRegisters(tx),
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
    push_notices: await forgetNotices(tx),
    import_runs: await forgetOldRuns(tx),
    sign_ins: await forgetOldSignIns(tx),
    defibrillateur_syncs: await forgetOldSyncs(tx),
    page_views: await forgetOldPageViews(tx),
    changes: await forgetChanges(tx),
    desk_changes: await forgetDeskChanges(tx),
    webhook_deliveries: await forgetDeliveries(tx),
    presences: await forgetPresences(tx),
    jobs: await deleteOldJobs(tx),
    address_keys: await destroyOldAddressKeys(tx),
  }
  const again = { files: await retryFetchedFiles(tx) }
  log.info({ removed, again }, 'nightly upkeep')
}
