import * as apiKeys from './exchange/api-keys/actions.ts'
import { own as ownKey } from './exchange/api-keys/own.ts'
import * as changes from './exchange/changes/actions.ts'
import * as mailAddress from './exchange/mailed-drafts/actions.ts'
import * as payments from './exchange/payments/own.ts'
import * as webhooks from './exchange/webhook-endpoints/actions.ts'
import { perDay, perHour } from './kernel/routes/limits.ts'
import { act, extension, get, patch, personal, post, put, queue, remove } from './kernel/routes/route.ts'
import * as digest from './letters/digests/actions.ts'
import * as support from './letters/support/actions.ts'
import * as actRegisters from './office/act-registers/actions.ts'
import { LONGEST_TEXT } from './office/act-registers/shapes.ts'
import * as communeFiles from './office/commune-file/actions.ts'
import { moderating, officeRoutes } from './office-routes.ts'
import * as crashes from './operation/crashes/actions.ts'
import { anybody, anyKey, app, bearer, bearerOrKey, mairie } from './people/access/blocks.ts'
import { closing, me, rename } from './people/me/actions.ts'
import { publicationById } from './place/json-ld.ts'
import * as push from './place/push/subscriptions.ts'
import { subscribe } from './place/weekly/subscribe.ts'
import { sameNumber } from './publishing/actes/same-number.ts'
import * as appeals from './publishing/appeals/create.ts'
import { appealRoutes } from './publishing/appeals/link.ts'
import * as drafts from './publishing/drafts/actions.ts'
import * as publications from './publishing/publications/lists/actions.ts'
import * as townHall from './publishing/publications/mairie.ts'
import * as members from './publishing/publications/members.ts'
import * as reports from './publishing/publications/moderation/reports.ts'
import { types } from './publishing/publications/types.ts'
import * as transparency from './publishing/transparency/actions.ts'
import * as uploads from './publishing/uploads/actions.ts'
import { room } from './publishing/uploads/room.ts'
import { UPLOADING } from './publishing/uploads/rules.ts'
import { signInRoutes as ownSignInRoutes } from './sign-in/routes.ts'
import * as acteurs from './territory/acteurs/actions.ts'
import * as ownActeur from './territory/acteurs/own.ts'
import * as ownTeam from './territory/acteurs/own-team.ts'
import * as claims from './territory/claims/actions.ts'
import { enterCode } from './territory/claims/enter-code.ts'
import { mine as myClaims } from './territory/claims/mine.ts'
import { mailCode } from './territory/claims/official-code.ts'
import { prove, proving } from './territory/claims/official-proof.ts'
import * as communes from './territory/communes/actions.ts'
import { collectes } from './territory/communes/collectes/collectes.ts'
import { elus } from './territory/communes/details/elus.ts'
import { infos } from './territory/communes/details/infos.ts'
import * as townHallCommune from './territory/communes/mairie.ts'
import * as places from './territory/communes/places/actions.ts'
import * as defibrillateurs from './territory/defibrillateurs/actions.ts'
import { webhooks as signedRoutes } from './webhooks.ts'

/** `/auth`: rows whose requests the sign-in library answers, and pages for links of mails. */
export const signInRoutes = [...ownSignInRoutes, ...appealRoutes]

/** TABLE 1: the HTTP API. The block says who may call, the row says the rest. */

/** For saving a draft once a second while typing, on two devices. */
const drafting = { limit: [perHour('draft', 3_600, 'user')] }
const DRAFTS = 'what is not sent yet is its author’s alone, and decides nothing'
const appealing = perHour('appeal', 30, 'user')
const editing = perHour('publication-edit', 600, 'user')

