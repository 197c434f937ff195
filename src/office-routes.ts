import * as apiKeys from './exchange/api-keys/admin.ts'
import * as imports from './exchange/imports/admin.ts'
import { discover } from './exchange/imports/discover/discover.ts'
import * as importRuns from './exchange/imports/runs/actions.ts'
import { preview } from './exchange/imports/runs/preview.ts'
import * as payments from './exchange/payments/admin.ts'
import * as webhooks from './exchange/webhook-endpoints/admin.ts'
import { perHour } from './kernel/routes/limits.ts'
import {
  act,
  extension,
  get,
  patch,
  patchOrQueue,
  personal,
  post,
  put,
  queue,
  remove,
} from './kernel/routes/route.ts'
import * as failedMails from './letters/mail/office.ts'
import { tickOff } from './letters/notes/mentions.ts'
import * as colleagueNotes from './letters/notes/notes.ts'
import * as threads from './letters/support/admin.ts'
import { cancel } from './letters/support/cancel.ts'
import { merge, separate } from './letters/support/merge.ts'
import * as notes from './letters/support/notes.ts'
import { reply } from './letters/support/reply.ts'
import { giveUp, retry } from './letters/support/retry.ts'
import * as templates from './letters/support/templates/admin.ts'
import {
  merges as acteurMerges,
  merge as mergeActeurs,
  moves as movesOfActeur,
  undoMerge as undoActeurMerge,
} from './office/acteur-merges/merge.ts'
import * as history from './office/audit/history.ts'
import * as audit from './office/audit/list.ts'
import * as communeFiles from './office/commune-file/actions.ts'
import { dashboard } from './office/dashboard/actions.ts'
import { counts } from './office/dashboard/counts.ts'
import { stats } from './office/dashboard/stats.ts'
import { viewCounts } from './office/dashboard/view-counts.ts'
import { forMe } from './office/for-me/actions.ts'
import { full } from './office/full-commune.ts'
import { forgetFiles } from './office/legal-removal/actions.ts'
import { eraseData, exportData } from './office/personal-data/admin.ts'
import * as pick from './office/pick/actions.ts'
import { epcis } from './office/pick/epcis.ts'
import { health } from './operation/doctor/office.ts'
import * as failedJobs from './operation/health/failed-jobs.ts'
import { admin } from './people/access/blocks.ts'
import * as appSources from './people/access/office.ts'
import { live } from './people/live/actions.ts'
import { here } from './people/presence/actions.ts'
import { assign } from './people/teamwork/assignments.ts'
import { colleaguesOf } from './people/teamwork/colleagues.ts'
import * as teamSettings from './people/teamwork/settings.ts'
import * as users from './people/users/admin.ts'
import * as views from './people/views/actions.ts'
import * as appeals from './publishing/appeals/admin.ts'
import { assign as assignAppeal } from './publishing/appeals/assign.ts'
import { undo as undoAppeal } from './publishing/appeals/undo.ts'
import * as publicationsAdmin from './publishing/publications/admin.ts'
import * as moderation from './publishing/publications/moderation/admin.ts'
import { deleteMany, featureMany, moderateMany } from './publishing/publications/moderation/bulk.ts'
import { correct, restoreRevision } from './publishing/publications/moderation/correct.ts'
import * as lookAlikes from './publishing/publications/moderation/duplicates.ts'
import { failures, operation, operations } from './publishing/publications/moderation/operations-list.ts'
import * as refusalPresets from './publishing/publications/moderation/refusal-presets.ts'
import * as reporters from './publishing/publications/moderation/reporters.ts'
import * as reports from './publishing/publications/moderation/reports.ts'
import { revisions } from './publishing/publications/revisions.ts'
import { authorTrust } from './publishing/publications/trust.ts'
import * as publicationTypes from './publishing/publications/types-office.ts'
import { byMonth } from './publishing/transparency/actions.ts'
import * as watchedWords from './publishing/watched-words/admin.ts'
import { resetSecondFactor, signOutEverywhere } from './sign-in/admin.ts'
import { invite, inviteAgain } from './sign-in/invitations.ts'
import { withdrawInvitation } from './sign-in/withdrawals.ts'
import * as acteursAdmin from './territory/acteurs/admin.ts'
import * as acteurDecisions from './territory/acteurs/decisions.ts'
import { lookAlikes as acteurLookAlikes } from './territory/acteurs/look-alikes.ts'
import * as acteurMembers from './territory/acteurs/members.ts'
import * as claimsAdmin from './territory/claims/admin.ts'
import { ask } from './territory/claims/ask.ts'
import { askOwners } from './territory/claims/ask-owners.ts'
import { undoQuestion } from './territory/claims/ask-undo.ts'
import { recordCall, removeCall } from './territory/claims/calls.ts'
import { byId as claim } from './territory/claims/item.ts'
import { issueLetter, letter } from './territory/claims/letters.ts'
import { mailPreviews as claimMailPreviews } from './territory/claims/mail-previews.ts'
import { undo as undoClaim } from './territory/claims/undo.ts'
import * as communesAdmin from './territory/communes/admin.ts'
import * as editableDetails from './territory/communes/editable.ts'
import * as mergeDate from './territory/communes/merge-date.ts'
import * as places from './territory/communes/places/actions.ts'
import * as placeHosts from './territory/communes/places/hosts.ts'
import * as defibrillateursAdmin from './territory/defibrillateurs/admin.ts'
import * as syncs from './territory/defibrillateurs/sync/list-syncs.ts'
import * as defibrillateurSyncs from './territory/defibrillateurs/sync/request-sync.ts'

