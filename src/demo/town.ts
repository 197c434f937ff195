import type { Scene } from './scenes.ts'

/** A fictional small town: its people and publications. Dates are days from today. */

export const COMMUNE = {
  nom: 'Sainte-Œuvre-sur-Loire',
  departement: '45',
  codes_postaux: ['45999'],
  population: 3_412,
  latitude: 47.8,
  longitude: 2.1,
  elus: [
    { nom: 'Delaunay', prenom: 'Zoé', fonction: 'Maire' },
    { nom: 'Benali', prenom: 'Karim', fonction: '1er adjoint, voirie' },
    { nom: 'Le Goff', prenom: 'Maëlle', fonction: '2e adjointe, culture et associations' },
  ],
  collectes: [
    { type: 'ordures_menageres', jours: [2], frequence: 'hebdomadaire', heure_debut: '06:00' },
    {
      type: 'recyclables',
      jours: [4],
      frequence: 'semaines_paires',
      notes: 'Bacs jaunes, la veille au soir.',
    },
    { type: 'encombrants', jours: [], frequence: 'sur_rendez_vous', notes: 'Au 02 00 00 00 00.' },
  ],
  infos: [
    {
      libelle: 'Agence postale',
      adresse: '4 place du Parvis, 45999 Sainte-Œuvre-sur-Loire',
      telephone: '02 00 00 00 01',
      horaires: 'Mo-Fr 09:00-12:00; Sa 09:00-11:30',
    },
  ],
} as const

/** Its page for residents. */
export const PLACE = {
  mot: 'Bienvenue à Sainte-Œuvre, entre la Loire et ses coteaux : ici, la mairie et les associations vous disent ce qui se passe.',
} as const

export const MAIRIE = {
  nom: 'Mairie de Sainte-Œuvre-sur-Loire',
  type: 'mairie',
  description: 'État civil, urbanisme, inscriptions scolaires, location des salles.',
  horaires: 'Du lundi au vendredi de 9 h à 12 h et de 14 h à 17 h. Samedi de 9 h à 11 h 30.',
  adresse: '1 place du Parvis, 45999 Sainte-Œuvre-sur-Loire',
  telephone: '02 00 00 00 00',
  email: 'mairie@example.org',
  site_web: 'https://www.example.org',
} as const

export const ACTEURS = {
  comite: {
    nom: 'Comité des fêtes',
    type: 'association',
    description: 'Bals, brocantes et feu de la Saint-Jean.',
  },
  club: {
    nom: 'Étoile sportive de Sainte-Œuvre',
    type: 'association',
    description: 'Football, judo, gymnastique.',
  },
  boulangerie: {
    nom: 'Boulangerie Au Bon Levain',
    type: 'commerce',
    description: 'Pain au levain, cuit sur place.',
  },
  plombier: { nom: 'Martin Plomberie', type: 'artisan', description: 'Dépannage et chauffage.' },
  ecole: { nom: 'École Simone-Veil', type: 'ecole', description: 'Maternelle et élémentaire, 142 élèves.' },
  sante: {
    nom: 'Maison de santé des Tilleuls',
    type: 'sante',
    description: 'Trois médecins, deux infirmières.',
  },
} as const
export type ActeurName = keyof typeof ACTEURS | 'mairie'

export interface Text {
  readonly by: ActeurName
  readonly title: string
  readonly body: string
  readonly type?: string
  /** Days from today. */
  readonly debut?: number
  readonly fin?: number
  /** Further weeks on the same weekday. */
  readonly semaines?: number
  readonly heure_debut?: string
  readonly heure_fin?: string
  readonly lieu?: string
  readonly epingle?: true
  readonly source_url?: string
  /** Scheduled for so many days from today. */
  readonly publie_dans?: number
  readonly picture?: { readonly scene: Scene; readonly alt: string }
  /** Why it is cancelled. */
  readonly annule?: string
}

