import type { Language } from '../../kernel/refusals/errors.ts'
import { type Catalogue, fillIn } from '../../kernel/refusals/explanations.ts'
import { OWN_WORDS } from './smtp-answers.ts'

/** Why a mail was not delivered, in words that say what to do; the server's own words are kept beside it. */
export const REASONS = {
  no_such_address: [
    'L’adresse n’existe pas : elle a sans doute été mal écrite.',
    'There is no such address: it was probably misspelt.',
  ],
  mailbox_closed: ['Cette boîte n’est plus en service.', 'This mailbox is out of use.'],
  mailbox_full: ['La boîte de cette personne est pleine.', 'The mailbox of this person is full.'],
  too_large: [
    'Le message est trop volumineux pour cette boîte.',
    'The message is too large for this mailbox.',
  ],
  unwanted: [
    'Le serveur du destinataire ne veut pas de nos courriels : voyez-le avec la personne qui tient le vôtre.',
    "The recipient's server takes no mail from us: see whoever runs your mail server.",
  ],
  not_reached: [
    'Le serveur de courriel n’a pas pu être joint à temps.',
    'The mail server could not be reached in time.',
  ],
  not_encrypted: [
    'La connexion chiffrée au serveur de courriel n’a pas pu s’établir.',
    'The encrypted connection to the mail server failed.',
  ],
  not_written: [
    'Le dossier qui tient lieu de serveur de courriel n’a pas pu être écrit.',
    'The folder that stands for a mail server could not be written.',
  ],
  not_composed: ['Ce courriel n’a pas pu être composé.', 'This mail could not be composed.'],
  too_late: ['Il était trop tard pour qu’il serve encore.', 'It was too old to be of use.'],
  refused: ['Le serveur de courriel a refusé ce courriel.', 'The mail server refused this mail.'],
  returned: ['Ce courriel est revenu.', 'This mail came back.'],
  unknown: ['On ne sait pas pourquoi il n’est pas parti.', 'Why it did not leave is not known.'],
} as const satisfies Catalogue
export type Reason = keyof typeof REASONS

/** By class and subject of the enhanced status code (RFC 3463). */
const BY_STATUS: readonly (readonly [RegExp, Reason])[] = [
  [/\b5\.1\.\d{1,3}\b/, 'no_such_address'],
  [/\b[45]\.2\.1\b/, 'mailbox_closed'],
  [/\b[45]\.2\.2\b/, 'mailbox_full'],
  [/\b[45]\.(2|3)\.[34]\b/, 'too_large'],
  [/\b[45]\.7\.\d{1,3}\b/, 'unwanted'],
]

/** `words`: as stored with the mail. */
export function reasonOf(words: string | null, returned: boolean): Reason {
  const answer = words ?? ''
  const own = OWN_WORDS.find(([start]) => answer.startsWith(start))?.[1]
  const byStatus = BY_STATUS.find(([status]) => status.test(answer))?.[1]
  return own ?? byStatus ?? (returned ? 'returned' : answer === '' ? 'unknown' : 'refused')
}

/** Our own words are translated; a server's are quoted. */
export const isOurs = (words: string | null) =>
  words !== null && OWN_WORDS.some(([start]) => words.startsWith(start))

export const reasonInWords = (reason: Reason, language: Language) => fillIn(REASONS[reason], {}, language)
