import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    add: 'Ajouter',
    changeThis: (name: string) => `Modifier « ${name} »`,
    removeThis: (name: string) => `Effacer « ${name} »`,
    removed: (name: string) => `« ${name} » : effacé.`,
    putBack: 'Remettre',
  },
  en: {
    add: 'Add',
    changeThis: (name: string) => `Change “${name}”`,
    removeThis: (name: string) => `Delete “${name}”`,
    removed: (name: string) => `“${name}”: deleted.`,
    putBack: 'Put back',
  },
})