/** Visible at once or scheduled: their acteurs may publish. */
export const PUBLISHED: readonly Text[] = [
  {
    by: 'mairie',
    title: 'Recensement : deux agents passeront chez vous en janvier',
    body: 'Ils ont une carte tricolore avec leur photo. Vous pourrez aussi répondre en ligne.',
    type: 'service',
  },
  {
    by: 'comite',
    title: 'Les bords de Loire au coucher du soleil : vos photos de l’été',
    body: 'Soixante-quatre images ont été envoyées. Les dix préférées du jury sont au mur de la salle des fêtes jusqu’à Noël.',
    picture: { scene: 'river', alt: 'Un vieux pont de pierre sur la Loire, au soleil couchant' },
  },
  {
    by: 'mairie',
    title:
      'Compte rendu de la réunion publique sur la traversée du bourg, le stationnement devant les commerces et la piste cyclable vers Val-d’Œil',
    body: 'Cent vingt personnes sont venues. **Ce qui est retenu** :\n- 30 km/h de la mairie à l’école ;\n- douze places de vingt minutes ;\n- la piste en deux étapes, d’ici à l’été.',
  },
  {
    by: 'mairie',
    title: 'Le chantier de l’école avance : la cantine rouvre à la rentrée',
    body: 'L’isolation est posée, les fenêtres sont changées. Les repas sont servis à la salle des fêtes jusque-là.',
    picture: { scene: 'school', alt: 'L’école, une façade échafaudée' },
  },
  {
    by: 'mairie',
    title: 'Travaux rue des Lilas',
    body: "La rue des Lilas est fermée à la circulation du lundi au vendredi, de 8 h à 17 h.\n\nL'accès des riverains est maintenu.",
    type: 'annonce',
    epingle: true,
  },
  {
    by: 'mairie',
    title: 'Vigilance orange : crue de la Loire',
    body: 'Le niveau de la Loire monte. Les berges sont fermées au public. **Ne stationnez pas quai du Port.**',
    type: 'alerte',
  },
  {
    by: 'mairie',
    title: 'Conseil municipal',
    body: "À l'ordre du jour : budget primitif, rénovation de la salle des fêtes, plan de circulation.",
    type: 'deliberation',
    debut: 9,
    heure_debut: '20:00',
    lieu: 'Salle du conseil',
  },
  {
    by: 'mairie',
    title: "Ouverture des inscriptions à l'accueil de loisirs",
    body: 'Les inscriptions se font en mairie, ou par courrier, avec le carnet de santé.',
    type: 'service',
  },
  {
    by: 'mairie',
    title: 'Repas des aînés',
    body: 'Offert aux habitants de plus de 70 ans. Inscription en mairie, au plus tard huit jours avant.',
    type: 'evenement',
    debut: 40,
    heure_debut: '12:00',
    lieu: 'Salle des fêtes',
    publie_dans: 6,
  },
  {
    by: 'comite',
    title: 'Brocante de printemps',
    body: 'Deux cents exposants, restauration sur place. Emplacement : 3 € le mètre.',
    type: 'evenement',
    debut: 16,
    fin: 17,
    heure_debut: '06:00',
    heure_fin: '18:00',
    lieu: 'Place du Parvis',
    source_url: 'https://www.example.org/agenda/brocante',
  },
  {
    by: 'comite',
    title: 'Marché des producteurs',
    body: 'Légumes, fromages, miel et pain de la vallée, chaque semaine jusqu’au printemps.',
    picture: { scene: 'market', alt: 'Trois étals devant l’église' },
    type: 'evenement',
    debut: 4,
    semaines: 15,
    heure_debut: '08:30',
    heure_fin: '12:30',
    lieu: 'Place du Parvis',
  },
  {
    by: 'comite',
    title: 'Bal des pompiers',
    body: 'Orchestre à 21 h, feu d’artifice à 23 h. Entrée libre.',
    type: 'evenement',
    debut: 30,
    heure_debut: '21:00',
    lieu: 'Caserne',
    epingle: true,
  },
  {
    by: 'comite',
    title: 'Randonnée des bords de Loire',
    body: 'Douze kilomètres, départ du quai. Prévoyez de bonnes chaussures.',
    type: 'evenement',
    debut: 6,
    heure_debut: '09:00',
    lieu: 'Quai du Port',
    annule: 'Le chemin est sous l’eau. Elle est reportée au printemps.',
  },
  {
    by: 'ecole',
    title: 'Exposition : « Mon village en 2050 »',
    body: 'Les dessins et les maquettes des 142 élèves.',
    type: 'evenement',
    debut: -3,
    fin: 10,
    lieu: 'Médiathèque',
    picture: { scene: 'paintings', alt: 'Deux visiteurs devant trois tableaux' },
  },
  {
    by: 'ecole',
    title: 'Portes ouvertes',
    body: 'Visite des classes de 9 h à 12 h, avec les enseignants et les parents délégués.',
    type: 'evenement',
    debut: 12,
    heure_debut: '09:00',
    heure_fin: '12:00',
    lieu: 'École Simone-Veil',
  },
]

