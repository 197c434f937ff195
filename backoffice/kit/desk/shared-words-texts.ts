import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    add: 'Ajouter',
    save: 'Enregistrer',
    change: 'Modifier',
    changeThis: (name: string) => `Modifier « ${name} »`,
    remove: 'Effacer',
    removeThis: (name: string) => `Effacer « ${name} »`,
    leave: 'Ne rien changer',
    removed: (name: string) => `« ${name} » : effacé.`,
    putBack: 'Remettre',
  },
  en: {
    add: 'Add',
    save: 'Save',
    change: 'Change',
    changeThis: (name: string) => `Change “${name}”`,
    remove: 'Delete',
    removeThis: (name: string) => `Delete “${name}”`,
    leave: 'Change nothing',
    removed: (name: string) => `“${name}”: deleted.`,
    putBack: 'Put back',
  },
})
