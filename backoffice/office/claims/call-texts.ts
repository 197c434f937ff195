import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Noter un appel',
    number: 'Numéro appelé',
    numberOf: (name: string, telephone: string) => `${name} : ${telephone}`,
    outcome: 'Réponse',
    outcomeHint: 'Seule une confirmation compte comme preuve.',
    outcomeMissing: 'Choisissez ce qui a été répondu.',
    choose: 'Choisir…',
    answeredBy: 'Qui a répondu ?',
    answeredByHint: 'Un nom ou une fonction.',
    answeredByMissing: 'Écrivez qui a répondu.',
    noteHint: 'Pour vos collègues. Le demandeur ne la lit pas, sauf s’il demande ses données.',
    keep: 'Ne rien noter',
    now: 'Noter l’appel',
  },
  en: {
    title: 'Record a call',
    number: 'Number called',
    numberOf: (name: string, telephone: string) => `${name}: ${telephone}`,
    outcome: 'Answer',
    outcomeHint: 'Only a confirmation counts as evidence.',
    outcomeMissing: 'Choose what was answered.',
    choose: 'Choose…',
    answeredBy: 'Who answered?',
    answeredByHint: 'A name or a function.',
    answeredByMissing: 'Write who answered.',
    noteHint: 'For colleagues. The claimant does not read it, unless they ask for their data.',
    keep: 'Record nothing',
    now: 'Record the call',
  },
})