/** Publications that wait for a moderator. */
export const WAITING: readonly Text[] = [
  {
    by: 'club',
    title: 'Tournoi des jeunes',
    body: 'Seize équipes de moins de 13 ans. Buvette et grillades.',
    picture: { scene: 'pitch', alt: 'Trois joueurs sur le terrain' },
    type: 'evenement',
    debut: 23,
    lieu: 'Stade municipal',
  },
  {
    by: 'club',
    title: 'Reprise du judo',
    body: 'Cours le mercredi à 14 h, dès six ans. Deux séances d’essai.',
  },
  {
    by: 'boulangerie',
    title: 'Fermeture annuelle',
    body: 'La boulangerie est fermée pour une semaine. Dépôt de pain au café.',
  },
  {
    by: 'plombier',
    title: 'Chaudières : -20 %',
    body: 'Pour tout remplacement commandé ce mois-ci. Devis gratuit.',
  },
  {
    by: 'boulangerie',
    title: 'Brocante de printemps : pain et viennoiseries',
    body: 'Nous serons place du Parvis dès 6 h.',
    type: 'evenement',
    debut: 16,
    heure_debut: '06:00',
    lieu: 'Place du Parvis',
    source_url: 'https://example.org/agenda/brocante/?utm_source=boulangerie',
  },
]

/** A draft of the town hall. */
export const DRAFT = {
  title: 'Vœux du maire',
  body: 'Le maire et le conseil municipal vous invitent',
  date_debut: '15/01',
  lieu: 'Salle des fêtes',
} as const

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
    acteur: 'plombier',
    message: 'Je suis le gérant. Le SIRET est sur ma facture, que je peux vous envoyer.',
    nom: 'Éric Martin',
    email: 'eric.martin@example.org',
  },
  {
    acteur: 'sante',
    message: 'Secrétaire de la maison de santé, je souhaite tenir les horaires à jour.',
    nom: 'Nadia Cohen',
    email: 'nadia.cohen@example.org',
  },
] as const satisfies readonly { acteur: ActeurName; message: string; nom: string; email: string }[]

/** Run by hand only: a demo sends no requests to other servers. */
export const SOURCE = {
  nom: 'Agenda du canton',
  url: 'https://www.example.org/agenda.ics',
  schedule: 'manual',
  moderation: 'pending',
} as const

/** Entered by hand, since a demo does not ask the national register. */
export const DEFIBRILLATEURS = [
  {
    overrides: {
      nom: 'Mairie',
      adresse: '1 place du Parvis',
      latitude: 47.8002,
      longitude: 2.1001,
      acces: 'exterieur',
      complement: 'À gauche de l’entrée',
      disponibilite_jours: ['7j/7'],
      disponibilite_heures: ['24h/24'],
    },
  },
  {
    overrides: {
      nom: 'Salle des fêtes',
      adresse: '12 rue des Écoles',
      latitude: 47.8031,
      longitude: 2.1042,
      acces: 'interieur',
      complement: 'Dans le hall',
    },
    statut: 'a_verifier',
  },
  {
    overrides: {
      nom: 'Gymnase',
      adresse: '3 chemin du Stade',
      latitude: 47.7964,
      longitude: 2.0953,
      acces: 'exterieur',
    },
    statut: 'hors_service',
    note: 'Batterie à changer.',
  },
] as const
