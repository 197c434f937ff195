import { CSV_FIELDS, type CsvColumns, type CsvField } from '../../../../../shared/csv-columns.ts'
import { namesOf } from '../../../../../shared/fields/field.ts'
import { plainLine } from '../../../../kernel/texts/plain-text.ts'
import { foldedWords } from '../../../../kernel/texts/texts.ts'
import type { FoundColumn } from '../item.ts'

/** The columns of a CSV file: their names, and which field each one holds. */

const LONGEST_NAME = 200

/** Each name once, so that a name tells its column: the second `Date` is `Date (2)`, a column without a name `Colonne 3`. */
export function columnNames(header: readonly string[]): string[] {
  const taken = new Set<string>()
  return header.map((cell, index) => {
    const name = plainLine(cell, LONGEST_NAME - 10) ?? `Colonne ${index + 1}`
    let own = name
    for (let count = 2; taken.has(own); count++) own = `${name} (${count})`
    taken.add(own)
    return own
  })
}

/**
 * Names of columns, the best first: of data.gouv.fr's events, the SCDL schema of deliberations, OpenAgenda's and DATAtourisme's
 * exports, the calendars of Outlook and Google, and of towns.
 */
const NAMES: Readonly<Record<CsvField, readonly string[]>> = {
  title: [
    'titre',
    'title',
    'titre fr',
    'title fr',
    'delib objet',
    'nom de l evenement',
    'nom evenement',
    'nom de la manifestation',
    'nom manifestation',
    'intitule de l evenement',
    'intitule',
    'evenement',
    'manifestation',
    'event',
    'event name',
    'event title',
    'nom du poi',
    'subject',
    'objet',
    'sujet',
    'titre de l evenement',
    'titre evenement',
    'titre de l actualite',
    'titre actualite',
    'libelle',
    'nom',
    'name',
    'designation',
  ],
  body: [
    'longdescription fr',
    'description longue',
    'description detaillee',
    'long description',
    'descriptif',
    'description',
    'description fr',
    'texte',
    'contenu',
    'body',
    'content',
    'text',
    'resume',
    'chapo',
    'presentation',
    'detail',
    'details',
    'summary',
    'commentaire',
    'description courte',
    'delib matiere nom',
  ],
  date_debut: [
    'date debut',
    'date de debut',
    'date start',
    'start date',
    'startdate',
    'firstdate begin',
    'dtstart',
    'date de l evenement',
    'date evenement',
    'date de la manifestation',
    'date manifestation',
    'debut',
    'event date',
    'start',
    'begin',
    'periodes regroupees',
    'jour',
    'date',
  ],
  heure_debut: [
    'heure debut',
    'heure de debut',
    'horaire debut',
    'horaire de debut',
    'start time',
    'starttime',
    'heure',
    'horaire',
    'horaires',
    'heures',
    'time',
  ],
  date_fin: [
    'date fin',
    'date de fin',
    'date end',
    'end date',
    'enddate',
    'lastdate end',
    'dtend',
    'fin',
    'end',
  ],
  heure_fin: ['heure fin', 'heure de fin', 'horaire fin', 'horaire de fin', 'end time', 'endtime'],
  lieu: [
    'lieu',
    'nom du lieu',
    'lieu nom',
    'lieu de l evenement',
    'lieu evenement',
    'location name',
    'address name',
    'location',
    'place',
    'venue',
    'salle',
    'endroit',
    'adresse du lieu',
    'adresse',
    'adresse postale',
    'address',
    'location address',
    'lieu adresse',
  ],
  public: [
    'public',
    'public vise',
    'public cible',
    'type de public',
    'audience',
    'age',
    'tranche d age',
    'ages',
  ],
  gratuit: ['gratuit', 'gratuite', 'tarif', 'tarifs', 'prix', 'conditions fr', 'conditions', 'price', 'cost'],
  source_url: [
    'url',
    'lien',
    'link',
    'delib url',
    'canonicalurl',
    'permalien',
    'url de l evenement',
    'lien internet',
    'url evenement',
    'adresse internet',
    'page',
    'page web',
    'site web',
    'site internet',
    'site',
    'website',
    'url fiche',
    'lien web',
    'web',
  ],
  image_url: [
    'image',
    'photo',
    'image url',
    'url image',
    'url de l image',
    'picture',
    'visuel',
    'illustration',
    'affiche',
    'photo url',
    'url photo',
    'originalimage',
    'cover url',
    'thumbnail',
    'vignette',
  ],
  published_at: [
    'date de publication',
    'date publication',
    'publie le',
    'publication',
    'published',
    'published at',
    'pubdate',
    'delib date',
    'date de parution',
    'date de mise en ligne',
  ],
  external_id: [
    'id',
    'identifiant',
    'uid',
    'guid',
    'uuid',
    'identifier',
    'delib id',
    'uri id du poi',
    'identifiant unique',
    'id evenement',
    'identifiant evenement',
    'recordid',
  ],
}

/** Lists of anything have a column of this name: it is a title only beside a day. */
const OF_ANYTHING = new Set(['libelle', 'nom', 'name', 'designation', 'objet', 'sujet'])

/** The columns by their names; null where none is surely a title. */
export function recognisedColumns(names: readonly string[]): CsvColumns | null {
  const byWords = new Map(names.map(name => [foldedWords(name), name] as const).toReversed())
  const used: { [Field in CsvField]?: string } = {}
  const taken = new Set<string>()
  for (const field of namesOf(CSV_FIELDS)) {
    const name = NAMES[field].map(words => byWords.get(words)).find(each => each && !taken.has(each))
    if (name === undefined) continue
    used[field] = name
    taken.add(name)
  }
  const { title, date_debut } = used
  if (title === undefined || (OF_ANYTHING.has(foldedWords(title)) && date_debut === undefined)) return null
  return Object.keys(used).length > 1 ? { ...used, title } : null
}

/** Where each column is; those that are not there any more. A name that differs in case and accents alone is the same. */
export function placesOf(columns: CsvColumns, names: readonly string[]) {
  const byWords = new Map(names.map((name, at) => [foldedWords(name), at] as const).toReversed())
  const places: { [Field in CsvField]?: number } = {}
  const named: { [Field in CsvField]?: string } = {}
  const gone: string[] = []
  for (const field of namesOf(CSV_FIELDS)) {
    const name = columns[field]
    if (name === undefined) continue
    const exact = names.indexOf(name)
    const at = exact < 0 ? byWords.get(foldedWords(name)) : exact
    if (at === undefined) gone.push(name)
    else places[field] = at
    named[field] = names[at ?? -1] ?? name
  }
  return { places, gone, named: { ...named, title: named.title ?? columns.title } }
}

const MOST_EXAMPLES = 3
const LONGEST_EXAMPLE = 80

/** Collects the first values of each column. */
export function exampleCollector(names: readonly string[]) {
  const examples = names.map((): string[] => [])
  let missing = names.length
  return {
    add(fields: readonly string[]): void {
      if (missing === 0) return
      for (const [at, held] of examples.entries()) {
        if (held.length === MOST_EXAMPLES) continue
        const example = plainLine(fields[at], LONGEST_EXAMPLE)
        if (example === null || held.includes(example)) continue
        held.push(example)
        if (held.length === MOST_EXAMPLES) missing--
      }
    },
    found: (): FoundColumn[] => names.map((name, at) => ({ name, examples: examples[at] ?? [] })),
  }
}
