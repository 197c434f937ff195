import { admin, anybody, app, bearer, mairie } from './access/blocks.ts'
import * as acteurs from './acteurs/actions.ts'
import * as acteursAdmin from './acteurs/admin.ts'
import * as acteurDecisions from './acteurs/decisions.ts'
import * as history from './audit/history.ts'
import * as audit from './audit/list.ts'
import * as claims from './claims/actions.ts'
import * as claimsAdmin from './claims/admin.ts'
import { full } from './commune-full.ts'
import * as communes from './communes/actions.ts'
import * as communesAdmin from './communes/admin.ts'
import { collectes } from './communes/collectes/collectes.ts'
import { elus } from './communes/details/elus.ts'
import { infos } from './communes/details/infos.ts'
import { dashboard } from './dashboard/actions.ts'
import { counts } from './dashboard/counts.ts'
import { stats } from './dashboard/stats.ts'
import * as defibrillateurs from './defibrillateurs/actions.ts'
import * as defibrillateursAdmin from './defibrillateurs/admin.ts'
import * as defibrillateurSyncs from './defibrillateurs/sync/request-sync.ts'
import * as imports from './imports/admin.ts'
import * as importRuns from './imports/runs/actions.ts'
import { perDay, perHour } from './kernel/routes/limits.ts'
import { act, extension, get, patch, personal, post, put, queue, remove } from './kernel/routes/route.ts'
import * as payments from './payments/admin.ts'
import * as pick from './pick/actions.ts'
import { here } from './presence/actions.ts'
import * as publicationsAdmin from './publications/admin.ts'
import * as publications from './publications/lists/actions.ts'
import * as townHall from './publications/mairie.ts'
import * as members from './publications/members.ts'
import * as moderation from './publications/moderation/admin.ts'
import { correct, goBack } from './publications/moderation/correct.ts'
import { operations } from './publications/moderation/operations-list.ts'
import * as reports from './publications/moderation/reports.ts'
import { revisions } from './publications/moderation/revisions.ts'
import { types } from './publications/types.ts'
import * as support from './support/actions.ts'
import * as threads from './support/admin.ts'
import { cancel } from './support/cancel.ts'
import { reply } from './support/reply.ts'
import * as users from './users/admin.ts'
import { me, rename } from './users/me.ts'
import { webhooks } from './webhooks.ts'

/** TABLE 1: what the outside may call. The block says who may call, the row says the rest. */

