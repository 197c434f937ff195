import { CSV_FIELDS } from '../../../shared/csv-columns.ts'
import { each } from '../../../shared/fields/field.ts'
import { texts } from '../../kit/words/language.ts'

/** The texts of the columns of a table. */
export const t = texts({
  fr: {
    title: 'Colonnes du tableau',
    about:
      'À quoi sert chaque colonne du fichier ? Ce qui est reconnu par son nom est déjà choisi. Les premiers éléments, plus bas, suivent vos choix.',
    field: each(CSV_FIELDS, 'fr'),
    column: { field: 'Dans Parvis', name: 'Colonne du fichier', examples: 'Exemples' },
    none: 'Aucune',
    choose: 'Choisissez la colonne',
    missing: 'Choisissez la colonne du titre.',
    gone: (name: string) => `${name} (n’est plus dans le fichier)`,
    isGone: 'Cette colonne n’est plus dans le fichier : choisissez-en une autre.',
    byName: 'Reconnues par leurs noms',
    line: (field: string, name: string) => `${field} : ${name}`,
  },
  en: {
    title: 'Columns of the table',
    about:
      'What is each column of the file? What is known by its name is chosen already. The first items, below, follow your choices.',
    field: each(CSV_FIELDS, 'en'),
    column: { field: 'In Parvis', name: 'Column of the file', examples: 'Examples' },
    none: 'None',
    choose: 'Choose the column',
    missing: 'Choose the column of the title.',
    gone: (name: string) => `${name} (no longer in the file)`,
    isGone: 'This column is no longer in the file: choose another one.',
    byName: 'Known by their names',
    line: (field: string, name: string) => `${field}: ${name}`,
  },
})
