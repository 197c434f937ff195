import type { Label, Word, Words } from './word.ts'

interface KindWords extends Word {
  /** The name with its article, for the log: “the source is …”. */
  readonly article: Label
  /**
   * News are sorted by date, leave a feed by their age, and come by any kind of feed. Events pass, so that the same file gives
   * other items on another day; where a source holds all events to come, one that it no longer has is gone.
   */
  readonly holds: 'news' | 'all events' | 'next events'
  /**
   * If two kinds have the same items, a search keeps the lower rank: whole texts and pictures before extracts, dates of a
   * list before those of a page.
   */
  readonly rank: number
}

/** The kinds of sources that can be read. */
export const FEED_KINDS = {
  rss: {
    fr: 'Flux RSS',
    en: 'RSS feed',
    means: 'RSS 0.9 to 2.0',
    article: { fr: 'un flux RSS', en: 'an RSS feed' },
    holds: 'news',
    rank: 2,
  },
  atom: {
    fr: 'Flux Atom',
    en: 'Atom feed',
    means: 'Atom',
    article: { fr: 'un flux Atom', en: 'an Atom feed' },
    holds: 'news',
    rank: 2,
  },
  json_feed: {
    fr: 'JSON Feed',
    en: 'JSON Feed',
    means: 'JSON Feed',
    article: { fr: 'un JSON Feed', en: 'a JSON Feed' },
    holds: 'news',
    rank: 1,
  },
  wordpress: {
    fr: 'Articles WordPress',
    en: 'WordPress posts',
    means: 'WordPress posts, read by the REST API (`wp/v2/posts`)',
    article: { fr: 'une liste d’articles WordPress', en: 'a list of WordPress posts' },
    holds: 'news',
    rank: 0,
  },
  ical: {
    fr: 'Calendrier (iCal)',
    en: 'Calendar (iCal)',
    means: 'iCalendar',
    article: { fr: 'un calendrier (iCal)', en: 'a calendar (iCal)' },
    holds: 'all events',
    rank: 1,
  },
  csv: {
    fr: 'Tableau (CSV)',
    en: 'Table (CSV)',
    means: 'a CSV file with a header; `options.columns` names its columns',
    article: { fr: 'un tableau (CSV)', en: 'a table (CSV)' },
    holds: 'all events',
    rank: 2,
  },
  openagenda: {
    fr: 'Agenda OpenAgenda',
    en: 'OpenAgenda agenda',
    means: 'an OpenAgenda agenda, read with `options.api_key`',
    article: { fr: 'un agenda OpenAgenda', en: 'an agenda of OpenAgenda' },
    holds: 'all events',
    rank: 0,
  },
  json_events: {
    fr: 'Événements (JSON)',
    en: 'Events (JSON)',
    means: 'events as JSON: The Events Calendar, Google Calendar’s API, schema.org',
    article: { fr: 'une liste d’événements (JSON)', en: 'a list of events (JSON)' },
    holds: 'all events',
    rank: 0,
  },
  page: {
    fr: 'Page du site',
    en: 'Web page',
    means:
      'a web page whose events, or the pages it links to, use schema.org (JSON-LD); a page of PanneauPocket',
    article: { fr: 'une page du site', en: 'a web page' },
    holds: 'next events',
    rank: 3,
  },
} as const satisfies Readonly<Record<string, KindWords>>
export type FeedKind = keyof typeof FEED_KINDS

/** The kind that an operator sets. */
export const SOURCE_KINDS = {
  auto: { fr: 'Reconnu tout seul', en: 'Detected', means: 'detected at each run' },
  ...FEED_KINDS,
} as const satisfies Words
export type SourceKind = keyof typeof SOURCE_KINDS

export const SOURCE_MODERATIONS = {
  auto: {
    fr: 'Publier tout de suite, si l’acteur en a le droit',
    en: 'Publish at once, if the acteur may',
    means: 'imported publications are published at once, if the acteur has `can_publish`',
  },
  pending: {
    fr: 'Attendre une décision de la modération',
    en: 'Wait for a decision of the moderators',
    means: 'imported publications wait for a decision of the moderators',
  },
} as const satisfies Words
export type SourceModeration = keyof typeof SOURCE_MODERATIONS

/** What becomes of a coming event that is missing from two whole readings of a complete list. */
export const WHEN_GONE = {
  ask: {
    fr: 'Le signaler dans le journal des lectures',
    en: 'Say so in the log of the readings',
    means: 'the log of the run says so, and nothing else happens',
  },
  cancel: {
    fr: 'Le montrer comme annulé',
    en: 'Show it as cancelled',
    means: 'it is shown as cancelled, unless somebody edited it here, until the source has it again',
  },
} as const satisfies Words
export type WhenGone = keyof typeof WHEN_GONE

export const SCHEDULES = {
  manual: { fr: 'Seulement à la main', en: 'Only by hand', means: 'only on request' },
  hourly: { fr: 'Toutes les heures', en: 'Every hour', means: 'every hour' },
  daily: { fr: 'Tous les jours', en: 'Every day', means: 'every day' },
  weekly: { fr: 'Toutes les semaines', en: 'Every week', means: 'every week' },
} as const satisfies Words
export type Schedule = keyof typeof SCHEDULES

/** How a run ends. */
export const RUN_ENDINGS = {
  succeeded: { fr: 'Réussie', en: 'Done', means: 'every item was imported, or needed no import' },
  partial: {
    fr: 'En partie',
    en: 'In part',
    means: 'some items failed, or were left for the next run, or coming events are missing at once',
  },
  failed: { fr: 'Échouée', en: 'Failed', means: 'nothing could be imported' },
} as const satisfies Words
export type RunEnding = keyof typeof RUN_ENDINGS

export const RUN_STATUSES = {
  queued: { fr: 'En attente', en: 'Waiting', means: 'waits in the queue' },
  running: { fr: 'En cours', en: 'Under way', means: 'is running' },
  ...RUN_ENDINGS,
} as const satisfies Words

/** What a run does with an item; in the order of the screen, with what needs an operator first. */
export const ITEM_ACTIONS = {
  failed: { fr: 'Non repris', en: 'Not imported', means: 'could not be imported; `reason` says why' },
  created: { fr: 'Nouvelles publications', en: 'New publications', means: 'became a new publication' },
  updated: { fr: 'Mises à jour', en: 'Updated', means: 'its publication was updated from the source' },
  skipped: { fr: 'Laissés de côté', en: 'Left out', means: 'was left out; `reason` says why' },
  duplicate: { fr: 'Déjà là', en: 'Already there', means: 'has the same content as another publication' },
  unchanged: { fr: 'Sans changement', en: 'Unchanged', means: 'has not changed since the last run' },
} as const satisfies Words

export const RUN_TRIGGERS = {
  manual: { fr: 'À la main', en: 'By hand', means: 'requested in the back-office' },
  schedule: { fr: 'À l’heure prévue', en: 'On schedule', means: 'started by the schedule of the source' },
} as const satisfies Words
