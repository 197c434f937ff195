import { counted, number } from '../../kit/words/format.ts'
import { texts } from '../../kit/words/language.ts'

const fr = (verb: string) => (n: number) => `${verb} ${counted(n, 'publication', 'publications')}`
const en = fr

export const t = texts({
  fr: {
    title: 'Opérations arrêtées',
    asked: {
      moderate: fr('voulait décider de'),
      valide: fr('voulait montrer ou masquer'),
      feature: fr('voulait mettre en avant ou non'),
      delete: fr('voulait supprimer'),
      restore: fr('voulait rétablir'),
      edit: fr('voulait corriger'),
      tell_apart: fr('voulait distinguer'),
    },
    stopped: (done: number, left: number) =>
      `Son compte est suspendu ou n’a plus ce droit : l’opération s’est arrêtée. ${counted(done, 'publication a été changée', 'publications ont été changées')}, ${left > 1 ? `${number(left)} n’ont pas été touchées` : `${number(left)} n’a pas été touchée`}.`,
    partlyUndone: (left: number, restored: number) =>
      `La personne qui l’annulait n’a plus ce droit : ${counted(restored, 'publication est rétablie', 'publications sont rétablies')}, ${left > 1 ? `${number(left)} ne le sont pas` : `${number(left)} ne l’est pas`}.`,
    undo: 'Annuler ce qui a été fait',
    undoing: 'L’opération est en cours d’annulation.',
  },
  en: {
    title: 'Stopped operations',
    asked: {
      moderate: en('wanted to decide about'),
      valide: en('wanted to show or hide'),
      feature: en('wanted to feature or unfeature'),
      delete: en('wanted to delete'),
      restore: en('wanted to restore'),
      edit: en('wanted to correct'),
      tell_apart: en('wanted to tell apart'),
    },
    stopped: (done: number, left: number) =>
      `Their account is suspended or no longer has the right to: the operation stopped. ${counted(done, 'publication was changed', 'publications were changed')}, ${number(left)} ${left === 1 ? 'was' : 'were'} not touched.`,
    partlyUndone: (left: number, restored: number) =>
      `The person who undid it no longer has the right to: ${counted(restored, 'publication is restored', 'publications are restored')}, ${number(left)} ${left === 1 ? 'is' : 'are'} not.`,
    undo: 'Undo what was done',
    undoing: 'The operation is being undone.',
  },
})
