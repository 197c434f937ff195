import type { Words } from './word.ts'

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
