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
    stale:
      'Quelqu’un a changé ce texte entre-temps. Le voici ; le vôtre est au-dessous. Enregistrez pour garder le vôtre.',
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
    stale: 'Somebody changed this text meanwhile. Here it is; yours stands below. Save to keep yours.',
  },
})
