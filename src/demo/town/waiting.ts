import { daysAfter } from '../../kernel/values/local-time.ts'
import type { Planned } from './agenda.ts'
import { isIn, next, SATURDAY } from './days.ts'
import { closing, judo } from './news.ts'
import type { Text } from './text.ts'

/** What a moderator finds in the morning: publications, questions, claims, and a draft of the town hall. */

/** The first is to be published, the second to be scheduled, the fourth is an advertisement; the others wait. */
export function waitingOn(today: string, leading: Planned): readonly Text[] {
  const matchDay = next(SATURDAY, daysAfter(today, 20))
  const isOutside = isIn(['04-01', '10-15'], matchDay)
  const { title, date_debut, heure_debut, lieu, source_url } = leading.text
  return [
    {
      by: 'club',
      type: 'evenement',
      title: isOutside ? 'Tournoi des jeunes' : 'Tournoi des jeunes en salle',
      body: isOutside
        ? 'Seize équipes de moins de 13 ans, de toute la vallée. Buvette et grillades.'
        : 'Douze équipes de moins de 13 ans, à cinq contre cinq. Buvette et gâteaux des parents.',
      picture: { scene: 'pitch', alt: 'Trois joueurs sur le terrain' },
      date_debut: matchDay,
      ...(isOutside
        ? { heure_debut: '13:30', heure_fin: '18:00', lieu: 'Stade des Varennes, terrain du bas' }
        : { heure_debut: '13:30', heure_fin: '18:00', lieu: 'Gymnase, petite salle' }),
      age: 4,
    },
    { ...judo(today), age: 3 },
    { ...closing(today), age: 2 },
    {
      by: 'plombier',
      type: 'annonce',
      title: 'Salles de bains : -20 % ce mois-ci',
      body: 'Pour toute rénovation complète commandée avant la fin du mois. Devis gratuit.',
      age: 2,
    },
    {
      by: 'photo',
      type: 'evenement',
      title: `${title} : Le Déclic y sera`,
      body: 'Nos photographes y passent la journée. Envoyez-nous aussi vos images : les plus belles sont tirées et affichées.',
      ...(date_debut && { date_debut }),
      ...(heure_debut && { heure_debut }),
      ...(lieu && { lieu }),
      ...(source_url && { source_url: `${source_url.replace('www.', '')}/?utm_source=declic` }),
      age: 1,
    },
  ]
}

/** A draft of the town hall, as it is typed. */
export const draftOn = (today: string) => {
  const [, month, day] = daysAfter(today, 33).split('-')
  return {
    title: 'Réunion de quartier : le Port et la rue du Lavoir',
    body: 'La maire et les adjoints vous attendent pour parler de',
    date_debut: `${day}/${month}`,
    heure_debut: '18 h 30',
    lieu: 'Salle Jeanne-d’Arc',
  }
}

export const QUESTIONS = [
  {
    subject: 'Comment ajouter une photo ?',
    body: 'Bonjour, je ne trouve pas comment ajouter une photo à une annonce déjà publiée. Merci !',
    nom: 'Lucie Moreau',
    email: 'lucie.moreau@example.org',
    answer: 'Bonjour, ouvrez l’annonce, puis « Modifier » : le champ de la photo est sous le texte.',
  },
  {
    subject: 'Mot de passe perdu',
    body: 'Le courriel de réinitialisation n’arrive pas.',
    nom: 'Paul Girard',
    email: 'paul.girard@example.org',
  },
] as const

export const CLAIMS = [
  {
    acteur: 'librairie',
    message: 'Je tiens la librairie depuis six ans. Le SIRET est sur ma vitrine, et la mairie me connaît.',
    nom: 'Hélène Aubry',
    email: 'helene.aubry@example.org',
  },
  {
    acteur: 'plombier',
    message: 'Je suis le gérant. Le SIRET est sur ma facture, que je peux vous envoyer.',
    nom: 'Éric Martin',
    email: 'eric.martin@example.org',
  },
] as const

/** Run by hand only: a demo sends no requests to other servers. */
export const SOURCE = {
  nom: 'Agenda de l’office de tourisme (exemple : à lire à la main)',
  url: 'https://www.example.org/agenda.ics',
  schedule: 'manual',
  moderation: 'pending',
} as const
