import type { TSchema } from 'typebox'
import { clockTime, dayInWords, endInWords, eventTime } from '../event-time.ts'
import { about, Day, Hour, Id, Link, Nullable, named, Text, Timestamp, WordOf } from '../shapes.ts'
import { Type } from '../type.ts'
import {
  ALERT_LEVELS,
  AUDIENCES,
  type Audience,
  type AlertLevel as Level,
  PRICES,
} from '../words/publications.ts'
import type { Label } from '../words/word.ts'
import { byName, type Field, having, lacking, namesOf, type RecordOf, typedAs } from './field.ts'

interface PublicationField extends Field {
  /** As PostgreSQL spells its type. */
  readonly column: string
  /** In a draft, half typed; drafts have no field without it. */
  readonly draft?: TSchema
  /** Its line in a comparison of two versions: days and hours share one. */
  readonly fact: string
  /** May name people: an erasure lists the records in which the person's address stands. */
  readonly personal?: true
  /** Follows the source of an import. */
  readonly imported?: true
}

export const MOST_DATES = 60
/** A draft takes a line that is too long to be published: its form says so, and a cut one would be published without its end. */
const DraftLine = Text(2000, 0)
export const AlertLevel = named('AlertLevel', WordOf(ALERT_LEVELS))

/** The fields that an author writes. Pictures and documents are kept, sent and shown in three shapes: see media/attached.ts. */
export const WRITTEN = {
  title: {
    fr: 'Titre',
    en: 'Title',
    column: 'text',
    schema: Text(200),
    draft: DraftLine,
    traced: 'value',
    fact: 'title',
    personal: true,
    imported: true,
  },
  body: {
    fr: 'Texte',
    en: 'Text',
    column: 'text',
    schema: named(
      'PublicationBody',
      about(
        'Text with line breaks, as it was typed. It may contain HTML, so escape it. A front end may render this subset of Markdown, which the editor of the back-office writes, and must show everything else as text: an empty line between paragraphs, `**bold**`, `- ` before each list item, `[words](https://…)` with an http, https, mailto or tel address. Check the limits of Markdown first (see the introduction)',
        Text(20_000),
      ),
    ),
    draft: Text(20_000, 0),
    traced: 'hash',
    fact: 'body',
    personal: true,
    imported: true,
  },
  type_id: {
    fr: 'Type',
    en: 'Type',
    column: 'uuid',
    schema: Id,
    draft: Nullable(Id),
    traced: 'value',
    fact: 'type_id',
  },
  commune_id: {
    fr: 'Commune',
    en: 'Commune',
    column: 'uuid',
    schema: Id,
    traced: 'value',
    fact: 'commune_ids',
  },
  commune_ids: {
    fr: 'Communes',
    en: 'Communes',
    column: 'uuid[]',
    schema: Type.Array(Id, { maxItems: 50 }),
    reply: about('All communes that show the publication; its own commune comes first', Type.Array(Id)),
    /** Includes the publication's own commune, hence one more. */
    draft: Type.Array(Id, { maxItems: 51 }),
    traced: 'value',
    fact: 'commune_ids',
  },
  date_debut: {
    fr: 'Premier jour',
    en: 'First day',
    column: 'date',
    input: 'day',
    group: 'when',
    schema: Nullable(Day),
    reply: about('First day of an event; null for news', Nullable(Day)),
    draft: about('First day as it was typed: `15/01`, `demain`', Text(60, 0)),
    traced: 'value',
    fact: 'when',
    imported: true,
  },
  heure_debut: {
    fr: 'Heure de début',
    en: 'Begins at',
    column: 'text',
    input: 'hour',
    group: 'when',
    schema: Nullable(Hour),
    reply: about('Start time on the first day; null when it lasts all day or is unknown', {
      ...Nullable(Hour),
      'x-extension': true,
    }),
    draft: about('Start time as it was typed: `20 h 30`', Text(60, 0)),
    traced: 'value',
    fact: 'when',
    imported: true,
  },
  date_fin: {
    fr: 'Dernier jour',
    en: 'Last day',
    column: 'date',
    input: 'day',
    group: 'when',
    schema: Nullable(Day),
    reply: about('Last day of an event', Nullable(Day)),
    draft: about('Last day as it was typed', Text(60, 0)),
    traced: 'value',
    fact: 'when',
    imported: true,
  },
  heure_fin: {
    fr: 'Heure de fin',
    en: 'Ends at',
    column: 'text',
    input: 'hour',
    group: 'when',
    schema: Nullable(Hour),
    reply: about('End time on the last day', { ...Nullable(Hour), 'x-extension': true }),
    draft: about('End time as it was typed', Text(60, 0)),
    traced: 'value',
    fact: 'when',
    imported: true,
  },
  dates: {
    fr: 'Autres dates',
    en: 'Other dates',
    column: 'date[]',
    input: 'days',
    group: 'when',
    schema: Type.Array(Day, {
      maxItems: MOST_DATES,
      uniqueItems: true,
      description: 'Further days of the event, at the same hours; each must be after `date_debut`',
      'x-extension': true,
    }),
    reply: Type.Array(Day, {
      description: 'Further days of the event, at the same hours, in order',
      'x-extension': true,
    }),
    draft: about('Further days as they were typed, one per line', Text(1500, 0)),
    traced: 'value',
    fact: 'when',
    imported: true,
  },
  lieu: {
    fr: 'Lieu',
    en: 'Place',
    column: 'text',
    input: 'line',
    schema: Nullable(Text(200)),
    draft: DraftLine,
    traced: 'value',
    fact: 'lieu',
    personal: true,
    imported: true,
  },
  image_url: {
    fr: 'Image',
    en: 'Picture',
    column: 'text',
    input: 'link',
    schema: Nullable(Link),
    reply: about(
      'The picture’s address as it was given; show the pictures of `images` instead',
      Nullable(Text(2000)),
    ),
    traced: 'value',
    fact: 'image_url',
    imported: true,
  },
  source_url: {
    fr: 'Lien',
    en: 'Link',
    column: 'text',
    input: 'link',
    schema: Nullable(Link),
    reply: about('A web page with more information', Nullable(Text(2000))),
    draft: Text(2000, 0),
    traced: 'value',
    fact: 'source_url',
    imported: true,
  },
  fin_le: {
    fr: 'Fin de l’alerte',
    en: 'End of the alert',
    column: 'timestamptz',
    input: 'moment',
    group: 'alert',
    schema: {
      ...about('Only for alerts: when it ends, within a year', Nullable(Timestamp)),
      'x-extension': true,
    },
    draft: about('As it was typed: `demain 18 h`', Text(60, 0)),
    traced: 'value',
    fact: 'fin_le',
    imported: true,
  },
  niveau: {
    fr: 'Niveau de l’alerte',
    en: 'Level of the alert',
    column: 'text',
    input: 'choice',
    choices: ALERT_LEVELS,
    group: 'alert',
    schema: { ...about('Only for alerts', Nullable(AlertLevel)), 'x-extension': true },
    draft: Text(20, 0),
    traced: 'value',
    fact: 'niveau',
    imported: true,
  },
  public: {
    fr: 'Public',
    en: 'Audience',
    column: 'text',
    input: 'choice',
    choices: AUDIENCES,
    schema: {
      ...about(
        'For whom the event is; null where it is not said',
        Nullable(named('Audience', WordOf(AUDIENCES))),
      ),
      'x-extension': true,
    },
    draft: Text(20, 0),
    traced: 'value',
    fact: 'public',
    imported: true,
  },
  gratuit: {
    fr: 'Prix',
    en: 'Price',
    column: 'boolean',
    input: 'flag',
    choices: PRICES,
    schema: {
      ...about(
        'Whether the event is free for everybody; null where it is not said',
        Nullable(Type.Boolean()),
      ),
      'x-extension': true,
    },
    draft: about('As the form holds it: `true`, `false` or empty', Text(20, 0)),
    traced: 'value',
    fact: 'gratuit',
    imported: true,
  },
} as const satisfies Readonly<Record<string, PublicationField>>

