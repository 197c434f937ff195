import { admin, anybody, app, bearer, mairie } from './access/blocks.ts'
import * as appSources from './access/office.ts'
import {
  merges as acteurMerges,
  merge as mergeActeurs,
  undoMerge as undoActeurMerge,
} from './acteur-merges/merge.ts'
import * as acteurs from './acteurs/actions.ts'
import * as acteursAdmin from './acteurs/admin.ts'
import * as acteurDecisions from './acteurs/decisions.ts'
import { lookAlikes as acteurLookAlikes } from './acteurs/look-alikes.ts'
import * as acteurMembers from './acteurs/members.ts'
import * as ownActeur from './acteurs/own.ts'
import * as ownTeam from './acteurs/own-team.ts'
import * as history from './audit/history.ts'
import * as audit from './audit/list.ts'
import * as claims from './claims/actions.ts'
import * as claimsAdmin from './claims/admin.ts'
import { ask } from './claims/ask.ts'
import { byId as claim } from './claims/item.ts'
import { mailPreviews as claimMailPreviews } from './claims/mail-previews.ts'
import { undo as undoClaim } from './claims/undo.ts'
import * as communes from './communes/actions.ts'
import * as communesAdmin from './communes/admin.ts'
import { collectes } from './communes/collectes/collectes.ts'
import { elus } from './communes/details/elus.ts'
import { infos } from './communes/details/infos.ts'
import * as editableDetails from './communes/editable.ts'
import * as townHallCommune from './communes/mairie.ts'
import * as communesOffice from './communes/office.ts'
import * as crashes from './crashes/actions.ts'
import { dashboard } from './dashboard/actions.ts'
import { counts } from './dashboard/counts.ts'
import { stats } from './dashboard/stats.ts'
import * as defibrillateurs from './defibrillateurs/actions.ts'
import * as defibrillateursAdmin from './defibrillateurs/admin.ts'
import * as syncs from './defibrillateurs/sync/list-syncs.ts'
import * as defibrillateurSyncs from './defibrillateurs/sync/request-sync.ts'
import * as digest from './digests/actions.ts'
import { health } from './doctor/office.ts'
import * as drafts from './drafts/actions.ts'
import { forMe } from './for-me/actions.ts'
import { full } from './full-commune.ts'
import * as failedJobs from './health/failed-jobs.ts'
import * as imports from './imports/admin.ts'
import { discover } from './imports/discover/discover.ts'
import * as importRuns from './imports/runs/actions.ts'
import { preview } from './imports/runs/preview.ts'
import { perDay, perHour } from './kernel/routes/limits.ts'
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
import { forgetFiles } from './legal-removal/actions.ts'
import * as failedMails from './mail/office.ts'
import { closing, me, rename } from './me/actions.ts'
import { tickOff } from './notes/mentions.ts'
import * as colleagueNotes from './notes/notes.ts'
import * as payments from './payments/admin.ts'
import { eraseData, exportData } from './personal-data/admin.ts'
import * as pick from './pick/actions.ts'
import { epcis } from './pick/epcis.ts'
import { here } from './presence/actions.ts'
import * as publicationsAdmin from './publications/admin.ts'
import * as publications from './publications/lists/actions.ts'
import * as townHall from './publications/mairie.ts'
import * as members from './publications/members.ts'
import * as moderation from './publications/moderation/admin.ts'
import { deleteMany, featureMany, moderateMany } from './publications/moderation/bulk.ts'
import { correct, restoreRevision } from './publications/moderation/correct.ts'
import * as lookAlikes from './publications/moderation/duplicates.ts'
import { failures, operation, operations } from './publications/moderation/operations-list.ts'
import * as refusalPresets from './publications/moderation/refusal-presets.ts'
import * as reports from './publications/moderation/reports.ts'
import { revisions } from './publications/moderation/revisions.ts'
import { types } from './publications/types.ts'
import * as publicationTypes from './publications/types-office.ts'
import { resetSecondFactor, signOutEverywhere } from './sign-in/admin.ts'
import { invite, inviteAgain } from './sign-in/invitations.ts'
import { withdrawInvitation } from './sign-in/withdrawals.ts'
import * as support from './support/actions.ts'
import * as threads from './support/admin.ts'
import { cancel } from './support/cancel.ts'
import { merge, separate } from './support/merge.ts'
import * as notes from './support/notes.ts'
import { reply } from './support/reply.ts'
import { giveUp, retry } from './support/retry.ts'
import * as templates from './support/templates/admin.ts'
import { assign } from './teamwork/assignments.ts'
import { colleaguesOf } from './teamwork/colleagues.ts'
import * as teamSettings from './teamwork/settings.ts'
import * as uploads from './uploads/actions.ts'
import * as users from './users/admin.ts'
import * as views from './views/actions.ts'
import { webhooks } from './webhooks.ts'