/** TABLE 1, the part of the back-office: one block for each field of work (`admin`). */

const adminMutation = perHour('admin', 3_000, 'user')
/** For those who moderate, who work fast. */
export const moderating = perHour('moderation', 1_200, 'user')
/** What a change of the back-office, and a decision of those who moderate, is recorded as. */
const changed = (audit: string) => ({ audit, limit: [adminMutation] })
const moderated = (audit: string) => ({ audit, limit: [adminMutation, moderating] })
const noted = { silent: 'a note among colleagues decides nothing', limit: [adminMutation] }
/** Each request sends a mail to a person who may not know us. */
const inviting = perHour('invitation', 200, 'user')

export const officeRoutes = [
  ...admin('moderation', [
    get('/publications', publicationsAdmin.list),
    extension(get('/publications/colleagues', colleaguesOf('publications'))),
    extension(get('/publications/:id', publicationsAdmin.byId)),
    extension(patch('/publications/:id/assignee', assign('publications'), changed('publication.assigned'))),
    extension(personal(get('/publications/:id/notes', colleagueNotes.ofPublication.list))),
    extension(
      post('/publications/:id/notes', colleagueNotes.ofPublication.add, changed('publication.noted')),
    ),
    extension(
      remove(
        '/publications/:id/notes/:noteId',
        colleagueNotes.ofPublication.remove,
        changed('publication.note_removed'),
      ),
    ),
    extension(personal(get('/publications/:id/reports', reports.ofPublication))),
    extension(
      act('/publications/:id/reports/:reportId/mute', reporters.mute, changed('publication.reporter_muted')),
    ),
    extension(
      remove(
        '/publications/:id/reports/:reportId/mute',
        reporters.unmute,
        changed('publication.reporter_unmuted'),
      ),
    ),
    extension(get('/publications/:id/author-trust', authorTrust)),
    extension(get('/publications/:id/history', history.ofPublication)),
    patchOrQueue('/publications/bulk/moderate', moderateMany, {
      ...moderated('publication.moderated'),
      oneAtATime: true,
    }),
    extension(
      patchOrQueue('/publications/bulk/feature', featureMany, {
        ...moderated('publication.featured'),
        oneAtATime: true,
      }),
    ),
    extension(
      patchOrQueue('/publications/bulk/delete', deleteMany, {
        ...moderated('publication.deleted'),
        oneAtATime: true,
      }),
    ),
    extension(patch('/publications/:id', correct, moderated('publication.updated'))),
    extension(get('/publications/:id/revisions', revisions)),
    extension(get('/publications/:id/duplicates', lookAlikes.ofPublication)),
    extension(
      act('/publications/:id/duplicates/dismiss', lookAlikes.dismiss, moderated('publication.told_apart')),
    ),
    extension(
      act('/publications/:id/duplicates/keep', lookAlikes.keep, {
        ...moderated('publication.moderated'),
        oneAtATime: true,
      }),
    ),
    extension(
      act(
        '/publications/:id/revisions/:revisionId/restore',
        restoreRevision,
        moderated('publication.updated'),
      ),
    ),
    patch('/publications/:id/moderate', moderation.moderate, moderated('publication.moderated')),
    patch('/publications/:id/valide', moderation.toggleValide, moderated('publication.valide_set')),
    patch('/publications/:id/feature', publicationsAdmin.feature, changed('publication.featured')),
    remove('/publications/:id', publicationsAdmin.remove, changed('publication.deleted')),
    patch('/publications/:id/restore', publicationsAdmin.restore, changed('publication.restored')),
    extension(
      act('/media/forget', forgetFiles, {
        audit: 'media.forgotten',
        oneAtATime: true,
        limit: [adminMutation, perHour('media-forget', 20, 'user')],
      }),
    ),
    extension(get('/refusal-presets', refusalPresets.list)),
    extension(post('/refusal-presets', refusalPresets.create, changed('refusal_preset.created'))),
    extension(patch('/refusal-presets/:id', refusalPresets.update, changed('refusal_preset.updated'))),
    extension(remove('/refusal-presets/:id', refusalPresets.remove, changed('refusal_preset.deleted'))),
    extension(get('/operations', operations)),
    extension(get('/operations/:id', operation)),
    extension(get('/operations/:id/failures', failures)),
    extension(
      queue('/operations/:id/undo', moderation.undo, {
        ...moderated('publication.moderation_undone'),
        oneAtATime: true,
      }),
    ),
  ]),

  ...admin('claims', [
    get('/acteurs', acteursAdmin.list),
    extension(post('/acteurs', acteursAdmin.create, changed('acteur.created'))),
    extension(get('/acteurs/look-alikes', acteurLookAlikes)),
    extension(get('/acteurs/:id', acteursAdmin.byId)),
    extension(personal(get('/acteurs/:id/members', acteurMembers.list))),
    extension(
      post('/acteurs/:id/members', acteurMembers.add, {
        audit: 'acteur.member_set',
        limit: [adminMutation, inviting],
      }),
    ),
    extension(patch('/acteurs/:id/members/:userId', acteurMembers.change, changed('acteur.member_set'))),
    extension(remove('/acteurs/:id/members/:userId', acteurMembers.remove, changed('acteur.member_removed'))),
    extension(personal(get('/acteurs/:id/notes', colleagueNotes.ofActeur.list))),
    extension(post('/acteurs/:id/notes', colleagueNotes.ofActeur.add, changed('acteur.noted'))),
    extension(
      remove('/acteurs/:id/notes/:noteId', colleagueNotes.ofActeur.remove, changed('acteur.note_removed')),
    ),
    extension(get('/acteurs/:id/merges', acteurMerges)),
    extension(get('/acteurs/:id/moves', movesOfActeur)),
    extension(act('/acteurs/:id/merge', mergeActeurs, changed('acteur.merged'))),
    extension(act('/acteurs/:id/merges/:mergeId/undo', undoActeurMerge, changed('acteur.merge_undone'))),
    extension(get('/acteurs/:id/history', history.ofActeur)),
    extension(patch('/acteurs/:id', acteursAdmin.update, changed('acteur.updated'))),
    extension(remove('/acteurs/:id', acteursAdmin.remove, changed('acteur.deleted'))),
    remove('/acteurs/:id/restore', acteursAdmin.restore, changed('acteur.restored')),
    patch('/acteurs/:id/validate', acteurDecisions.validate, changed('acteur.validated')),
    patch('/acteurs/:id/badge', acteurDecisions.badge, changed('acteur.badge_set')),
    patch('/acteurs/:id/active', acteurDecisions.active, changed('acteur.active_set')),
    act('/acteurs/:id/can-publish', acteurDecisions.canPublish, changed('acteur.can_publish_set')),
    personal(get('/claims', claimsAdmin.list)),
    extension(get('/claims/colleagues', colleaguesOf('claims'))),
    extension(personal(get('/claims/:id', claim))),
    extension(patch('/claims/:id/assignee', assign('claims'), changed('claim.assigned'))),
    extension(personal(get('/claims/:id/notes', colleagueNotes.ofClaim.list))),
    extension(post('/claims/:id/notes', colleagueNotes.ofClaim.add, changed('claim.noted'))),
    extension(
      remove('/claims/:id/notes/:noteId', colleagueNotes.ofClaim.remove, changed('claim.note_removed')),
    ),
    extension(get('/claims/:id/history', history.ofClaim)),
    patch('/claims/:id', claimsAdmin.decide, changed('claim.decided')),
    extension(personal(get('/claims/:id/letters', claimMailPreviews))),
    extension(act('/claims/:id/ask', ask, changed('claim.asked'))),
    extension(act('/claims/:id/ask/undo', undoQuestion, changed('claim.question_cancelled'))),
    extension(act('/claims/:id/ask-owners', askOwners, changed('claim.owners_asked'))),
    extension(act('/claims/:id/letter', issueLetter, changed('claim.letter_issued'))),
    extension(personal(get('/claims/:id/letter', letter))),
    extension(act('/claims/:id/call', recordCall, changed('claim.called_back'))),
    extension(remove('/claims/:id/call', removeCall, changed('claim.call_removed'))),
    extension(act('/claims/:id/undo', undoClaim, changed('claim.decision_undone'))),
  ]),

  ...admin('support', [
    personal(get('/messages/threads', threads.threads)),
    extension(get('/messages/colleagues', colleaguesOf('threads'))),
    extension(personal(get('/messages/threads/:id', threads.one))),
    extension(patch('/messages/threads/:id', threads.assign, changed('thread.assigned'))),
    personal(get('/messages/threads/:id/messages', threads.messages)),
    post('/messages/threads/:id/reply', reply, changed('thread.replied')),
    extension(remove('/messages/threads/:id/messages/:messageId', cancel, changed('thread.reply_cancelled'))),
    extension(act('/messages/threads/:id/messages/:messageId/retry', retry, changed('thread.reply_retried'))),
    extension(
      act('/messages/threads/:id/messages/:messageId/give-up', giveUp, changed('thread.reply_given_up')),
    ),
    extension(personal(get('/messages/threads/:id/notes', notes.list))),
    extension(post('/messages/threads/:id/notes', notes.add, noted)),
    extension(remove('/messages/threads/:id/notes/:noteId', notes.remove, noted)),
    extension(act('/messages/threads/:id/merge', merge, changed('thread.merged'))),
    extension(act('/messages/threads/:id/separate', separate, changed('thread.separated'))),
    patch('/messages/threads/:id/read', threads.markRead, {
      silent: 'marking a thread read is not a decision',
      limit: [adminMutation],
    }),
    patch('/messages/threads/:id/unread', threads.markUnread, {
      silent: 'marking a thread unread is not a decision',
      limit: [adminMutation],
    }),
    patch('/messages/threads/:id/flag', threads.flag, {
      silent: 'a flag is a note among colleagues, not a decision',
      limit: [adminMutation],
    }),
    patch('/messages/threads/:id/close', threads.close, changed('thread.closed')),
    extension(personal(get('/messages/threads/:id/reply-templates', templates.forThread))),
    extension(get('/reply-templates', templates.list)),
    extension(post('/reply-templates', templates.create, changed('reply_template.created'))),
    extension(patch('/reply-templates/:id', templates.update, changed('reply_template.updated'))),
    extension(remove('/reply-templates/:id', templates.remove, changed('reply_template.deleted'))),
  ]),

  ...admin('dashboard', [
    get('/dashboard', dashboard),
    extension(get('/counts', counts)),
    extension(get('/stats', stats)),
    extension(get('/transparency', byMonth)),
    extension(get('/team-settings', teamSettings.byTeam)),
    extension(personal(get('/appeals', appeals.list))),
    extension(personal(get('/appeals/:id', appeals.byId))),
    extension(patch('/appeals/:id', appeals.decide, moderated('publication.appeal_decided'))),
    extension(act('/appeals/:id/undo', undoAppeal, moderated('publication.appeal_decided'))),
    extension(patch('/appeals/:id/assignee', assignAppeal, changed('publication.appeal_assigned'))),
    extension(personal(get('/for-me', forMe))),
    extension(
      act('/mentions/:id/done', tickOff, {
        silent: 'what the caller was told and has read is theirs alone',
        limit: [adminMutation],
      }),
    ),
    extension(get('/pick/acteurs', pick.acteurs)),
    extension(get('/pick/communes', pick.communes)),
    extension(get('/pick/import-sources', pick.importSources)),
    extension(personal(get('/pick/users', pick.users))),
    extension(personal(get('/search', pick.search))),
    extension(get('/views', views.list)),
    extension(get('/views/counts', viewCounts)),
    extension(
      put('/views', views.save, {
        silent: 'a view is how somebody looks at a list, not a decision',
        limit: [adminMutation],
      }),
    ),
    extension(remove('/views/:id', views.remove, { silent: 'as for saving one', limit: [adminMutation] })),
    extension(get('/live', live)),
    extension(
      put('/presence', here, {
        silent: 'who looks at what is forgotten half a minute later',
        limit: [perHour('presence', 3_000, 'user')],
      }),
    ),
  ]),

  ...admin('reserved', [
    extension(get('/communes/:id/hosts', placeHosts.list)),
    extension(
      act('/communes/:id/file', communeFiles.anyFile, {
        audit: 'commune.exported',
        limit: [perHour('commune-file', 20, 'user')],
      }),
    ),
    extension(post('/communes/:id/hosts', placeHosts.add, changed('commune.host_added'))),
    extension(remove('/communes/:id/hosts/:host', placeHosts.remove, changed('commune.host_removed'))),
    extension(get('/pick/epcis', epcis)),
    extension(get('/pick/api-keys', pick.apiKeys)),
    extension(personal(get('/audit', audit.list))),
    extension(get('/audit/actions', audit.actions)),
    extension(get('/audit/seal', audit.seal)),
    extension(get('/publication-types', publicationTypes.list)),
    extension(post('/publication-types', publicationTypes.create, changed('publication_type.created'))),
    extension(patch('/publication-types/:id', publicationTypes.update, changed('publication_type.updated'))),
    extension(get('/api-keys', apiKeys.list)),
    extension(post('/api-keys', apiKeys.create, { ...changed('api_key.created'), secretAnswer: true })),
    extension(remove('/api-keys/:id', apiKeys.revoke, changed('api_key.revoked'))),
    extension(get('/webhooks', webhooks.list)),
    extension(post('/webhooks', webhooks.create, { ...changed('webhook.created'), secretAnswer: true })),
    extension(get('/webhooks/:id', webhooks.byId)),
    extension(patch('/webhooks/:id', webhooks.update, changed('webhook.updated'))),
    extension(remove('/webhooks/:id', webhooks.remove, changed('webhook.deleted'))),
    extension(act('/webhooks/:id/verify', webhooks.verify, changed('webhook.enabled'))),
    extension(act('/webhooks/:id/disable', webhooks.disable, changed('webhook.disabled'))),
    extension(
      act('/webhooks/:id/secret', webhooks.exchange, {
        ...changed('webhook.secret_exchanged'),
        secretAnswer: true,
      }),
    ),
    extension(
      act('/webhooks/:id/test', webhooks.test, {
        audit: 'webhook.tested',
        limit: [perHour('webhook-test', 30, 'user')],
      }),
    ),
    extension(get('/webhooks/:id/deliveries', webhooks.deliveries)),
    extension(
      act('/webhooks/:id/deliveries/:deliveryId/replay', webhooks.again, changed('webhook.replayed')),
    ),
    extension(get('/app-sources', appSources.list)),
    extension(post('/app-sources', appSources.create, changed('app_source.created'))),
    extension(patch('/app-sources/:slug', appSources.update, changed('app_source.updated'))),
    extension(patch('/team-settings', teamSettings.update, changed('team_settings.updated'))),
    extension(get('/watched-words', watchedWords.list)),
    extension(post('/watched-words', watchedWords.create, changed('watched_words.created'))),
    extension(
      act('/watched-words/trial', watchedWords.tryOut, {
        silent: 'it writes nothing',
        limit: [adminMutation],
      }),
    ),
    extension(patch('/watched-words/:id', watchedWords.update, changed('watched_words.updated'))),
    extension(remove('/watched-words/:id', watchedWords.remove, changed('watched_words.deleted'))),
    extension(get('/health', health)),
    extension(personal(get('/failed-mails', failedMails.list))),
    extension(get('/failed-mails/kinds', failedMails.kinds)),
    extension(
      act('/failed-mails/retry', failedMails.retryKind, { ...changed('mail.retried'), oneAtATime: true }),
    ),
    extension(
      act('/failed-mails/give-up', failedMails.giveUpKind, { ...changed('mail.given_up'), oneAtATime: true }),
    ),
    extension(act('/failed-mails/:id/retry', failedMails.retry, changed('mail.retried'))),
    extension(act('/failed-mails/:id/give-up', failedMails.giveUp, changed('mail.given_up'))),
    extension(get('/failed-jobs', failedJobs.list)),
    extension(act('/failed-jobs/:id/retry', failedJobs.retry, changed('job.retried'))),
    extension(act('/failed-jobs/:id/give-up', failedJobs.giveUp, changed('job.given_up'))),
    get('/subscriptions', payments.subscriptions),
    extension(get('/subscriptions/:id', payments.subscription)),
    extension(patch('/subscriptions/:id', payments.attach, changed('subscription.attached'))),
    extension(get('/payment-comparison', payments.comparison)),
    extension(get('/payment-events', payments.events)),
    extension(act('/payment-events/:id/replay', payments.replay, changed('payment_event.replayed'))),
    personal(get('/users', users.list)),
    extension(get('/users/colleagues', colleaguesOf('users'))),
    personal(get('/users/:userId', users.byId)),
    extension(post('/users', invite, { audit: 'user.invited', limit: [adminMutation, inviting] })),
    extension(
      act('/users/:userId/invite', inviteAgain, { audit: 'user.invited', limit: [adminMutation, inviting] }),
    ),
    extension(remove('/users/:userId/invite', withdrawInvitation, changed('user.invitation_withdrawn'))),
    extension(remove('/users/:userId/sessions', signOutEverywhere, changed('user.sessions_ended'))),
    extension(remove('/users/:userId/second-factor', resetSecondFactor, changed('user.second_factor_reset'))),
    extension(personal(get('/users/:userId/notes', colleagueNotes.ofPerson.list))),
    extension(post('/users/:userId/notes', colleagueNotes.ofPerson.add, changed('user.noted'))),
    extension(
      remove('/users/:userId/notes/:noteId', colleagueNotes.ofPerson.remove, changed('user.note_removed')),
    ),
    extension(act('/personal-data/export', exportData, { ...changed('user.exported'), oneAtATime: true })),
    extension(act('/personal-data/erase', eraseData, { ...changed('user.erased'), oneAtATime: true })),
    patch('/users/:userId', users.update, changed('user.updated')),
    act('/users/:userId/roles', users.assignRole, changed('user.role_granted')),
    remove('/users/:userId/roles/:role', users.removeRole, changed('user.role_revoked')),
  ]),

  ...admin('communes', [
    extension(get('/communes', communesAdmin.list)),
    post('/communes', communesAdmin.create, changed('commune.created')),
    patch('/communes/:id', communesAdmin.update, changed('commune.updated')),
    extension(get('/communes/:id', communesAdmin.byId)),
    get('/communes/:id/full', full),
    extension(get('/communes/:id/elus', editableDetails.elus)),
    extension(get('/communes/:id/collectes', editableDetails.collectes)),
    extension(get('/communes/:id/infos', editableDetails.infos)),
    extension(patch('/communes/:id/merger', mergeDate.update, changed('commune.merger_told'))),
    extension(get('/communes/:id/place', places.byId)),
    extension(patch('/communes/:id/place', places.update, changed('commune.place_updated'))),
    extension(get('/communes/:id/acteurs', acteursAdmin.ofCommune)),
    extension(get('/communes/:id/history', history.ofCommune)),
    get('/communes/:id/defibrillateurs', defibrillateursAdmin.ofCommune),
    extension(
      post('/communes/:id/defibrillateurs', defibrillateursAdmin.create, changed('defibrillateur.created')),
    ),
    extension(get('/communes/:id/defibrillateurs/syncs', syncs.ofCommune)),
    get('/defibrillateurs-france', defibrillateursAdmin.ofFrance),
    extension(get('/defibrillateurs-france/summary', defibrillateursAdmin.summary)),
    extension(get('/defibrillateurs-france/syncs', syncs.national)),
    extension(get('/defibrillateurs-france/syncs/:id', syncs.byId)),
    extension(
      patch('/defibrillateurs-france/bulk', defibrillateursAdmin.decideManyNational, {
        ...changed('defibrillateur_national.updated'),
        oneAtATime: true,
      }),
    ),
    extension(
      patch('/defibrillateurs/bulk', defibrillateursAdmin.decideManyCommunal, {
        ...changed('defibrillateur.updated'),
        oneAtATime: true,
      }),
    ),
    extension(get('/defibrillateurs/:id', defibrillateursAdmin.byId)),
    patch('/defibrillateurs/:id', defibrillateursAdmin.decideCommunal, changed('defibrillateur.updated')),
    patch(
      '/defibrillateurs-france/:id',
      defibrillateursAdmin.decideNational,
      changed('defibrillateur_national.updated'),
    ),
    queue(
      '/defibrillateurs-france/sync',
      defibrillateurSyncs.national,
      changed('defibrillateurs.sync_requested'),
    ),
    queue(
      '/communes/:id/defibrillateurs/sync',
      defibrillateurSyncs.ofCommune,
      changed('defibrillateurs.sync_requested'),
    ),
  ]),

  ...admin('imports', [
    get('/import-sources', imports.list),
    post('/import-sources', imports.create, changed('import_source.created')),
    get('/import-sources/:id', imports.byId),
    patch('/import-sources/:id', imports.update, changed('import_source.updated')),
    remove('/import-sources/:id', imports.remove, changed('import_source.deleted')),
    queue('/import-sources/:id/run', importRuns.run, changed('import_run.requested')),
    extension(
      act('/import-sources/preview', preview, { silent: 'it writes nothing', limit: [adminMutation] }),
    ),
    extension(
      act('/import-sources/discover', discover, { silent: 'it writes nothing', limit: [adminMutation] }),
    ),
    get('/import-sources/:id/runs', importRuns.list),
    extension(get('/import-sources/:id/runs/days', importRuns.days)),
    extension(get('/import-sources/:id/runs/:runId', importRuns.byId)),
    get('/import-sources/:id/logs/:date', importRuns.logs),
  ]),
]