/** Cancelled and lifted: set later, without a change of content, a review or a revision. */
export const ANNOUNCED = {
  annule_le: {
    fr: 'Annulé le',
    en: 'Cancelled on',
    column: 'timestamptz',
    schema: {
      ...about('Cancelled, and still visible', Nullable(Timestamp)),
      'x-extension': true,
    },
    traced: 'value',
  },
  annule_motif: {
    fr: 'Motif de l’annulation',
    en: 'Reason of the cancellation',
    column: 'text',
    schema: {
      ...about('Why it was cancelled', Nullable(Text(200))),
      'x-extension': true,
    },
    traced: 'hash',
    personal: true,
  },
  leve_le: {
    fr: 'Alerte levée le',
    en: 'Alert lifted on',
    column: 'timestamptz',
    schema: {
      ...about('Only for alerts: lifted, no longer in force', Nullable(Timestamp)),
      'x-extension': true,
    },
    traced: 'value',
  },
} as const satisfies Readonly<Record<string, Field & { readonly column: string; readonly personal?: true }>>

const TYPED = having(WRITTEN, 'input')
/** The level and the end of an alert. */
export const ALERT = { niveau: WRITTEN.niveau, fin_le: WRITTEN.fin_le }
/** Those that are typed, checked and shown by themselves. */
export const ALONE = lacking(TYPED, 'group')
/** Shown with their label, in a line. */
export const LINES = typedAs(ALONE, 'line', 'day', 'hour')
export const LINKS = typedAs(ALONE, 'link')
/** For whom it is, and whether it is free. */
export const CHOICES = typedAs(ALONE, 'choice', 'flag')
type Choices = RecordOf<typeof CHOICES>

