import type { ActeurType, Badge } from '../../../shared/words/acteurs.ts'

/** The 55 pages of the directory of a fictional town. Telephone numbers are of ranges that nobody has. */

interface Page {
  readonly nom: string
  readonly type: ActeurType
  readonly description: string
  readonly adresse?: string
  readonly telephone?: string
  readonly email?: string
  readonly horaires?: string
  readonly badge?: Badge
  /** Its publications appear without review. */
  readonly publishes?: true
}

const association = (nom: string, description: string, adresse: string, more: Partial<Page> = {}): Page => ({
  nom,
  type: 'association',
  description,
  adresse,
  ...more,
})
const ofTrade =
  (type: ActeurType) =>
  (
    nom: string,
    description: string,
    adresse: string,
    number: number,
    horaires?: string,
    more: Partial<Page> = {},
  ): Page => ({
    nom,
    type,
    description,
    adresse,
    telephone: `02 00 00 00 ${number}`,
    ...(horaires && { horaires }),
    ...more,
  })
const commerce = ofTrade('commerce')
const artisan = ofTrade('artisan')
const sante = ofTrade('sante')
const ecole = ofTrade('ecole')
const service = ofTrade('service_public')

export const ACTEURS = {
  ////////////////////////////////////////////////////////////////////////////// associations
  comite: association(
    'Comité des fêtes',
    'Marché de Noël, brocante, feu de la Saint-Jean : trente bénévoles, et de la place pour vous.',
    '2 place du Parvis',
    { telephone: '02 00 00 00 12', badge: 'verifie', publishes: true },
  ),
  club: association(
    'Étoile sportive de Sainte-Œuvre',
    'Football, marche et course à pied, de six à soixante-dix-sept ans.',
    'Stade des Varennes, chemin des Varennes',
    { badge: 'verifie' },
  ),
  aines: association(
    'Club de l’Amitié',
    'Jeux, goûters et sorties pour les retraités, le jeudi après-midi.',
    'Salle des fêtes, 12 rue des Écoles',
    { publishes: true },
  ),
  parents: association(
    'Association des parents d’élèves',
    'Bourses, kermesse et sorties : tout ce qui est gagné va à l’école.',
    'École Simone-Veil, 8 rue des Écoles',
    { publishes: true },
  ),
  harmonie: association(
    'Harmonie municipale',
    'Quarante musiciens et une classe d’éveil ; répétitions le vendredi à 20 h.',
    'Salle Jeanne-d’Arc, 4 rue de la Cure',
    { publishes: true },
  ),
  batellerie: association(
    'Les Amis de la batellerie',
    'Ils gardent la mémoire des mariniers et font naviguer un futreau.',
    'Musée de la batellerie, 7 quai du Port',
    { publishes: true },
  ),
  sang: association(
    'Amicale des donneurs de sang',
    'Cinq collectes par an avec l’Établissement français du sang.',
    'Salle des fêtes, 12 rue des Écoles',
    { publishes: true },
  ),
  anciens: association(
    'Union des anciens combattants',
    'Cérémonies, entraide et visites dans les classes.',
    'Mairie, 1 place du Parvis',
    { publishes: true },
  ),
  bricoleurs: association(
    'Les Bricoleurs du Val',
    'Ils réparent avec vous grille-pain, vélos et lampes plutôt que de les jeter.',
    'Halle, place du Marché',
    { publishes: true },
  ),
  petanque: association(
    'La Boule de Loire',
    'Pétanque en loisir et en compétition, entraînement le mardi.',
    'Boulodrome, quai du Port',
    { publishes: true },
  ),
  theatre: association(
    'Les Tréteaux de la Levée',
    'Troupe d’amateurs : une pièce par an, des lectures et des rires.',
    'Salle Jeanne-d’Arc, 4 rue de la Cure',
    { publishes: true },
  ),
  jardin: association(
    'Le Jardin partagé des Tilleuls',
    'Vingt parcelles, un four à pain et des graines à échanger.',
    'Rue des Tilleuls',
    { publishes: true },
  ),
  solidarite: association(
    'La Main tendue',
    'Épicerie solidaire et vestiaire, ouverts à tous le jeudi.',
    '3 rue du Lavoir',
    { telephone: '02 00 00 00 15', horaires: 'Jeudi de 14 h à 18 h', publishes: true },
  ),
  velo: association(
    'Les Roues libres',
    'Sorties à vélo le dimanche et bourse aux vélos une fois l’an.',
    'Halle, place du Marché',
    { publishes: true },
  ),
  judo: association(
    'Judo-club de la Levée',
    'Judo dès quatre ans et jujitsu pour les adultes.',
    'Gymnase, chemin des Varennes',
  ),
  gym: association(
    'Gymnastique volontaire',
    'Gymnastique douce, Pilates et marche nordique.',
    'Gymnase, chemin des Varennes',
  ),
  tennis: association(
    'Tennis-club de Sainte-Œuvre',
    'Deux courts, une école de tennis et des tournois amicaux.',
    'Stade des Varennes, chemin des Varennes',
  ),
  danse: association(
    'Danse et compagnie',
    'Danse contemporaine, classique et de salon.',
    'Salle Jeanne-d’Arc, 4 rue de la Cure',
  ),
  peche: association(
    'La Gaule œuvrienne',
    'Cartes de pêche, entretien des berges et école de pêche.',
    'Quai du Port',
  ),
  chasse: association(
    'Société de chasse communale',
    'Battues annoncées en mairie et nettoyage des chemins.',
    'La Brosse',
  ),
  photo: association(
    'Le Déclic',
    'Club photo : sorties, tirages et une exposition par an.',
    'Médiathèque, 6 rue des Tilleuls',
  ),
  jumelage: association(
    'Les Amis du jumelage',
    'Échanges avec Oberhausen-am-See, en Bavière : familles d’accueil bienvenues.',
    'Mairie, 1 place du Parvis',
  ),
  jsp: association(
    'Jeunes sapeurs-pompiers',
    'Formation de douze à seize ans, le samedi matin au centre de secours.',
    'Centre de secours, route d’Orléans',
  ),
  ////////////////////////////////////////////////////////////////////////////// shops
  boulangerie: commerce(
    'Boulangerie Au Bon Levain',
    'Pain au levain et pâtisserie, cuits sur place.',
    '5 rue du Port',
    21,
    'Du mardi au samedi de 7 h à 13 h et de 15 h 30 à 19 h 30\nDimanche de 7 h à 13 h',
  ),
  boucherie: commerce(
    'Boucherie-charcuterie Perdreau',
    'Viandes du Berry, rillons et plats à emporter.',
    '9 place du Parvis',
    22,
    'Du mardi au samedi de 8 h à 12 h 30 et de 15 h à 19 h',
  ),
  epicerie: commerce(
    'Épicerie du Bourg',
    'Fruits, fromages, pain du soir et relais colis.',
    '14 rue du Port',
    23,
    'Du lundi au samedi de 8 h 30 à 12 h 30 et de 15 h à 19 h 30',
  ),
  cafe: commerce(
    'Café de la Marine',
    'Café, tabac, presse ; plat du jour à midi.',
    '1 quai du Port',
    24,
    'Du mardi au dimanche de 7 h 30 à 20 h',
  ),
  librairie: commerce(
    'Librairie L’Échappée',
    'Livres neufs, papeterie et commandes sous trois jours.',
    '11 rue du Port',
    25,
    'Du mardi au samedi de 10 h à 12 h 30 et de 14 h 30 à 19 h',
  ),
  restaurant: commerce(
    'Auberge du Port',
    'Poissons de Loire et cuisine du marché.',
    '3 quai du Port',
    26,
    'Du mercredi au dimanche de 12 h à 14 h\nVendredi et samedi de 19 h à 22 h',
  ),
  fleuriste: commerce(
    'Fleurs et saisons',
    'Bouquets, plantes et livraison dans le canton.',
    '2 rue des Écoles',
    27,
    'Du mardi au samedi de 9 h à 12 h 30 et de 14 h 30 à 19 h\nDimanche de 9 h à 12 h 30',
  ),
  coiffeur: commerce(
    'Salon Mèche et compagnie',
    'Coiffure pour tous, avec ou sans rendez-vous.',
    '6 place du Parvis',
    28,
    'Du mardi au vendredi de 9 h à 18 h 30\nSamedi de 9 h à 17 h',
  ),
  supermarche: commerce(
    'Supermarché des Varennes',
    'Alimentation, carburant et lavage.',
    'Route d’Orléans, ZA des Varennes',
    29,
    'Du lundi au samedi de 8 h 30 à 19 h 30\nDimanche de 9 h à 12 h 30',
  ),
  ////////////////////////////////////////////////////////////////////////////// craftsmen
  plombier: artisan('Martin Plomberie', 'Dépannage, chauffage et salles de bains.', '22 rue de la Gare', 31),
  menuiserie: artisan(
    'Menuiserie Garnier et fille',
    'Fenêtres, escaliers, volets et meubles sur mesure.',
    'ZA des Varennes',
    32,
    'Du lundi au vendredi de 8 h à 12 h et de 13 h 30 à 17 h 30',
  ),
  electricien: artisan(
    'Lumen Électricité',
    'Installations neuves, mise aux normes, dépannage.',
    '4 rue du Lavoir',
    33,
  ),
  macon: artisan('Ferreira Maçonnerie', 'Pierre de taille, murets, enduits à la chaux.', 'La Brosse', 34),
  couvreur: artisan(
    'Couverture Tardif',
    'Ardoise, tuile et zinc ; nettoyage des gouttières.',
    'ZA des Varennes',
    35,
  ),
  peintre: artisan(
    'Nadège Roy, peintre',
    'Peinture, papiers peints et sols souples.',
    '17 rue des Écoles',
    36,
  ),
  carreleur: artisan('Carrelages Da Silva', 'Carrelage, faïence et chapes.', 'Les Varennes', 37),
  paysagiste: artisan(
    'Le Jardinier de Loire',
    'Tonte, taille, plantations et clôtures.',
    'Chemin du Port-au-Loup',
    38,
  ),
  garage: artisan(
    'Garage de la Levée',
    'Entretien et réparation de toutes marques, voiture de prêt.',
    'Route d’Orléans',
    39,
    'Du lundi au vendredi de 8 h à 12 h et de 14 h à 18 h 30\nSamedi de 9 h à 12 h',
  ),
  ferronnier: artisan(
    'Forge des Tilleuls',
    'Portails, rampes et petites réparations.',
    'Rue des Tilleuls',
    40,
  ),
  tapissiere: artisan(
    'Fauteuils et compagnie',
    'Réfection de sièges, rideaux, cours le lundi soir.',
    '8 rue de la Cure',
    41,
  ),
  potiere: artisan(
    'Poterie du Coteau',
    'Grès, vaisselle et stages en petit groupe.',
    'Le Coteau',
    42,
    'Vendredi et samedi de 14 h à 18 h',
  ),
  ramoneur: artisan('Ramonage Pinson', 'Ramonage, certificats et tubage.', '30 rue de la Gare', 43),
  taxi: artisan(
    'Taxi Œuvrien',
    'Gares, hôpitaux, trajets conventionnés, jour et nuit.',
    '19 rue de la Gare',
    44,
  ),
  ////////////////////////////////////////////////////////////////////////////// health
  sante: sante(
    'Maison de santé des Tilleuls',
    'Trois médecins, une sage-femme et une orthophoniste.',
    '10 rue des Tilleuls',
    51,
    'Du lundi au vendredi de 8 h 30 à 12 h 30 et de 14 h à 19 h\nSamedi de 8 h 30 à 12 h',
  ),
  pharmacie: sante(
    'Pharmacie de la Place',
    'Ordonnances, vaccins et matériel médical.',
    '3 place du Parvis',
    52,
    'Du lundi au vendredi de 9 h à 12 h 30 et de 14 h à 19 h 30\nSamedi de 9 h à 12 h 30',
    { badge: 'verifie' },
  ),
  infirmiers: sante(
    'Cabinet infirmier du Bourg',
    'Soins à domicile tous les jours, sur rendez-vous.',
    '8 rue des Tilleuls',
    53,
  ),
  kine: sante('Cabinet de kinésithérapie Morin', 'Rééducation, sur rendez-vous.', '5 rue de la Gare', 54),
  dentiste: sante(
    'Cabinet dentaire de la Levée',
    'Soins et urgences du matin.',
    '12 place du Parvis',
    55,
    'Lundi, mardi, jeudi et vendredi de 9 h à 12 h et de 14 h à 18 h',
  ),
  ////////////////////////////////////////////////////////////////////////////// schools and public services
  ecole: ecole(
    'École Simone-Veil',
    'Maternelle et élémentaire, onze classes, 261 élèves.',
    '8 rue des Écoles',
    61,
    undefined,
    { badge: 'officiel', publishes: true },
  ),
  sainteAnne: ecole(
    'École Sainte-Anne',
    'Maternelle et élémentaire privée, quatre classes.',
    '9 rue de la Cure',
    62,
  ),
  mediatheque: service(
    'Médiathèque',
    'Prêt gratuit, presse, ordinateurs et jeux sur place.',
    '6 rue des Tilleuls',
    63,
    'Mardi et vendredi de 15 h à 18 h 30\nMercredi de 10 h à 12 h 30 et de 14 h à 18 h\nSamedi de 10 h à 12 h 30',
    { badge: 'officiel', publishes: true },
  ),
  loisirs: service(
    'Accueil de loisirs Les Mariniers',
    'Le mercredi et pendant les vacances, de trois à douze ans.',
    '10 rue des Écoles',
    64,
    'Mercredi de 7 h 30 à 18 h 30',
    { badge: 'officiel' },
  ),
} as const satisfies Readonly<Record<string, Page>>

export type ActeurName = keyof typeof ACTEURS | 'mairie'
export const acteurs = Object.entries(ACTEURS) as readonly (readonly [keyof typeof ACTEURS, Page])[]
