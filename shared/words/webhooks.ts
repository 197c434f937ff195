import type { Words } from './word.ts'

/** The events that webhooks send. */
export const WEBHOOK_EVENTS = {
  'publication.published': {
    fr: 'Une publication paraît',
    en: 'A publication appears',
    means: 'a publication became public',
  },
  'publication.changed': {
    fr: 'Une publication parue change',
    en: 'A public publication changes',
    means: 'a public publication changed, or what it shows of its acteur or type',
  },
  'publication.withdrawn': {
    fr: 'Une publication n’est plus visible',
    en: 'A publication is withdrawn',
    means: 'a publication is not public any more',
  },
  'alert.started': {
    fr: 'Une alerte commence',
    en: 'An alert starts',
    means: 'an alert is in force',
  },
  'alert.ended': {
    fr: 'Une alerte prend fin',
    en: 'An alert ends',
    means: 'an alert is over, lifted or withdrawn',
  },
  'claim.decided': {
    fr: 'Une demande d’accès est traitée',
    en: 'A claim is decided',
    means: 'a claim was approved or rejected; `data.status` says which',
  },
  'subscription.changed': {
    fr: 'Un abonnement change',
    en: 'A subscription changes',
    means: 'a subscription is new or different; `data.status` is its status',
  },
  'sync.finished': {
    fr: 'Une synchronisation des défibrillateurs est finie',
    en: 'A sync of defibrillators is finished',
    means: 'a sync with the register of defibrillators ended; `data.status` says how',
  },
} as const satisfies Words
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS

/** What is sent: events, and those that an owner or administrator sends to try an endpoint. */
export const SENT_EVENTS = {
  ...WEBHOOK_EVENTS,
  'webhook.test': {
    fr: 'Un événement d’essai',
    en: 'A test event',
    means: 'somebody tries the endpoint; its ids are fictional',
  },
} as const satisfies Words
export type SentEvent = keyof typeof SENT_EVENTS

/** The kind of the record that an event is about. */
export const EVENT_RECORDS = {
  publication: { fr: 'Publication', en: 'Publication', means: 'read it by `GET /publications/{id}`' },
  claim: { fr: 'Demande d’accès', en: 'Claim', means: 'a claim of an acteur' },
  subscription: { fr: 'Abonnement', en: 'Subscription', means: 'a subscription of an acteur' },
  sync: {
    fr: 'Synchronisation des défibrillateurs',
    en: 'Sync of defibrillators',
    means: 'a sync with the register of defibrillators',
  },
} as const satisfies Words
export type EventRecord = keyof typeof EVENT_RECORDS

/** Whether an endpoint gets events. */
export const ENDPOINT_STATES = {
  unverified: {
    fr: 'À vérifier',
    en: 'Unverified',
    means: 'has not answered the challenge yet, and gets nothing',
  },
  active: { fr: 'En service', en: 'Active', means: 'gets events' },
  paused: {
    fr: 'En pause',
    en: 'Paused',
    means: 'gets nothing while its creator lacks the right to make it, or its acteur is closed',
  },
  disabled: { fr: 'Arrêté', en: 'Disabled', means: 'gets nothing until it is verified again' },
} as const satisfies Words
export type EndpointState = keyof typeof ENDPOINT_STATES

/** Why an endpoint is disabled. */
export const DISABLED_FOR = {
  gone: {
    fr: 'Ce logiciel a répondu 410 : il ne veut plus être prévenu.',
    en: 'The program answered 410: it wants nothing any more.',
    means: 'the endpoint answered 410',
  },
  failing: {
    fr: 'Aucun envoi n’a abouti pendant trois jours.',
    en: 'No delivery succeeded for three days.',
    means: 'no delivery succeeded for three days',
  },
  full: {
    fr: 'Trop d’événements attendaient d’être reçus.',
    en: 'Too many events were waiting to be delivered.',
    means: 'too many events were waiting to be delivered',
  },
  asked: { fr: 'Arrêté à la main.', en: 'Disabled by hand.', means: 'somebody disabled it' },
} as const satisfies Words
export type DisabledFor = keyof typeof DISABLED_FOR

/** The state of a delivery. */
export const DELIVERY_STATES = {
  waiting: { fr: 'En attente', en: 'Waiting', means: 'is tried now or later' },
  delivered: { fr: 'Reçu', en: 'Delivered', means: 'was answered with 2xx' },
  failed: { fr: 'Abandonné', en: 'Given up', means: 'was not accepted within three days, or was a test' },
} as const satisfies Words
export type DeliveryState = keyof typeof DELIVERY_STATES
