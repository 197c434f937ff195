import { HOSTILE_COMPLAINTS, HOSTILE_QUESTIONS } from './hostile.ts'

/** What people of the month ask and complain about, and what moderators answer. */

export const AFTERTHOUGHTS = [
  'Attention : l’heure a changé, rendez-vous à 18 h 30.',
  'Il reste des places : inscriptions au 02 00 00 00 82.',
  'En cas de pluie, repli sous le préau de l’école.',
]

const ASKED = [
  'Ma publication a disparu',
  'Changer l’adresse du club',
  'Comment épingler ?',
  'Merci, et bravo pour les nouvelles pages',
  'Deux associations avec un seul compte',
]

export const ANSWERS = {
  'Bien reçu': 'Bonjour {{nom}},\n\nnous avons bien reçu votre message et revenons vers vous.\n\n{{agent}}',
  'Où publier':
    'Bonjour {{nom}},\n\ntout se fait depuis la page de votre structure à {{commune}}.\n\n{{agent}}',
} as const
export const PRESETS = {
  off_topic: 'Cette page est réservée à la vie de la commune : les petites annonces ont leur place ailleurs.',
  duplicate: 'Elle est déjà dans l’agenda : modifiez plutôt votre première annonce.',
} as const

export const questionsOf = (hostile: boolean): readonly string[] =>
  hostile ? [...ASKED.slice(0, -HOSTILE_QUESTIONS.length), ...HOSTILE_QUESTIONS] : ASKED

export const COMPLAINTS = [
  ['spam', null],
  ['inappropriate', 'Ce n’est pas un ton pour une mairie.'],
  ['false_information', 'La date est fausse : c’est le 12 et non le 13.'],
  ['illegal', 'Recopié sans autorisation du journal local.'],
  ['duplicate', 'Déjà publié par une autre association.'],
  ['off_topic', null],
  ['other', 'À vérifier : le numéro de téléphone ne répond plus.'],
] as const

export const complaintsOf = (hostile: boolean): readonly (readonly [string, string | null])[] =>
  COMPLAINTS.map(([reason, message]) => {
    const hostileMessage = hostile && HOSTILE_COMPLAINTS.find(([of]) => of === reason)?.[1]
    return [reason, hostileMessage || message]
  })

export const REFUSALS = [
  ['spam', 'Le même message a été envoyé à plusieurs communes.'],
  ['off_topic', 'Les offres commerciales ont leur page : merci de les y publier.'],
  ['duplicate', 'Le comité des fêtes l’annonce déjà.'],
  ['false_information', 'La salle est fermée ce jour-là : vérifiez la date et renvoyez-la.'],
] as const
