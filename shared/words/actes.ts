import type { Label, Words } from './word.ts'

/** The kinds of acts that a town hall publishes. */
export const NATURES = {
  deliberation: { fr: 'Délibération', en: 'Deliberation', means: 'decided by the council' },
  arrete: { fr: 'Arrêté', en: 'Order', means: 'decided by the mayor' },
  proces_verbal: { fr: 'Procès-verbal', en: 'Minutes', means: 'of a meeting of the council' },
  budget: { fr: 'Budget', en: 'Budget', means: 'and its annexes' },
  autre: { fr: 'Autre acte', en: 'Other act', means: 'a decision, a convention' },
} as const satisfies Words
export type Nature = keyof typeof NATURES

/**
 * The national classification of acts (ACTES), down to its second level, as the SCDL spells it: small letters, without commas
 * and parentheses.
 */
const MATTERS: Readonly<Record<string, readonly string[]>> = {
  'commande publique': [
    'marchés publics',
    'délégation de service public',
    'conventions de mandat',
    'autres types de contrats',
    'transactions et protocoles d’accord transactionnel',
    'actes relatifs à la maîtrise d’œuvre',
    'actes spéciaux et divers',
  ],
  urbanisme: [
    'documents d’urbanisme',
    'actes relatifs au droit d’occupation ou d’utilisation des sols',
    'droit de préemption urbain',
  ],
  'domaine et patrimoine': [
    'acquisitions',
    'aliénations',
    'locations',
    'limites territoriales',
    'autres actes de gestion du domaine public',
    'autres actes de gestion du domaine privé',
  ],
  'fonction publique': [
    'personnels titulaires et stagiaires de la fonction publique territoriale',
    'personnels contractuels',
    'fonction publique hospitalière',
    'autres catégories de personnels',
    'régime indemnitaire',
  ],
  'institutions et vie politique': [
    'élection exécutif',
    'fonctionnement des assemblées',
    'désignation de représentants',
    'délégation de fonctions',
    'délégation de signature',
    'exercice des mandats locaux',
    'intercommunalité',
    'décision d’ester en justice',
  ],
  'libertés publiques et pouvoirs de police': [
    'police municipale',
    'pouvoirs du président du conseil départemental',
    'pouvoirs du président du conseil régional',
    'autres actes réglementaires',
    'actes pris au nom de l’état et soumis au contrôle hiérarchique',
  ],
  'finances locales': [
    'décisions budgétaires',
    'fiscalité',
    'emprunts',
    'interventions économiques',
    'subventions',
    'contributions budgétaires',
    'avances',
    'fonds de concours',
    'prise de participation',
    'divers',
  ],
  'domaines de compétences par thèmes': [
    'enseignement',
    'aide sociale',
    'voirie',
    'aménagement du territoire',
    'politique de la ville-habitat-logement',
    'emploi-formation professionnelle',
    'transports',
    'environnement',
    'culture',
  ],
  'autres domaines de compétences': [
    'autres domaines de compétences des communes',
    'autres domaines de compétences des départements',
    'autres domaines de compétences des régions',
    'vœux et motions',
  ],
}

/** By code: `8.4` is `domaines de compétences par thèmes/aménagement du territoire`. */
export const MATIERES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(MATTERS).flatMap(([matter, parts], at) =>
    parts.map((part, index) => [`${at + 1}.${index + 1}`, `${matter}/${part}`]),
  ),
)

/** Why a line of a register is not taken over, inside a sentence. */
export const LEFT_OUT = {
  numero: {
    fr: 'le numéro manque, ou dépasse 50 caractères',
    en: 'its number is missing, or over 50 characters',
  },
  objet: {
    fr: 'l’objet manque, ou dépasse 5 000 caractères',
    en: 'its subject is missing, or over 5000 characters',
  },
  date: {
    fr: 'la date n’est pas un jour passé, comme 15/10/2019',
    en: 'its date is no day that has come, such as 15/10/2019',
  },
  transmis_le: {
    fr: 'la date de transmission n’est pas un jour depuis la date de l’acte',
    en: 'the day of its transmission is no day since its date',
  },
  lien: {
    fr: 'le lien n’est pas l’adresse d’un PDF, comme https://exemple.fr/2019-041.pdf',
    en: 'its link is no address of a document',
  },
  nature: {
    fr: 'la nature n’est pas « délibération », « arrêté », « procès-verbal », « budget » ni « autre »',
    en: 'its kind is no deliberation, order, minutes, budget or other act',
  },
  repete: {
    fr: 'une ligne plus haut a la même nature, le même numéro et la même date',
    en: 'its kind, number and date are those of an earlier line',
  },
  guillemet: {
    fr: 'un guillemet ouvert n’est pas refermé : la suite n’a pas été lue',
    en: 'a quote is not closed: nothing behind it was read',
  },
  autre: { fr: 'l’acte est d’une autre collectivité', en: 'it is an act of another body' },
  refuse: { fr: 'ses mots ou son PDF ne peuvent pas être gardés', en: 'its words or its PDF cannot be kept' },
  sans_reponse: {
    fr: 'le site de son PDF ne répond pas',
    en: 'the host of its PDF does not answer',
  },
  introuvable: { fr: 'son PDF n’est pas à cette adresse', en: 'its PDF is not at this address' },
  pas_pdf: { fr: 'à cette adresse, il n’y a pas de PDF', en: 'there is no PDF at this address' },
} as const satisfies Readonly<Record<string, Label>>
export type LeftOut = keyof typeof LEFT_OUT

const NAMING = /^\s*(?:n\s?[°º]|№|no\.?(?=[\s\d])|n\.(?=[\s\d])|num(?:[ée]ro|\.))\s*/i

/** `12` of `n° 12`, `N°12`, `no 12` and `numéro 12`: pages write “n°” before it. `N-12` is a number of its own. */
export const bareNumber = (numero: string): string => numero.replace(NAMING, '') || numero

/** The states of a register that a clerk takes over. */
export const REGISTER_STATES = {
  trial: { fr: 'Essai', en: 'Trial', means: 'read, and nothing was taken over' },
  running: { fr: 'En cours', en: 'Running', means: 'its PDFs are being fetched' },
  done: { fr: 'Terminée', en: 'Done', means: 'every line was taken over or left out' },
  stopped: { fr: 'Arrêtée', en: 'Stopped', means: 'before its end, see `why`' },
} as const satisfies Words
/** Why it was stopped, as a sentence. */
export const WHY_STOPPED = {
  right_lost: {
    fr: 'La personne qui l’a demandée ne publie plus pour cette commune sans relecture, ou ses pages sont fermées.',
    en: 'Whoever asked no longer publishes for this commune without review, or its pages are closed.',
  },
  room: {
    fr: 'L’espace pour les documents est plein : écrivez-nous pour en avoir davantage.',
    en: 'The room for documents is full: write to us to get more.',
  },
  broken: {
    fr: 'Elle a échoué plusieurs fois de suite. Recommencez : aucun acte n’est repris deux fois.',
    en: 'It failed several times in a row. Begin again: nothing comes twice.',
  },
} as const satisfies Readonly<Record<string, Label>>
export type WhyStopped = keyof typeof WHY_STOPPED
