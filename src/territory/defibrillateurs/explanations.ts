import { FETCH_FAILURES } from '../../kernel/fetch/refused.ts'
import type { Language } from '../../kernel/refusals/errors.ts'
import {
  type BilingualText,
  type Catalogue,
  type Explanation,
  fillIn,
} from '../../kernel/refusals/explanations.ts'

/** Why a sync of the register failed or is held, in French and in English. */

/** Why a source is not the register, or not all of it; follows “The register could not be read: ”. */
export const UNREADABLE = {
  empty: ['il est vide', 'it is empty'],
  no_rows: ['il n’a pas de lignes', 'it holds no rows'],
  no_lines: ['il n’a pas de fins de ligne', 'it has no lines'],
  web_page: ['c’est une page web, ou du XML', 'it is a web page, or XML'],
  zip: ['c’est une archive ZIP : décompressez-la d’abord', 'it is a ZIP archive: unpack it first'],
  broken_json: ['ce n’est pas un document JSON entier ({why})', 'it is no whole JSON document ({why})'],
  unpacked_too_large: [
    'il est bien trop volumineux une fois décompressé',
    'it is far too large once it is unpacked',
  ],
  broken_compression: ['sa compression est abîmée ou coupée', 'its compression is damaged or cut short'],
  open_quote: [
    'il est coupé ou abîmé : le guillemet ouvert à la ligne {line} ne se ferme jamais',
    'it is cut short or damaged: the quote opened in line {line} is never closed',
  ],
  last_line: [
    'il est coupé : sa dernière ligne ({line}) n’est pas entière',
    'it is cut short: its last line ({line}) is not whole',
  ],
  rows_missing: [
    'il est coupé : {rows} lignes sur {total} sont arrivées',
    'it is cut short: {rows} of {total} rows came',
  ],
  not_the_register: [
    'ce n’est pas le registre : sa première ligne ne nomme pas de colonne « c_gid »',
    'it is not the register: its first line names no column “c_gid”',
  ],
  no_gid: ['aucune de ses {rows} lignes n’a de « c_gid »', 'none of its {rows} rows has a “c_gid”'],
  pages_in_circle: ['ses pages tournent en rond', 'its pages lead in a circle'],
  page_not_sent: ['une de ses pages n’a pas été envoyée', 'one of its pages was not sent'],
  other_server: ['sa page suivante est sur un autre serveur', 'its next page is on another server'],
  interrupted_each_time: [
    'chaque essai a été interrompu avant la fin',
    'each try was interrupted before its end',
  ],
  no_code: [
    'cette commune n’a pas de code INSEE, par lequel le demander',
    'this commune has no INSEE code to ask it with',
  ],
} as const satisfies Catalogue

const OTHERS = {
  value_refused: [
    'Le registre contient une valeur qui ne peut pas être gardée ({value}).',
    'The register holds a value that cannot be kept ({value}).',
  ],
  right_lost: [
    'La personne qui a demandé cette lecture n’a plus ce droit.',
    'The person who asked for this sync no longer has the right to.',
  ],
  file_unreadable: ['Le fichier n’a pas pu être lu.', 'The file could not be read.'],
  interrupted: ['La lecture a été interrompue.', 'Interrupted.'],
  command_interrupted: ['La commande a été interrompue.', 'The command was interrupted.'],
} as const satisfies Catalogue

type FetchCode = `fetch_${keyof typeof FETCH_FAILURES}`
const FETCH_TEXTS = Object.fromEntries(
  Object.entries(FETCH_FAILURES).map(([code, text]) => [`fetch_${code}`, text]),
) as Readonly<Record<FetchCode, BilingualText>>

/** Each of these failures left the devices as they were, and says so. */
const failed = <Code extends string>(texts: Catalogue<Code>, start: BilingualText, end: string) =>
  Object.fromEntries(
    Object.entries<BilingualText>(texts).map(([code, [fr, en]]) => [
      code,
      [`${start[0]}${fr}${end} Rien n’a été changé.`, `${start[1]}${en}${end} Nothing was changed.`],
    ]),
  ) as unknown as Catalogue<Code>

const TEXTS: Catalogue<keyof typeof UNREADABLE | FetchCode | keyof typeof OTHERS | 'held'> = {
  held: [
    '{gone} des {known} défibrillateurs connus manquent, plus d’un cinquième : rien n’a été changé. Si c’est juste, laissez passer.',
    '{gone} of the {known} known devices are missing, more than a fifth: nothing was changed. If that is right, sync again with force.',
  ],
  ...failed(UNREADABLE, ['Le registre n’a pas pu être lu : ', 'The register could not be read: '], '.'),
  ...failed(
    FETCH_TEXTS,
    ['Le registre n’a pas pu être téléchargé. ', 'The register could not be fetched. '],
    '',
  ),
  ...failed(OTHERS, ['', ''], ''),
}

export type SyncExplanation = Explanation<keyof typeof TEXTS>

/** A code that a later version stored is shown by its name. */
export function textOf({ code, params }: SyncExplanation, language: Language): string {
  const text: BilingualText | undefined = TEXTS[code]
  return text === undefined ? code : fillIn(text, params, language)
}