const adminMutation = perHour('admin', 3_000, 'user')
const moderating = perHour('moderation', 1_200, 'user')
/** A change of the back-office, and one that a moderator makes at speed. */
const changed = (audit: string) => ({ audit, limit: [adminMutation] })
const moderated = (audit: string) => ({ audit, limit: [adminMutation, moderating] })
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
  ]),

  ...bearer([
    extension(get('/me', me)),
    extension(patch('/me', rename, { audit: 'user.updated', limit: [editing] })),
    extension(get('/me/publications', members.mine)),
    extension(get('/me/publications/:id', members.mineById)),
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
    post('/acteurs/:acteurId/publications', townHall.create, {
      audit: 'publication.created',
      limit: [perHour('publication', 60, 'user')],
    }),
    patch('/acteurs/:acteurId/publications/:publicationId/moderate', townHall.moderate, {
      audit: 'publication.moderated',
      limit: [moderating],
    }),
  ]),

  ...admin('moderation', [
    get('/publications', publicationsAdmin.list),
    extension(get('/publications/:id', publicationsAdmin.byId)),
    extension(personal(get('/publications/:id/reports', reports.ofPublication))),
    extension(get('/publications/:id/history', history.ofPublication)),
    patch('/publications/bulk/moderate', moderation.many, {
      ...moderated('publication.moderated'),
      oneAtATime: true,
    }),
    extension(patch('/publications/:id', correct, moderated('publication.updated'))),
    extension(get('/publications/:id/revisions', revisions)),
    extension(
      act('/publications/:id/revisions/:revisionId/restore', goBack, moderated('publication.updated')),
    ),
    patch('/publications/:id/moderate', moderation.one, moderated('publication.moderated')),
    patch('/publications/:id/valide', moderation.toggleValide, moderated('publication.valide_set')),
    patch('/publications/:id/feature', publicationsAdmin.feature, changed('publication.featured')),
    remove('/publications/:id', publicationsAdmin.remove, changed('publication.deleted')),
    patch('/publications/:id/restore', publicationsAdmin.restore, changed('publication.restored')),
    extension(get('/operations', operations)),
    extension(
      act('/operations/:id/undo', moderation.undo, {
        ...moderated('publication.moderation_undone'),
        oneAtATime: true,
      }),
    ),
  ]),

  ...admin('claims', [
    get('/acteurs', acteursAdmin.list),
    extension(post('/acteurs', acteursAdmin.create, { audit: 'acteur.created', limit: [adminMutation] })),
    extension(get('/acteurs/:id', acteursAdmin.byId)),
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
    extension(get('/claims/:id/history', history.ofClaim)),
    patch('/claims/:id', claimsAdmin.decide, { audit: 'claim.decided', limit: [adminMutation] }),
  ]),

  ...admin('support', [
    personal(get('/messages/threads', threads.threads)),
    personal(get('/messages/threads/:id/messages', threads.messages)),
    post('/messages/threads/:id/reply', reply, { audit: 'thread.replied', limit: [adminMutation] }),
    extension(
      remove('/messages/threads/:id/messages/:messageId', cancel, {
        audit: 'thread.reply_cancelled',
        limit: [adminMutation],
      }),
    ),
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
    patch('/messages/threads/:id/close', threads.close, { audit: 'thread.closed', limit: [adminMutation] }),
  ]),

  ...admin('dashboard', [
    get('/dashboard', dashboard),
    extension(get('/counts', counts)),
    extension(get('/stats', stats)),
    extension(get('/pick/acteurs', pick.acteurs)),
    extension(get('/pick/communes', pick.communes)),
    extension(personal(get('/pick/users', pick.users))),
    extension(personal(get('/search', pick.search))),
    extension(
      put('/presence', here, {
        silent: 'who looks at what is forgotten half a minute later',
        limit: [perHour('presence', 3_000, 'user')],
      }),
    ),
  ]),

  ...admin('reserved', [
    extension(get('/audit', audit.list)),
    get('/subscriptions', payments.subscriptions),
    extension(get('/payment-events', payments.events)),
    extension(
      act('/payment-events/:id/replay', payments.replay, {
        audit: 'payment_event.replayed',
        limit: [adminMutation],
      }),
    ),
    personal(get('/users', users.list)),
    personal(get('/users/:userId', users.byId)),
    patch('/users/:userId', users.update, { audit: 'user.updated', limit: [adminMutation] }),
    act('/users/:userId/roles', users.assignRole, { audit: 'user.role_granted', limit: [adminMutation] }),
    remove('/users/:userId/roles/:role', users.removeRole, {
      audit: 'user.role_revoked',
      limit: [adminMutation],
    }),
  ]),

  ...admin('communes', [
    post('/communes', communesAdmin.create, { audit: 'commune.created', limit: [adminMutation] }),
    patch('/communes/:id', communesAdmin.update, { audit: 'commune.updated', limit: [adminMutation] }),
    get('/communes/:id/full', full),
    extension(get('/communes/:id/history', history.ofCommune)),
    get('/communes/:id/defibrillateurs', defibrillateursAdmin.ofCommune),
    get('/defibrillateurs-france', defibrillateursAdmin.ofFrance),
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
    get('/import-sources/:id/runs', importRuns.list),
    get('/import-sources/:id/logs/:date', importRuns.logs),
  ]),

  ...webhooks,
]
