import type { Label, Word, Words } from './word.ts'

interface KindWords extends Word {
  /** The name with its article, for the log: “the source is …”. */
  readonly article: Label
  /** Whether it is a feed of news: a site may change from one kind of feed to another, and items are sorted by date. */
  readonly isFeed: boolean
  /** Whether the same file gives other items on another day, because occurrences pass. */
  readonly changesByTheDay: boolean
}

/** The kinds of sources that can be read. */
export const FEED_KINDS = {
  rss: {
    fr: 'Flux RSS',
    en: 'RSS feed',
    means: 'RSS 0.9 to 2.0',
    article: { fr: 'un flux RSS', en: 'an RSS feed' },
    isFeed: true,
    changesByTheDay: false,
  },
  atom: {
    fr: 'Flux Atom',
    en: 'Atom feed',
    means: 'Atom',
    article: { fr: 'un flux Atom', en: 'an Atom feed' },
    isFeed: true,
    changesByTheDay: false,
  },
  json_feed: {
    fr: 'JSON Feed',
    en: 'JSON Feed',
    means: 'JSON Feed',
    article: { fr: 'un JSON Feed', en: 'a JSON Feed' },
    isFeed: true,
    changesByTheDay: false,
  },
  ical: {
    fr: 'Calendrier (iCal)',
    en: 'Calendar (iCal)',
    means: 'iCalendar',
    article: { fr: 'un calendrier (iCal)', en: 'a calendar (iCal)' },
    isFeed: false,
    changesByTheDay: true,
  },
  openagenda: {
    fr: 'Agenda OpenAgenda',
    en: 'OpenAgenda agenda',
    means: 'an agenda of OpenAgenda; wants `options.api_key`',
    article: { fr: 'un agenda OpenAgenda', en: 'an agenda of OpenAgenda' },
    isFeed: false,
    changesByTheDay: true,
  },
} as const satisfies Readonly<Record<string, KindWords>>
export type FeedKind = keyof typeof FEED_KINDS

/** The kind that an operator sets. */
export const SOURCE_KINDS = {
  auto: { fr: 'Reconnu tout seul', en: 'Found out by itself', means: 'found out at each reading' },
  ...FEED_KINDS,
} as const satisfies Words
export type SourceKind = keyof typeof SOURCE_KINDS

export const SOURCE_MODERATIONS = {
  auto: {
    fr: 'Publier tout de suite, si l’acteur en a le droit',
    en: 'Publish at once, if the acteur may',
    means: 'what it brings is published at once',
  },
  pending: {
    fr: 'Attendre une décision de la modération',
    en: 'Wait for a decision of the moderators',
    means: 'what it brings waits for a decision',
  },
} as const satisfies Words
export type SourceModeration = keyof typeof SOURCE_MODERATIONS

export const SCHEDULES = {
  manual: { fr: 'Seulement à la main', en: 'Only by hand', means: 'only when it is asked for' },
  hourly: { fr: 'Toutes les heures', en: 'Every hour', means: 'every hour' },
  daily: { fr: 'Tous les jours', en: 'Every day', means: 'every day' },
  weekly: { fr: 'Toutes les semaines', en: 'Every week', means: 'every week' },
} as const satisfies Words
export type Schedule = keyof typeof SCHEDULES

/** How a run ends. */
export const RUN_ENDINGS = {
  succeeded: { fr: 'Réussie', en: 'Done', means: 'everything was taken in, or is there already' },
  partial: {
    fr: 'En partie',
    en: 'In part',
    means: 'some items failed, or the rest comes with the next run',
  },
  failed: { fr: 'Échouée', en: 'Failed', means: 'nothing could be taken in' },
} as const satisfies Words
export type RunEnding = keyof typeof RUN_ENDINGS

export const RUN_STATUSES = {
  queued: { fr: 'En attente', en: 'Waiting', means: 'waits for its turn' },
  running: { fr: 'En cours', en: 'Under way', means: 'under way' },
  ...RUN_ENDINGS,
} as const satisfies Words

/** What a run does with an item; in the order of the screen, with what needs an operator first. */
export const ITEM_ACTIONS = {
  failed: { fr: 'Non repris', en: 'Not taken in', means: 'it could not be read: `reason` says why' },
  created: { fr: 'Nouvelles publications', en: 'New publications', means: 'a new publication' },
  updated: { fr: 'Mises à jour', en: 'Updated', means: 'its publication follows the source' },
  skipped: { fr: 'Laissés de côté', en: 'Left out', means: 'left out: `reason` says why' },
  duplicate: { fr: 'Déjà là', en: 'Already there', means: 'another publication says the same' },
  unchanged: { fr: 'Sans changement', en: 'Unchanged', means: 'nothing moved' },
} as const satisfies Words
export type ItemAction = keyof typeof ITEM_ACTIONS
