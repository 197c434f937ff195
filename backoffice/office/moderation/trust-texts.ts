import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    proposed: (nom: string, n: number, acteur: string) =>
      `${nom} : ${n} publications de suite sans retouche pour ${acteur}.`,
    grant: 'Laisser publier sans relecture',
    granted: (nom: string, acteur: string) =>
      `${nom} publie désormais sans relecture pour ${acteur}. Un courriel le lui dit.`,
    undone: 'C’est annulé : ses publications attendent à nouveau votre relecture.',
  },
  en: {
    proposed: (nom: string, n: number, acteur: string) =>
      `${nom}: ${n} publications in a row approved as written for ${acteur}.`,
    grant: 'Let them publish without review',
    granted: (nom: string, acteur: string) =>
      `${nom} publishes for ${acteur} without review from now on. A mail tells them.`,
    undone: 'Undone: their publications wait for your review again.',
  },
})
