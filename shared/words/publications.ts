import type { Told, Word, Words } from './word.ts'

/** Why the picture at `image_url` is not shown. */
export const PICTURE_REFUSALS = {
  forbidden: {
    fr: 'L’image n’est pas montrée : son adresse n’est pas autorisée.',
    en: 'The picture is not shown: its address is not allowed.',
    means: 'the service does not fetch from this address',
  },
  gone: {
    fr: 'L’image n’est pas montrée : elle n’est plus à cette adresse.',
    en: 'The picture is not shown: it is no longer at that address.',
    means: 'the server has no such picture',
  },
  unreachable: {
    fr: 'L’image n’est pas montrée : le site où elle se trouve ne la donne pas.',
    en: 'The picture is not shown: its web site does not deliver it.',
    means: 'the server did not answer, seven times in five days',
  },
  too_large: {
    fr: 'L’image n’est pas montrée : elle est trop grande.',
    en: 'The picture is not shown: it is too large.',
    means: 'it has more than 15 MiB, or too many pixels',
  },
  unreadable: {
    fr: 'L’image n’est pas montrée : ce fichier n’est pas une image, ou il est abîmé.',
    en: 'The picture is not shown: the file is damaged, or not a picture.',
    means: 'it is not a valid JPEG, PNG, WebP, GIF or AVIF',
  },
  storage_full: {
    fr: 'L’image n’est pas montrée : l’espace pour les images est plein.',
    en: 'The picture is not shown: the storage for pictures is full.',
    means: 'the storage quota of the acteur is used up (`storage_full`); retried each night',
  },
  removed: {
    fr: 'L’image a été retirée de ce service.',
    en: 'The picture was removed from this service.',
    means: 'it was removed for legal reasons',
  },
} as const satisfies Words
export type PictureRefusal = keyof typeof PICTURE_REFUSALS

/** How serious an alert is. */
export const ALERT_LEVELS = {
  information: {
    fr: 'Information',
    en: 'Information',
    means: 'good to know; nothing to do at once',
    told: {
      fr: 'Bon à savoir : rien à faire dans l’immédiat. En bleu.',
      en: 'Good to know: nothing to do at once. In blue.',
    },
  },
  vigilance: {
    fr: 'Vigilance',
    en: 'Caution',
    means: 'be careful; follow what it says',
    told: {
      fr: 'Soyez prudents, suivez les consignes. En orange.',
      en: 'Be careful, follow the advice. In orange.',
    },
  },
  danger: {
    fr: 'Danger',
    en: 'Danger',
    means: 'lives or goods are threatened; act at once',
    told: {
      fr: 'Des personnes ou des biens sont menacés : agissez tout de suite. En rouge.',
      en: 'People or goods are threatened: act at once. In red.',
    },
  },
} as const satisfies Readonly<Record<string, Word & Told>>
export type AlertLevel = keyof typeof ALERT_LEVELS
/** An alert without an end or a day is in force on the day when it is published and on as many after it. */
export const ALERT_DAYS_WITHOUT_END = 2

/** For whom an event is. Another group than these is named in the text. */
export const AUDIENCES = {
  tous: { fr: 'Tout public', en: 'Everybody', means: 'everybody, whatever their age' },
  enfants: { fr: 'Pour les enfants', en: 'For children', means: 'children of up to about twelve years' },
  familles: { fr: 'En famille', en: 'For families', means: 'children together with their parents' },
  jeunes: { fr: 'Pour les jeunes', en: 'For young people', means: 'about eleven to twenty-five years' },
  adultes: { fr: 'Pour les adultes', en: 'For adults', means: 'eighteen years and more' },
  seniors: { fr: 'Pour les aînés', en: 'For older people', means: 'about sixty years and more' },
} as const satisfies Words
export type Audience = keyof typeof AUDIENCES

/** Whether one pays, by the value as a form holds it. */
export const PRICES = {
  true: { fr: 'Gratuit', en: 'Free' },
  false: { fr: 'Payant', en: 'Paid' },
} as const

/** The states of a publication for its author. They are disjoint and cover all publications except deleted ones. */
export const OWN_STATES = {
  en_ligne: { fr: 'En ligne', en: 'Online', means: 'visible to the public now' },
  en_attente: {
    fr: 'En attente',
    en: 'Waiting',
    means: 'waits for a decision, or is accepted without a publication time',
  },
  programmees: {
    fr: 'Programmée',
    en: 'Scheduled',
    means: 'accepted, and visible from a later time on',
  },
  a_corriger: {
    fr: 'À corriger',
    en: 'To correct',
    means: 'sent back by the back-office with a comment: waits for its author',
  },
  refusees: {
    fr: 'Refusée',
    en: 'Refused',
    means: 'rejected by the back-office, a town hall or an import',
  },
  retirees: {
    fr: 'Retirée',
    en: 'Withdrawn',
    means: 'withdrawn by its own acteur, or hidden (`valide` is false)',
  },
} as const satisfies Words
export type OwnState = keyof typeof OWN_STATES

export const OWN_SORTS = {
  created_at_desc: { fr: 'Les plus récentes', en: 'Newest', means: 'newest first' },
  created_at_asc: { fr: 'Les plus anciennes', en: 'Oldest', means: 'oldest first' },
  date_debut_desc: {
    fr: 'Date de l’événement',
    en: 'Date of the event',
    means: 'events, latest day first; then news',
  },
  title_asc: { fr: 'Titre', en: 'Title', means: 'by title, ignoring accents and case' },
} as const satisfies Words
export type OwnSort = keyof typeof OWN_SORTS
