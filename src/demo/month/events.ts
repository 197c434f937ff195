import { EVENINGS, event, FRIDAY, SATURDAY, SUNDAY, type Subject, WEEKEND } from './subject.ts'

/** Days of a club, a school or a shop. A table. */

export const EVENTS: readonly Subject[] = [
  {
    by: ['club', 'foyer', 'pompiers', 'animation'],
    season: ['09-10', '05-15'],
    titles: ['Loto {date}', 'Grand loto {date}', 'Loto familial {date}'],
    bodies: [
      'Douze parties, un panier garni à chacune. Ouverture des portes à 13 h.',
      'Bons d’achat, jambons et une partie pour les enfants. 3 € le carton.',
    ],
    ...event('jeux', SUNDAY, ['14:00'], 'inside'),
  },
  {
    by: ['foyer', 'animation', 'cafe'],
    titles: ['Concours de belote {date}', 'Belote en doublettes {date}'],
    bodies: [
      'Inscriptions à partir de 13 h 30, 8 € par joueur, un lot pour chacun.',
      'Quatre parties sans annonces. Crêpes et café.',
    ],
    ...event('jeux', SATURDAY, ['14:00'], 'inside'),
  },
  {
    by: ['bibliotheque', 'foyer', 'cafe'],
    titles: ['Soirée jeux de société {date}', 'Jeux pour tous {date}'],
    bodies: [
      'Quarante jeux sur les tables, et quelqu’un pour expliquer les règles.',
      'Venez avec votre jeu préféré, ou sans rien.',
    ],
    ...event('jeux', FRIDAY, ['19:30'], 'inside'),
  },
  {
    by: ['chorale'],
    titles: ['Concert de la chorale {date}', 'La chorale chante {date}'],
    bodies: [
      'Chœurs et orgue : Bach, Fauré, Poulenc. Libre participation aux frais.',
      'Chansons françaises à quatre voix, avec le chœur d’enfants.',
    ],
    ...event('spectacle', WEEKEND, ['17:00'], 'square'),
  },
  {
    by: ['cafe', 'animation'],
    titles: ['Concert au café {date}', 'Musique au bord du canal {date}'],
    bodies: [
      'Deux guitares et une contrebasse. Entrée libre, on passe le chapeau.',
      'Un duo de chansons à textes. Petite restauration dès 19 h.',
    ],
    ...event('spectacle', FRIDAY, ['20:30'], 'inside'),
  },
  {
    by: ['foyer', 'chorale'],
    titles: ['Théâtre : « Les Fourberies de Scapin » {date}', 'Soirée théâtre {date}'],
    bodies: [
      'Par la troupe du canton. 8 €, gratuit pour les moins de douze ans.',
      'Une heure trente de Molière, et un verre avec les comédiens.',
    ],
    ...event('spectacle', SATURDAY, ['20:30'], 'inside'),
  },
  {
    by: ['bibliotheque', 'librairie'],
    titles: ['Rencontre avec une romancière {date}', 'Rencontre et dédicace {date}'],
    bodies: [
      'Elle lit des pages de son dernier livre et répond à vos questions.',
      'Les livres sont en vente sur place. Entrée libre.',
    ],
    ...event('lecture', [5, 6], ['18:30'], 'inside'),
  },
  {
    by: ['bibliotheque', 'librairie'],
    titles: ['Lectures pour les tout-petits {date}', 'Bébés lecteurs {date}'],
    bodies: [
      'De zéro à trois ans, avec un parent ou une assistante maternelle.',
      'Comptines, tapis et livres à toucher : une demi-heure.',
    ],
    ...event('lecture', [3, 6], ['10:00'], 'inside'),
  },
  {
    by: ['bibliotheque'],
    titles: ['Club de lecture {date}', 'Club de lecture : le choix du mois, {date}'],
    bodies: [
      'Nous parlons du roman du mois ; dix exemplaires sont à emprunter.',
      'Thé, biscuits et avis contraires bienvenus.',
    ],
    ...event('lecture', EVENINGS, ['18:30'], 'inside'),
  },
  {
    by: ['bibliotheque', 'foyer'],
    titles: ['Conférence : l’histoire du canal, {date}', 'Conférence {date}'],
    bodies: [
      'Par un ancien éclusier, avec des plans jamais montrés.',
      'Une heure d’exposé, une heure de questions. Entrée libre.',
    ],
    ...event('lecture', FRIDAY, ['19:00'], 'inside'),
  },
  {
    by: ['foyer', 'animation'],
    titles: ['Randonnée {date}', 'Marche en famille : {date}', 'Sortie à pied {date}'],
    bodies: [
      'Dix kilomètres en boucle, allure tranquille. Chiens en laisse acceptés.',
      'Départ à l’heure, covoiturage possible. Emportez de l’eau.',
    ],
    ...event('sortie', SUNDAY, ['09:00'], 'outside'),
  },
  {
    by: ['foyer', 'bibliotheque'],
    titles: ['Sortie nature avec un garde {date}', 'Les oiseaux de l’étang : sortie {date}'],
    bodies: [
      'Jumelles prêtées, quinze places. Bottes conseillées.',
      'Deux heures d’observation, dès six ans.',
    ],
    ...event('sortie', WEEKEND, ['09:00'], 'outside'),
  },
  {
    by: ['club', 'animation'],
    titles: ['Sortie à vélo {date}', 'Balade à vélo en famille {date}'],
    bodies: [
      'Vingt kilomètres de petites routes, casque obligatoire.',
      'Pauses à chaque village, retour vers midi.',
    ],
    ...event('sortie', SUNDAY, ['09:30'], 'outside'),
  },
  {
    by: ['club'],
    titles: ['Match des seniors {date}', 'Football : match à domicile {date}'],
    bodies: [
      'Venez encourager l’équipe. Buvette tenue par les parents.',
      'Coup d’envoi à 15 h, entrée libre.',
    ],
    ...event('sport', SUNDAY, ['15:00'], 'outside'),
  },
  {
    by: ['club'],
    titles: ['Plateau des moins de 9 ans {date}', 'Plateau de l’école de football {date}'],
    bodies: [
      'Six clubs, des matchs de huit minutes et un goûter pour tous.',
      'Il manque deux arbitres : un parent peut suffire.',
    ],
    ...event('sport', SATURDAY, ['10:00'], 'outside'),
  },
  {
    by: ['club'],
    titles: ['Marche nordique : séance d’essai {date}', 'Essayez la marche nordique {date}'],
    bodies: [
      'Bâtons prêtés, une heure et quart, tous niveaux.',
      'Rendez-vous au vestiaire, chaussures de sport.',
    ],
    ...event('sport', SATURDAY, ['09:00'], 'outside'),
  },
  {
    by: ['club', 'foyer'],
    titles: ['Tournoi de tennis de table {date}', 'Ping-pong : tournoi amical {date}'],
    bodies: [
      'Raquettes prêtées. Deux tableaux : enfants et adultes.',
      'Inscriptions sur place, un quart d’heure avant.',
    ],
    ...event('sport', WEEKEND, ['14:00'], 'inside'),
  },
  {
    by: ['club', 'pompiers'],
    titles: ['Initiation à l’escalade {date}', 'Initiation au tir à l’arc {date}'],
    bodies: [
      'Encadrée par un moniteur, dès huit ans. Deux heures.',
      'Matériel fourni. Autorisation des parents pour les mineurs.',
    ],
    ...event('sport', SATURDAY, ['10:00', '14:00'], 'inside'),
  },
  {
    by: ['foyer', 'animation', 'pompiers'],
    titles: ['Soirée dansante {date}', 'Bal folk {date}'],
    bodies: [
      'Initiation à 19 h, bal ensuite avec trois musiciens.',
      'Repas partagé : chacun apporte un plat.',
    ],
    ...event('danse', SATURDAY, ['20:00'], 'inside'),
  },
  {
    by: ['foyer', 'pompiers', 'animation'],
    titles: ['Repas dansant {date}', 'Couscous {date}', 'Repas paella {date}'],
    bodies: [
      '18 €, 9 € pour les enfants. Réservation une semaine avant.',
      'À emporter aussi : venez avec vos plats entre 18 h et 19 h.',
    ],
    ...event('repas', SATURDAY, ['19:30'], 'inside'),
  },
  {
    by: ['foyer', 'animation'],
    titles: ['Déjeuner des anciens {date}', 'Repas partagé {date}'],
    bodies: ['Chacun apporte un plat, nous offrons l’apéritif.', 'Transport possible sur simple appel.'],
    ...event('repas', SUNDAY, ['12:30'], 'inside'),
  },
  {
    by: ['foyer', 'animation', 'pompiers'],
    season: ['03-15', '10-15'],
    titles: ['Vide-greniers {date}', 'Vide-greniers et marché aux livres {date}'],
    bodies: [
      'Deux euros le mètre, café et crêpes sur place. **Inscription avant jeudi.**',
      'Réservé aux particuliers le matin ; entrée libre toute la journée.',
    ],
    ...event('brocante', SUNDAY, ['08:00'], 'square'),
  },
  {
    by: ['foyer', 'bibliotheque'],
    titles: ['Bourse aux vêtements {date}', 'Bourse aux livres {date}'],
    bodies: [
      'Dépôt la veille de 16 h à 19 h. Dix pour cent vont à l’association.',
      'Tout à petit prix, paiement en espèces.',
    ],
    ...event('brocante', SATURDAY, ['09:00'], 'inside'),
  },
  {
    by: ['foyer', 'pompiers'],
    titles: ['Don du sang {date}', 'Collecte de sang {date}'],
    bodies: [
      'Venez sans être à jeun, avec une pièce d’identité.',
      'Une heure de votre temps, une collation ensuite.',
    ],
    ...event('santé', [4, 5], ['15:30'], 'inside'),
  },
  {
    by: ['pompiers'],
    titles: ['Portes ouvertes du centre de secours {date}', 'Les pompiers ouvrent leurs portes {date}'],
    bodies: [
      'Démonstrations, parcours pour les enfants, essai de la lance.',
      'Venez voir le nouveau fourgon et rencontrer l’équipe.',
    ],
    ...event('rencontre', SATURDAY, ['10:00', '14:00'], 'square'),
  },
  {
    by: ['librairie', 'cafe'],
    titles: ['Exposition de photographies : vernissage {date}', 'Vernissage {date}'],
    bodies: [
      'Trente tirages d’une habitante, à voir pendant un mois.',
      'En présence de l’artiste, un verre à la main.',
    ],
    ...event('exposition', [5, 6], ['18:30'], 'inside'),
  },
  {
    by: ['mairieVal', 'mairieEcluses'],
    titles: ['Conseil municipal {date}', 'Réunion du conseil municipal {date}'],
    bodies: [
      'Séance publique. Ordre du jour : tarifs, voirie, questions diverses.',
      'Ouvert à tous ; le procès-verbal est publié ici ensuite.',
    ],
    ...event('conseil', EVENINGS, ['19:00'], 'inside'),
  },
  {
    by: ['mairieVal', 'mairieEcluses'],
    titles: ['Réunion publique : le plan d’urbanisme, {date}', 'Réunion publique {date}'],
    bodies: [
      'Le bureau d’études présente les cartes et répond aux questions.',
      'Venez avec vos remarques, un registre est ouvert.',
    ],
    ...event('rencontre', EVENINGS, ['19:00'], 'inside'),
  },
  {
    by: ['foyer', 'club', 'chorale', 'animation'],
    titles: ['Assemblée générale {date}', 'Notre assemblée générale : {date}'],
    bodies: [
      'Rapport moral, rapport financier, renouvellement du bureau, verre de l’amitié.',
      'Deux places sont à prendre au bureau : parlons-en avant.',
    ],
    ...event('rencontre', FRIDAY, ['19:30'], 'inside'),
  },
  {
    by: ['animation', 'foyer'],
    season: ['05-15', '08-31'],
    titles: ['Pique-nique du village {date}', 'Pique-nique au bord de l’eau {date}'],
    bodies: ['Barbecues allumés à midi, chacun apporte ses grillades.', 'Jeux en bois et sieste à l’ombre.'],
    ...event('repas', SUNDAY, ['12:00'], 'outside'),
  },
  {
    by: ['animation', 'pompiers'],
    season: ['05-01', '09-15'],
    titles: ['Concours de pêche {date}', 'Pêche à la truite {date}'],
    bodies: ['Lâcher de truites à 8 h, carte à la journée sur place.', 'Casse-croûte et friture au retour.'],
    ...event('sport', WEEKEND, ['08:00'], 'outside'),
  },
  {
    by: ['animation', 'chorale'],
    season: ['11-15', '12-18'],
    titles: ['Marché de Noël {date}', 'Petit marché de Noël du village {date}'],
    bodies: [
      'Vingt exposants, soupe et vin chaud, promenade en calèche.',
      'Artisans du canton et chants à 17 h.',
    ],
    ...event('marché', WEEKEND, ['10:00'], 'square'),
  },
  {
    by: ['foyer', 'animation'],
    season: ['12-20', '01-25'],
    titles: ['Galette des rois {date}', 'La galette de l’association : {date}'],
    bodies: ['Adhérents et voisins bienvenus, cidre et jus de pomme.', 'Qui aura la fève fera le discours.'],
    ...event('repas', SATURDAY, ['16:00'], 'inside'),
  },
  {
    by: ['animation', 'foyer'],
    season: ['09-05', '10-31'],
    titles: ['Pressée de pommes {date}', 'Le pressoir est de sortie {date}'],
    bodies: [
      'Apportez vos pommes et vos bouteilles, on presse ensemble.',
      'Vingt litres au plus par famille, dégustation pour tous.',
    ],
    ...event('rencontre', SATURDAY, ['10:00'], 'square'),
  },
  {
    by: ['animation', 'foyer'],
    season: ['02-20', '05-10'],
    titles: ['Bourse aux plantes {date}', 'Troc de graines {date}'],
    bodies: ['Semis, boutures et bons conseils pour le printemps.', 'On échange, on donne, on ne vend pas.'],
    ...event('rencontre', SATURDAY, ['10:00'], 'square'),
  },
]
