/** A fictional town of 3 412 people, its town hall and its defibrillators. */

const ADDRESS = '1 place du Parvis, 45999 Sainte-Œuvre-sur-Loire'

/** The full council of a commune of this size: 23. */
const DEPUTIES = [
  ['Delaunay', 'Zoé', 'Maire'],
  ['Benali', 'Karim', '1er adjoint, travaux et voirie'],
  ['Le Goff', 'Maëlle', '2e adjointe, culture et vie associative'],
  ['Moreau', 'Patrick', '3e adjoint, finances'],
  ['Le Guen', 'Françoise', '4e adjointe, école et jeunesse'],
  ['Pereira', 'Luís', '5e adjoint, transition écologique'],
  ['Haddad', 'Samira', '6e adjointe, solidarités'],
] as const
const COUNCIL = {
  'Conseillère municipale': [
    'Berthelot Anne-Lise',
    'Desforges Chloé',
    'Garnier Élodie',
    'Hervé Ginette',
    'Kerbrat Jocelyne',
    'Nguyen Mathilde',
    'Picard Noémie',
    'Roussel Yasmine',
    'Vallée Corinne',
  ],
  'Conseiller municipal': [
    'Chauveau Bernard',
    'Fontaine Didier',
    'Imbert Hugo',
    'Lemaître Léo',
    'Ozanne Guillaume',
    'Quentin Thierry',
    'Sauvage Étienne',
  ],
} as const

const bins = { heure_debut: '05:00', frequence: 'hebdomadaire' } as const
const HAMLETS = 'Hameaux : La Brosse, Les Varennes, Port-au-Loup'

export const COMMUNE = {
  nom: 'Sainte-Œuvre-sur-Loire',
  departement: '45',
  codes_postaux: ['45999'],
  population: 3_412,
  latitude: 47.8,
  longitude: 2.1,
  elus: [
    ...DEPUTIES.map(([nom, prenom, fonction]) => ({ nom, prenom, fonction })),
    ...Object.entries(COUNCIL).flatMap(([fonction, names]) =>
      names.map(name => {
        const [nom = '', prenom = ''] = name.split(' ')
        return { nom, prenom, fonction }
      }),
    ),
  ],
  collectes: [
    { ...bins, type: 'ordures_menageres', jours: [2], zone: 'Bourg' },
    { ...bins, type: 'ordures_menageres', jours: [5], zone: HAMLETS },
    {
      type: 'recyclables',
      jours: [4],
      frequence: 'semaines_paires',
      zone: 'Bourg',
      notes: 'Bacs jaunes, sortis la veille au soir.',
    },
    {
      type: 'recyclables',
      jours: [3],
      frequence: 'semaines_impaires',
      zone: HAMLETS,
      notes: 'Bacs jaunes, sortis la veille au soir.',
    },
    {
      type: 'dechets_verts',
      jours: [1],
      frequence: 'mensuelle',
      notes: 'En sacs ouverts ou en fagots d’un mètre.',
    },
    {
      type: 'encombrants',
      jours: [],
      frequence: 'sur_rendez_vous',
      notes: 'Inscrivez-vous à la mairie, 02 00 00 00 00, huit jours avant.',
    },
  ],
  infos: [
    {
      libelle: 'Agence postale',
      adresse: '4 place du Parvis, 45999 Sainte-Œuvre-sur-Loire',
      telephone: '02 00 00 00 01',
      horaires: 'Du lundi au vendredi de 9 h à 12 h\nSamedi de 9 h à 11 h 30',
    },
    {
      libelle: 'Déchèterie des Varennes',
      adresse: 'Chemin des Varennes, 45999 Sainte-Œuvre-sur-Loire',
      telephone: '02 00 00 00 02',
      horaires: 'Lundi, mercredi et vendredi de 14 h à 17 h 30\nSamedi de 9 h à 12 h et de 14 h à 17 h 30',
    },
    {
      libelle: 'Urgence d’eau potable, jour et nuit',
      telephone: '02 00 00 00 03',
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
  horaires:
    'Du lundi au vendredi de 9 h à 12 h\nLundi, mardi et jeudi de 14 h à 17 h 30\nSamedi de 9 h à 11 h 30',
  adresse: ADDRESS,
  telephone: '02 00 00 00 00',
  email: 'mairie@example.org',
  site_web: 'https://www.example.org',
} as const

const ALWAYS = { disponibilite_jours: ['7j/7'], disponibilite_heures: ['24h/24'] } as const
const WORKING = {
  disponibilite_jours: ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
} as const

/** Entered by hand, since a demo does not ask the national register. Residents see the first five. */
export const DEFIBRILLATEURS = [
  {
    overrides: {
      nom: 'Mairie',
      adresse: '1 place du Parvis',
      latitude: 47.8002,
      longitude: 2.1001,
      acces: 'exterieur',
      complement: 'À gauche de la porte',
      ...ALWAYS,
    },
  },
  {
    overrides: {
      nom: 'Pharmacie de la Place',
      adresse: '3 place du Parvis',
      latitude: 47.8004,
      longitude: 2.1009,
      acces: 'interieur',
      complement: 'Derrière le comptoir',
      ...WORKING,
      disponibilite_heures: ['heures ouvrables'],
    },
  },
  {
    overrides: {
      nom: 'Salle des fêtes',
      adresse: '12 rue des Écoles',
      latitude: 47.8031,
      longitude: 2.1042,
      acces: 'exterieur',
      complement: 'Sous le porche',
      ...ALWAYS,
    },
  },
  {
    overrides: {
      nom: 'Stade des Varennes',
      adresse: 'Chemin des Varennes',
      latitude: 47.7964,
      longitude: 2.0953,
      acces: 'exterieur',
      complement: 'Contre les vestiaires',
      ...ALWAYS,
    },
  },
  {
    overrides: {
      nom: 'Supermarché des Varennes',
      adresse: 'Route d’Orléans',
      latitude: 47.8076,
      longitude: 2.0921,
      acces: 'interieur',
      complement: 'À l’accueil',
      ...WORKING,
      disponibilite_heures: ['heures ouvrables'],
    },
  },
  {
    overrides: {
      nom: 'Médiathèque',
      adresse: '6 rue des Tilleuls',
      latitude: 47.8017,
      longitude: 2.0979,
      acces: 'interieur',
      complement: 'Dans le hall',
    },
    statut: 'a_verifier',
  },
  {
    overrides: {
      nom: 'Port-au-Loup',
      adresse: 'Ancienne mairie',
      latitude: 47.8122,
      longitude: 2.1214,
      acces: 'exterieur',
    },
    statut: 'hors_service',
    note: 'Batterie à changer.',
  },
] as const

/** A commune that is a part of the town now; old links to it lead there. */
export const MERGED = {
  commune: { nom: 'Port-au-Loup', departement: '45', codes_postaux: ['45999'], population: 214 },
  since: '2025-01-01',
} as const
