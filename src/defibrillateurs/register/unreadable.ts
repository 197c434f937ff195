import { type Catalogue, inWords, type Said } from '../../kernel/said.ts'

/** Why what was read is not the register, or not all of it; behind “The register could not be read: ”. */
export const UNREADABLE = {
  empty: ['il est vide', 'it is empty'],
  no_rows: ["il n'a pas de lignes", 'it holds no rows'],
  no_lines: ["il n'a pas de fins de ligne", 'it has no lines'],
  web_page: ["c'est une page web, ou du XML", 'it is a web page, or XML'],
  zip: ["c'est une archive ZIP : décompressez-la d'abord", 'it is a ZIP archive: unpack it first'],
  broken_json: ["ce n'est pas un document JSON entier ({why})", 'it is no whole JSON document ({why})'],
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
    "il est coupé : sa dernière ligne ({line}) n'est pas entière",
    'it is cut short: its last line ({line}) is not whole',
  ],
  rows_missing: [
    'il est coupé : {rows} lignes sur {total} sont arrivées',
    'it is cut short: {rows} of {total} rows came',
  ],
  not_the_register: [
    "ce n'est pas le registre : sa première ligne ne nomme pas de colonne « c_gid »",
    'it is not the register: its first line names no column “c_gid”',
  ],
  no_gid: ["aucune de ses {rows} lignes n'a de « c_gid »", 'none of its {rows} rows has a “c_gid”'],
  pages_in_circle: ['ses pages tournent en rond', 'its pages lead in a circle'],
  page_not_sent: ["une de ses pages n'a pas été envoyée", 'one of its pages was not sent'],
  other_server: ['sa page suivante est sur un autre serveur', 'its next page is on another server'],
  interrupted_each_time: [
    'chaque essai a été interrompu avant la fin',
    'each try was interrupted before its end',
  ],
  no_code: [
    "cette commune n'a pas de code INSEE, par lequel le demander",
    'this commune has no INSEE code to ask it with',
  ],
} as const satisfies Catalogue

/** The source is not the register, or not complete: one sentence, without addresses. */
export class UnreadableRegister extends Error {
  readonly said: Said

  constructor(code: keyof typeof UNREADABLE, params: Said['params'] = {}, options: ErrorOptions = {}) {
    super(inWords(UNREADABLE[code], params, 'en'), options)
    this.said = { code, params }
  }
}