/** The fields that follow the source of an import. Type and communes are set only when a publication is created. */
export const IMPORTED = having(WRITTEN, 'imported')
export const IMPORTED_LINES = typedAs(IMPORTED, 'line')

type Written = typeof WRITTEN
export type Fact = Written[keyof Written]['fact'] | 'images' | 'documents'

/** The lines of a comparison of two versions, in this order. */
export const FACTS = {
  title: WRITTEN.title,
  type_id: WRITTEN.type_id,
  when: { fr: 'Dates', en: 'Dates' },
  niveau: WRITTEN.niveau,
  fin_le: WRITTEN.fin_le,
  ...LINES,
  ...CHOICES,
  commune_ids: WRITTEN.commune_ids,
  body: WRITTEN.body,
  source_url: WRITTEN.source_url,
  image_url: WRITTEN.image_url,
  images: { fr: 'Images', en: 'Pictures' },
  documents: { fr: 'Documents', en: 'Documents' },
} as const satisfies Readonly<Record<Fact, Pick<Field, 'fr' | 'en'>>>

type Words = Omit<RecordOf<Written>, 'commune_id'> & {
  readonly images: readonly { readonly id: string; readonly alt: string }[]
  readonly documents: readonly { readonly id: string; readonly name: string }[]
}

/** The text of each line. The end of an id distinguishes two pictures with the same description. */
export const factsOf = (
  words: Words,
  nameOf: (id: string) => string,
  language: keyof Label,
): Readonly<Record<Fact, string>> => ({
  ...linesOf(words, language),
  ...choicesOf(words, language),
  title: words.title,
  type_id: nameOf(words.type_id),
  when: words.date_debut === null ? '' : eventTime(language, { ...words, date_debut: words.date_debut }),
  niveau: words.niveau ? ALERT_LEVELS[words.niveau as Level][language] : '',
  fin_le: words.fin_le ? endInWords(language, words.fin_le) : '',
  commune_ids: words.commune_ids.map(nameOf).sort().join(', '),
  body: words.body,
  source_url: words.source_url ?? '',
  image_url: words.image_url ?? '',
  images: words.images.map(({ id, alt }) => `${alt || '–'} (${id.slice(-4)})`).join(', '),
  documents: words.documents.map(({ id, name }) => `${name} (${id.slice(-4)})`).join(', '),
})

/** Its lines in words, empty where it has none. A day or hour that is not one, in a draft, stays as it was typed. */
export const linesOf = (words: Pick<Words, keyof typeof LINES>, language: keyof Label) =>
  byName(LINES, name => {
    const { input } = LINES[name] as Field
    const text: string = words[name] ?? ''
    if (input === 'day' && /^\d{4}-\d\d-\d\d$/.test(text)) return dayInWords(language, text)
    return input === 'hour' && /^\d\d:\d\d$/.test(text) ? clockTime(language, text) : text
  })

/** In words, empty where nothing is said. */
export const choicesOf = ({ public: audience, gratuit }: Choices, language: keyof Label) => ({
  public: audience === null ? '' : AUDIENCES[audience as Audience][language],
  gratuit: gratuit === null ? '' : PRICES[gratuit ? 'true' : 'false'][language],
})

export const differingFacts = (before: Readonly<Record<Fact, string>>, after: typeof before): Fact[] =>
  namesOf(FACTS).filter(fact => before[fact] !== after[fact])
