import type { Language } from '../../kernel/errors.ts'
import { type Catalogue, inWords, type Said, type Saying } from '../../kernel/said.ts'
import { UNREADABLE } from '../register/unreadable.ts'

/** How a sync can end otherwise than well: every sentence, in both languages. */

const REGISTER = ["Le registre n'a pas pu être lu : ", 'The register could not be read: '] as const
const FETCH = ["Le registre n'a pas pu être téléchargé. ", 'The register could not be fetched. '] as const
const NOTHING = [" Rien n'a été changé.", ' Nothing was changed.'] as const

const FETCHED: Catalogue = {
  fetch_forbidden: ["Cette adresse n'est pas autorisée.", 'This address is not allowed.'],
  fetch_too_many_redirects: [
    'Cette adresse renvoie trop souvent à une autre.',
    'The address redirects too often.',
  ],
  fetch_timeout: ["La réponse n'est pas arrivée à temps.", 'The answer did not arrive in time.'],
  fetch_too_large: ['La réponse est trop volumineuse.', 'The answer is too large.'],
  fetch_headers_too_large: [
    'Les en-têtes de la réponse sont trop volumineux.',
    "The answer's headers are too large.",
  ],
  fetch_bad_status: [
    'Son serveur a répondu que quelque chose ne va pas (code {status}).',
    'The server answered with an error. Status {status}.',
  ],
  fetch_bad_encoding: [
    'La compression de la réponse est inconnue ou abîmée.',
    "The answer's compression is unknown or broken.",
  ],
  fetch_network: [
    "Son serveur n'a pas pu être joint, ou a raccroché.",
    'The server could not be reached, or hung up.',
  ],
}

const OTHERS: Catalogue = {
  held: [
    "{gone} des {known} défibrillateurs connus manquent, plus d'un cinquième : rien n'a été changé. Si c'est juste, laissez passer.",
    '{gone} of the {known} known devices are missing, more than a fifth: nothing was changed. If that is right, sync again with force.',
  ],
  value_refused: [
    'Le registre contient une valeur qui ne peut pas être gardée ({value}).',
    'The register holds a value that cannot be kept ({value}).',
  ],
  file_unreadable: ["Le fichier n'a pas pu être lu.", 'The file could not be read.'],
  interrupted: ['La lecture a été interrompue.', 'Interrupted.'],
  command_interrupted: ['La commande a été interrompue.', 'The command was interrupted.'],
}

export function sentenceOf({ code, params }: Said, language: Language): string {
  const at = language === 'fr' ? 0 : 1
  const unreadable = (UNREADABLE as Catalogue)[code]
  if (unreadable) return `${REGISTER[at]}${inWords(unreadable, params, language)}.${NOTHING[at]}`
  const fetched = FETCHED[code]
  if (fetched) return `${FETCH[at]}${inWords(fetched, params, language)}${NOTHING[at]}`
  const other = OTHERS[code]
  if (!other) return code
  return inWords(other, params, language) + (code === 'held' ? '' : NOTHING[at])
}

export const told = (said: Said, language: Language): Saying => ({
  ...said,
  message: sentenceOf(said, language),
})
