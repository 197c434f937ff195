import { texts } from '../words/language.ts'

export const t = texts({
  fr: {
    email: {
      missing: 'Écrivez votre adresse électronique.',
      malformed: 'Cette adresse n’est pas complète. Elle ressemble à prenom.nom@mairie.fr.',
    },
    password: {
      missing: 'Écrivez un mot de passe de 12 caractères au moins.',
      short: (n: number) => `Il en manque un peu : ${n} caractères sur 12.`,
    },
    wait: (s: number) => `Trop d’essais. Réessayez dans ${s < 90 ? `${s} s` : `${Math.ceil(s / 60)} min`}.`,
  },
  en: {
    email: {
      missing: 'Write your e-mail address.',
      malformed: 'This address is not complete. It looks like first.last@town.fr.',
    },
    password: {
      missing: 'Write a password of 12 characters at least.',
      short: (n: number) => `A little more: ${n} characters of 12.`,
    },
    wait: (s: number) => `Too many tries. Try again in ${s < 90 ? `${s} s` : `${Math.ceil(s / 60)} min`}.`,
  },
})
