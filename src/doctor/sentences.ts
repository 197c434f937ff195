import type { Language } from '../kernel/errors.ts'
import { AROUND } from './sentences-around.ts'
import { INSIDE } from './sentences-inside.ts'

/**
 * What doctor finds, for whoever reads it in the back-office: how it is, and what to do. Nothing of the machine stands in
 * these sentences: no folder, no host inside the house, no secret. `{…}` is a figure, by its name.
 */
type Told = readonly [fr: string, en: string]

const SENTENCES = { ...INSIDE, ...AROUND } as const satisfies Readonly<
  Record<string, { readonly is: Told; readonly todo?: Told }>
>

export type SentenceCode = keyof typeof SENTENCES
export const SENTENCE_CODES = Object.keys(SENTENCES) as SentenceCode[]
type NamesIn<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never
type FiguresOf<C extends SentenceCode> = NamesIn<(typeof SENTENCES)[C]['is'][number]>

export interface Saying {
  readonly code: SentenceCode
  readonly figures: Readonly<Record<string, string | number>>
}

/** The compiler asks for each figure that a sentence names. */
export const say = <C extends SentenceCode>(
  code: C,
  ...[figures]: [FiguresOf<C>] extends [never] ? [] : [Readonly<Record<FiguresOf<C>, string | number>>]
): Saying => ({ code, figures: figures ?? {} })

const told = ([fr, en]: Told, { figures }: Saying, language: Language) =>
  (language === 'fr' ? fr : en).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    // Without its figures, as on the API page, a sentence shows their names.
    const figure = figures[name] ?? `{${name}}`
    return typeof figure === 'number' ? figure.toLocaleString(language === 'fr' ? 'fr-FR' : 'en-GB') : figure
  })

export function inWords(saying: Saying, language: Language) {
  const sentence: { readonly is: Told; readonly todo?: Told } = SENTENCES[saying.code]
  return {
    message: told(sentence.is, saying, language),
    todo: sentence.todo ? told(sentence.todo, saying, language) : null,
  }
}

export const TITLES: Readonly<Record<string, Told>> = {
  data: ['Données', 'Data'],
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
  payment: ['Prestataire de paiement', 'Payment provider'],
  proxy: ['Adresses des visiteurs', 'Addresses of visitors'],
}
