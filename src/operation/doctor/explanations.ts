import type { Language } from '../../kernel/refusals/errors.ts'
import {
  type BilingualText,
  type Catalogue,
  type Explanation,
  explainer,
  fillIn,
} from '../../kernel/refusals/explanations.ts'
import { SERVICE_TEXTS } from './texts-service.ts'
import { SURROUNDINGS_TEXTS } from './texts-surroundings.ts'

/**
 * Findings as the back-office shows them: the state, and what to do. These texts name no folder, internal host or
 * secret.
 */
interface FindingText {
  readonly is: BilingualText
  readonly todo?: BilingualText
}

const TEXTS = { ...SERVICE_TEXTS, ...SURROUNDINGS_TEXTS } as const satisfies Readonly<
  Record<string, FindingText>
>

export type FindingCode = keyof typeof TEXTS
export const FINDING_CODES = Object.keys(TEXTS) as FindingCode[]
export type FindingExplanation = Explanation<FindingCode>
export const explain = explainer<{ [C in FindingCode]: (typeof TEXTS)[C]['is'] }>()

/** The message and the remedy, with figures as the language writes them. */
export function textsOf({ code, params }: FindingExplanation, language: Language) {
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB'
  const textOf = (text: BilingualText) =>
    fillIn(text, params, language, (_, value) => value.toLocaleString(locale))
  const { is, todo }: FindingText = TEXTS[code]
  return { message: textOf(is), todo: todo ? textOf(todo) : null }
}

/** The subject of a finding in `parvis doctor`, and its title in the back-office. */
export const TITLES = {
  data: ['Données', 'Data'],
  settings: ['Réglages', 'Settings'],
  postgresql: ['Base de données', 'Database'],
  writes: ['Enregistrements', 'Writes'],
  outside: ['Lectures à l’extérieur', 'Reading from outside'],
  clock: ['Heure', 'Clock'],
  migrations: ['Mise à jour de la base', 'Migrations'],
  rights: ['Droits du service', 'Rights of the service'],
  secret: ['Clé des connexions', 'Key of sign-ins'],
  administrators: ['Administration', 'Administrators'],
  communes: ['Communes', 'Communes'],
  worker: ['Travaux de fond', 'Background jobs'],
  audit: ['Journal', 'Audit trail'],
  address: ['Adresse publique', 'Public address'],
  mail: ['Serveur de courriel', 'Mail server'],
  mails: ['Courriels', 'Mails'],
  'payment events': ['Paiements', 'Payments'],
  provider: ['Fournisseur d’identité', 'Identity provider'],
  'back-office': ['Back-office', 'Back-office'],
  pictures: ['Images', 'Pictures'],
  media: ['Fichiers envoyés', 'Files that were sent'],
  room: ['Place sur le disque', 'Room on the disk'],
  'unknown files': ['Fichiers inconnus', 'Unknown files'],
  backup: ['Sauvegardes', 'Backups'],
  replica: ['Copie de lecture', 'Replica'],
  'inbound mail': ['Réponses par courriel', 'Answers by mail'],
  'mails to acteurs': ['Courriels aux acteurs', 'Mails to acteurs'],
  payment: ['Prestataire de paiement', 'Payment provider'],
  proxy: ['Adresses des visiteurs', 'Addresses of visitors'],
  'legal notice': ['Mentions légales', 'Legal notice'],
  accessibility: ['Accessibilité', 'Accessibility'],
  caches: ['Caches devant les pages', 'Caches in front of the pages'],
} as const satisfies Catalogue
export type Subject = keyof typeof TITLES
