import { each } from '../../shared/fields/field.ts'
import { ROLES } from '../../shared/words/access.ts'
import { texts } from './words/language.ts'

export const t = texts({
  fr: {
    views: 'Vues enregistrées',
    question: 'Question',
    questionFailed: 'Un problème est survenu',
    shortcuts: 'Raccourcis',
    role: { ...each(ROLES, 'fr'), none: 'Membre' },
  },
  en: {
    views: 'Saved views',
    question: 'Question',
    questionFailed: 'Something failed',
    shortcuts: 'Shortcuts',
    role: { ...each(ROLES, 'en'), none: 'Member' },
  },
})