export const routes = [
  ...app([
    get('/publications/types', types),
    get('/publications', publications.list),
    get('/publications/:id', publicationById),
    get('/acteurs/:acteurId/publications', publications.ofActeur),
    get('/communes/:communeId/publications', publications.ofCommune),
    extension(get('/acteurs/:id', acteurs.byId)),
    extension(get('/communes/:id/acteurs', acteurs.ofCommune)),
    extension(get('/communes/:id/acteurs/counts', acteurs.counts)),
    get('/communes', communes.list),
    get('/communes/:slug', communes.bySlug),
    get('/communes/:id/elus', elus),
    get('/communes/:id/collectes', collectes),
    get('/communes/:id/infos', infos),
    get('/communes/:id/defibrillateurs', defibrillateurs.ofCommune),
    get('/defibrillateurs', defibrillateurs.list),
    extension(get('/changes', changes.feed)),
    extension(get('/transparency', transparency.published)),
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
      post('/push-subscriptions', push.subscribe, {
        silent: 'a browser subscribes: nobody is known',
        limit: [perHour('push-subscription', 60, 'address'), perDay('push-subscription-day', 200, 'address')],
      }),
    ),
    extension(
      act('/push-subscriptions/remove', push.unsubscribe, {
        silent: 'the same',
        limit: [perHour('push-subscription', 60, 'address')],
      }),
    ),
    extension(
      post('/communes/:id/weekly-mail', subscribe, {
        silent: 'the trail is never erased, and residents only ask for a mail',
        limit: [perHour('weekly-mail', 5, 'address'), perDay('weekly-mail-day', 20, 'address')],
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
    extension(personal(get('/me/claims', myClaims))),
    extension(
      act('/me/claims/:id/code', enterCode, {
        audit: 'claim.code_entered',
        limit: [perHour('claim-code', 30, 'user')],
      }),
    ),
    extension(
      act('/me/town-halls/:id/code', mailCode, {
        audit: 'commune.official_code_sent',
        limit: [perHour('official-code', 10, 'user')],
      }),
    ),
    extension(personal(get('/me/town-halls/:id', proving))),
    extension(
      act('/me/town-halls/:id', prove, {
        audit: 'claim.proven',
        limit: [perHour('town-hall-proof', 30, 'user')],
      }),
    ),
    extension(get('/me/publications/:id/appeal', appeals.ownOfPublication)),
    extension(
      post('/me/publications/:id/appeal', appeals.ofPublication, {
        audit: 'publication.appealed',
        limit: [appealing],
      }),
    ),
    extension(get('/me/claims/:id/appeal', appeals.ownOfClaim)),
    extension(
      post('/me/claims/:id/appeal', appeals.ofClaim, { audit: 'claim.appealed', limit: [appealing] }),
    ),
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
    extension(get('/me/acteurs/:id/subscription', payments.subscription)),
    extension(
      act('/me/acteurs/:id/subscription/page', payments.openPage, {
        audit: 'acteur.billing_opened',
        limit: [perHour('billing', 20, 'user')],
      }),
    ),
    extension(get('/me/acteurs/:id/mail-address', mailAddress.byActeur)),
    extension(
      act('/me/acteurs/:id/mail-address/renew', mailAddress.renew, {
        audit: 'acteur.mail_address_renewed',
        limit: [perDay('mail-address', 20, 'user')],
      }),
    ),
    extension(
      remove('/me/acteurs/:id/mail-address', mailAddress.remove, {
        audit: 'acteur.mail_address_removed',
        limit: [editing],
      }),
    ),
    extension(get('/me/acteurs/:id/api-keys', apiKeys.list)),
    extension(
      post('/me/acteurs/:id/api-keys', apiKeys.create, {
        audit: 'api_key.created',
        limit: [perDay('api-key', 20, 'user')],
        secretAnswer: true,
      }),
    ),
    extension(
      remove('/me/acteurs/:id/api-keys/:keyId', apiKeys.revoke, {
        audit: 'api_key.revoked',
        limit: [editing],
      }),
    ),
    extension(get('/me/acteurs/:id/webhooks', webhooks.list)),
    extension(
      post('/me/acteurs/:id/webhooks', webhooks.create, {
        audit: 'webhook.created',
        limit: [perDay('webhook', 20, 'user')],
        secretAnswer: true,
      }),
    ),
    extension(get('/me/acteurs/:id/webhooks/:endpointId', webhooks.byId)),
    extension(
      patch('/me/acteurs/:id/webhooks/:endpointId', webhooks.update, {
        audit: 'webhook.updated',
        limit: [editing],
      }),
    ),
    extension(
      remove('/me/acteurs/:id/webhooks/:endpointId', webhooks.remove, {
        audit: 'webhook.deleted',
        limit: [editing],
      }),
    ),
    extension(
      act('/me/acteurs/:id/webhooks/:endpointId/verify', webhooks.verify, {
        audit: 'webhook.enabled',
        limit: [perHour('webhook-verify', 30, 'user')],
      }),
    ),
    extension(
      act('/me/acteurs/:id/webhooks/:endpointId/disable', webhooks.disable, {
        audit: 'webhook.disabled',
        limit: [editing],
      }),
    ),
    extension(
      act('/me/acteurs/:id/webhooks/:endpointId/secret', webhooks.exchange, {
        audit: 'webhook.secret_exchanged',
        limit: [perDay('webhook-secret', 20, 'user')],
        secretAnswer: true,
      }),
    ),
    extension(
      act('/me/acteurs/:id/webhooks/:endpointId/test', webhooks.test, {
        audit: 'webhook.tested',
        limit: [perHour('webhook-test', 30, 'user')],
      }),
    ),
    extension(get('/me/acteurs/:id/webhooks/:endpointId/deliveries', webhooks.deliveries)),
    extension(
      act('/me/acteurs/:id/webhooks/:endpointId/deliveries/:deliveryId/replay', webhooks.again, {
        audit: 'webhook.replayed',
        limit: [editing],
      }),
    ),
    extension(get('/me/drafts', drafts.list)),
    extension(get('/me/drafts/:id', drafts.byId)),
    extension(post('/me/drafts', drafts.create, { ...drafting, silent: DRAFTS })),
    extension(patch('/me/drafts/:id', drafts.update, { ...drafting, silent: DRAFTS })),
    extension(remove('/me/drafts/:id', drafts.remove, { ...drafting, silent: DRAFTS })),
    patch('/publications/:id/moderate', members.moderate, {
      audit: 'publication.moderated',
      limit: [moderating],
    }),
  ]),

  ...bearerOrKey('publications:read', [
    extension(get('/me/publications', members.mine)),
    extension(get('/me/publications/counts', members.mineCounted)),
    extension(get('/me/publications/:id', members.mineById)),
  ]),
  ...bearerOrKey('publications:write', [
    post('/publications', members.create, {
      audit: 'publication.created',
      limit: [perHour('publication', 60, 'user')],
    }),
    patch('/publications/:id', members.update, { audit: 'publication.updated', limit: [editing] }),
    remove('/publications/:id', members.remove, { audit: 'publication.deleted', limit: [editing] }),
    extension(
      post('/uploads', uploads.create, {
        audit: 'upload.created',
        limit: [UPLOADING],
      }),
    ),
    extension(get('/uploads/room', room)),
  ]),
  ...bearerOrKey('acteurs:read', [extension(get('/me/acteurs/:id', ownActeur.byId))]),
  ...bearerOrKey('acteurs:write', [
    extension(patch('/me/acteurs/:id', ownActeur.update, { audit: 'acteur.updated', limit: [editing] })),
  ]),

  ...anyKey([extension(get('/key', ownKey))]),

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
    extension(
      patch('/acteurs/:acteurId/publications/:publicationId/acte', townHall.transmit, {
        audit: 'publication.acte_transmitted',
        limit: [editing],
      }),
    ),
    extension(get('/acteurs/:acteurId/communes/:communeId/actes', sameNumber)),
    extension(get('/acteurs/:acteurId/registre', actRegisters.newest)),
    extension(
      queue('/acteurs/:acteurId/registre', actRegisters.begin, {
        audit: 'acteur.register_taken_over',
        limit: [perHour('act-register', 60, 'user')],
        bodyLimit: 2 * LONGEST_TEXT,
      }),
    ),
    extension(get('/acteurs/:acteurId/communes/:communeId/elus', townHallCommune.elus)),
    extension(get('/acteurs/:acteurId/communes/:communeId/collectes', townHallCommune.collectes)),
    extension(get('/acteurs/:acteurId/communes/:communeId/infos', townHallCommune.infos)),
    extension(
      patch('/acteurs/:acteurId/communes/:communeId', townHallCommune.update, {
        audit: 'commune.updated',
        limit: [editing],
      }),
    ),
    extension(
      act('/acteurs/:acteurId/communes/:communeId/file', communeFiles.ownFile, {
        audit: 'commune.exported',
        limit: [perHour('commune-file', 20, 'user')],
      }),
    ),
    extension(get('/acteurs/:acteurId/communes/:communeId/place', places.own)),
    extension(
      patch('/acteurs/:acteurId/communes/:communeId/place', places.updateOwn, {
        audit: 'commune.place_updated',
        limit: [editing],
      }),
    ),
  ]),

  ...officeRoutes,

  ...signedRoutes,
]