/** `/auth`: rows whose requests the sign-in library answers. */
export { signInRoutes } from './sign-in/routes.ts'

/** TABLE 1: the HTTP API. The block says who may call, the row says the rest. */

const adminMutation = perHour('admin', 3_000, 'user')
const moderating = perHour('moderation', 1_200, 'user')
/** Limits for back-office changes, and for moderators, who work fast. */
const changed = (audit: string) => ({ audit, limit: [adminMutation] })
const moderated = (audit: string) => ({ audit, limit: [adminMutation, moderating] })
const noted = { silent: 'a note among colleagues decides nothing', limit: [adminMutation] }
/** Each request sends a mail to a person who may not know us. */
const inviting = perHour('invitation', 200, 'user')
/** For saving a draft once a second while typing, on two devices. */
const drafting = { limit: [perHour('draft', 3_600, 'user')] }
const DRAFTS = 'what is not sent yet is its author’s alone, and decides nothing'
const editing = perHour('publication-edit', 600, 'user')

export const routes = [
  ...app([
    get('/publications/types', types),
    get('/publications', publications.list),
    get('/publications/:id', publications.byId),
    get('/acteurs/:acteurId/publications', publications.ofActeur),
    get('/communes/:communeId/publications', publications.ofCommune),
    extension(get('/acteurs/:id', acteurs.byId)),
    extension(get('/communes/:id/acteurs', acteurs.ofCommune)),
    get('/communes', communes.list),
    get('/communes/:slug', communes.bySlug),
    get('/communes/:id/elus', elus),
    get('/communes/:id/collectes', collectes),
    get('/communes/:id/infos', infos),
    get('/communes/:id/defibrillateurs', defibrillateurs.ofCommune),
    get('/defibrillateurs', defibrillateurs.list),
  ]),

  ...anybody([
    post('/publications/:id/report', reports.create, {
      audit: 'publication.reported',
      limit: [perHour('report', 20, 'address')],
    }),
    post('/claims', claims.submit, {
      audit: 'claim.submitted',
      limit: [perHour('claim', 5, 'address'), perDay('claim-day', 20, 'address')],
    }),
    extension(
      post('/messages', support.ask, {
        silent: 'a question decides nothing: its thread says who asked, and when',
        limit: [perHour('support_message', 5, 'address')],
      }),
    ),
    extension(
      act('/crashes', crashes.report, {
        silent: 'what failed in a browser decides nothing, and is not stored',
        limit: [perHour('crash', 30, 'address')],
        bodyLimit: 4_096,
      }),
    ),
  ]),

  ...bearer([
    extension(get('/me', me)),
    extension(patch('/me', rename, { audit: 'user.updated', limit: [editing] })),
    extension(get('/me/closing', closing)),
    extension(get('/me/digest', digest.chosen)),
    extension(
      put('/me/digest', digest.choose, { silent: 'a setting of the user’s own mails', limit: [editing] }),
    ),
    extension(get('/me/publications', members.mine)),
    extension(get('/me/publications/counts', members.mineCounted)),
    extension(get('/me/publications/:id', members.mineById)),
    extension(get('/me/acteurs/:id', ownActeur.byId)),
    extension(patch('/me/acteurs/:id', ownActeur.update, { audit: 'acteur.updated', limit: [editing] })),
    extension(personal(get('/me/acteurs/:id/members', ownTeam.list))),
    extension(
      post('/me/acteurs/:id/members', ownTeam.add, {
        audit: 'acteur.member_set',
        limit: [perHour('team-invitation', 30, 'user')],
      }),
    ),
    extension(
      patch('/me/acteurs/:id/members/:userId', ownTeam.change, {
        audit: 'acteur.member_set',
        limit: [editing],
      }),
    ),
    extension(
      remove('/me/acteurs/:id/members/:userId', ownTeam.remove, {
        audit: 'acteur.member_removed',
        limit: [editing],
      }),
    ),
    extension(
      act('/me/acteurs/:id/members/:userId/hand-over', ownTeam.handOver, {
        audit: 'acteur.member_set',
        limit: [editing],
      }),
    ),
    extension(
      post('/uploads', uploads.create, {
        audit: 'upload.created',
        limit: [perHour('upload', 300, 'user')],
      }),
    ),
    extension(get('/me/drafts', drafts.list)),
    extension(get('/me/drafts/:id', drafts.byId)),
    extension(post('/me/drafts', drafts.create, { ...drafting, silent: DRAFTS })),
    extension(patch('/me/drafts/:id', drafts.update, { ...drafting, silent: DRAFTS })),
    extension(remove('/me/drafts/:id', drafts.remove, { ...drafting, silent: DRAFTS })),
    post('/publications', members.create, {
      audit: 'publication.created',
      limit: [perHour('publication', 60, 'user')],
    }),
    patch('/publications/:id', members.update, { audit: 'publication.updated', limit: [editing] }),
    remove('/publications/:id', members.remove, { audit: 'publication.deleted', limit: [editing] }),
    patch('/publications/:id/moderate', members.moderate, {
      audit: 'publication.moderated',
      limit: [moderating],
    }),
  ]),

  ...mairie([
    get('/acteurs/:acteurId/publications', townHall.list),
    extension(get('/acteurs/:acteurId/publications/counts', townHall.counted)),
    post('/acteurs/:acteurId/publications', townHall.create, {
      audit: 'publication.created',
      limit: [perHour('publication', 60, 'user')],
    }),
    patch('/acteurs/:acteurId/publications/:publicationId/moderate', townHall.moderate, {
      audit: 'publication.moderated',
      limit: [moderating],
    }),
    extension(get('/acteurs/:acteurId/communes/:communeId/elus', townHallCommune.elus)),
    extension(get('/acteurs/:acteurId/communes/:communeId/collectes', townHallCommune.collectes)),
    extension(get('/acteurs/:acteurId/communes/:communeId/infos', townHallCommune.infos)),
    extension(
      patch('/acteurs/:acteurId/communes/:communeId', townHallCommune.update, {
        audit: 'commune.updated',
        limit: [editing],
      }),
    ),
  ]),

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
    extension(act('/media/forget', forgetFiles, { ...changed('media.forgotten'), oneAtATime: true })),
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
    extension(post('/acteurs', acteursAdmin.create, { audit: 'acteur.created', limit: [adminMutation] })),
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
    extension(act('/acteurs/:id/merge', mergeActeurs, changed('acteur.merged'))),
    extension(act('/acteurs/:id/merges/:mergeId/undo', undoActeurMerge, changed('acteur.merge_undone'))),
    extension(get('/acteurs/:id/history', history.ofActeur)),
    extension(
      patch('/acteurs/:id', acteursAdmin.update, { audit: 'acteur.updated', limit: [adminMutation] }),
    ),
    extension(
      remove('/acteurs/:id', acteursAdmin.remove, { audit: 'acteur.deleted', limit: [adminMutation] }),
    ),
    remove('/acteurs/:id/restore', acteursAdmin.restore, {
      audit: 'acteur.restored',
      limit: [adminMutation],
    }),
    patch('/acteurs/:id/validate', acteurDecisions.validate, {
      audit: 'acteur.validated',
      limit: [adminMutation],
    }),
    patch('/acteurs/:id/badge', acteurDecisions.badge, { audit: 'acteur.badge_set', limit: [adminMutation] }),
    patch('/acteurs/:id/active', acteurDecisions.active, {
      audit: 'acteur.active_set',
      limit: [adminMutation],
    }),
    act('/acteurs/:id/can-publish', acteurDecisions.canPublish, {
      audit: 'acteur.can_publish_set',
      limit: [adminMutation],
    }),
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
    patch('/claims/:id', claimsAdmin.decide, { audit: 'claim.decided', limit: [adminMutation] }),
    extension(personal(get('/claims/:id/letters', claimMailPreviews))),
    extension(act('/claims/:id/ask', ask, { audit: 'claim.asked', limit: [adminMutation] })),
    extension(act('/claims/:id/undo', undoClaim, { audit: 'claim.decision_undone', limit: [adminMutation] })),
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
      silent: 'a colour is a note among colleagues, not a decision',
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
    extension(get('/team-settings', teamSettings.byTeam)),
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
    extension(
      put('/views', views.save, {
        silent: 'a view is how somebody looks at a list, not a decision',
        limit: [adminMutation],
      }),
    ),
    extension(remove('/views/:id', views.remove, { silent: 'as for saving one', limit: [adminMutation] })),
    extension(
      put('/presence', here, {
        silent: 'who looks at what is forgotten half a minute later',
        limit: [perHour('presence', 3_000, 'user')],
      }),
    ),
  ]),

  ...admin('reserved', [
    extension(get('/pick/epcis', epcis)),
    extension(personal(get('/audit', audit.list))),
    extension(get('/audit/actions', audit.actions)),
    extension(get('/audit/seal', audit.seal)),
    extension(get('/publication-types', publicationTypes.list)),
    extension(post('/publication-types', publicationTypes.create, changed('publication_type.created'))),
    extension(patch('/publication-types/:id', publicationTypes.update, changed('publication_type.updated'))),
    extension(get('/app-sources', appSources.list)),
    extension(post('/app-sources', appSources.create, changed('app_source.created'))),
    extension(patch('/app-sources/:slug', appSources.update, changed('app_source.updated'))),
    extension(patch('/team-settings', teamSettings.update, changed('team_settings.updated'))),
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
    extension(
      act('/payment-events/:id/replay', payments.replay, {
        audit: 'payment_event.replayed',
        limit: [adminMutation],
      }),
    ),
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
    patch('/users/:userId', users.update, { audit: 'user.updated', limit: [adminMutation] }),
    act('/users/:userId/roles', users.assignRole, { audit: 'user.role_granted', limit: [adminMutation] }),
    remove('/users/:userId/roles/:role', users.removeRole, {
      audit: 'user.role_revoked',
      limit: [adminMutation],
    }),
  ]),

  ...admin('communes', [
    extension(get('/communes', communesOffice.list)),
    post('/communes', communesAdmin.create, { audit: 'commune.created', limit: [adminMutation] }),
    patch('/communes/:id', communesAdmin.update, { audit: 'commune.updated', limit: [adminMutation] }),
    extension(get('/communes/:id', communesOffice.byId)),
    get('/communes/:id/full', full),
    extension(get('/communes/:id/elus', editableDetails.elus)),
    extension(get('/communes/:id/collectes', editableDetails.collectes)),
    extension(get('/communes/:id/infos', editableDetails.infos)),
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
    patch('/defibrillateurs/:id', defibrillateursAdmin.decideCommunal, {
      audit: 'defibrillateur.updated',
      limit: [adminMutation],
    }),
    patch('/defibrillateurs-france/:id', defibrillateursAdmin.decideNational, {
      audit: 'defibrillateur_national.updated',
      limit: [adminMutation],
    }),
    queue('/defibrillateurs-france/sync', defibrillateurSyncs.national, {
      audit: 'defibrillateurs.sync_requested',
      limit: [adminMutation],
    }),
    queue('/communes/:id/defibrillateurs/sync', defibrillateurSyncs.ofCommune, {
      audit: 'defibrillateurs.sync_requested',
      limit: [adminMutation],
    }),
  ]),

  ...admin('imports', [
    get('/import-sources', imports.list),
    post('/import-sources', imports.create, { audit: 'import_source.created', limit: [adminMutation] }),
    get('/import-sources/:id', imports.byId),
    patch('/import-sources/:id', imports.update, { audit: 'import_source.updated', limit: [adminMutation] }),
    remove('/import-sources/:id', imports.remove, {
      audit: 'import_source.deleted',
      limit: [adminMutation],
    }),
    queue('/import-sources/:id/run', importRuns.run, {
      audit: 'import_run.requested',
      limit: [adminMutation],
    }),
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

  ...webhooks,
]
