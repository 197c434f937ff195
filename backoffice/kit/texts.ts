import { texts } from './words/language.ts'

export const t = texts({
  fr: {
    views: 'Vues enregistrées',
    question: 'Question',
    questionFailed: 'Un problème est survenu',
    shortcuts: 'Raccourcis',
    role: {
      admin: 'Administration',
      operator_moderation: 'Modération',
      operator_claims: 'Demandes',
      operator_support: 'Messages',
      operator_communes: 'Communes',
      operator_imports: 'Imports',
      none: 'Membre',
    },
  },
  en: {
    views: 'Saved views',
    question: 'Question',
    questionFailed: 'Something failed',
    shortcuts: 'Shortcuts',
    role: {
      admin: 'Administration',
      operator_moderation: 'Moderation',
      operator_claims: 'Claims',
      operator_support: 'Messages',
      operator_communes: 'Communes',
      operator_imports: 'Imports',
      none: 'Member',
    },
  },
})
