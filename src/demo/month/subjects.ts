import type { Season } from '../town/days.ts'
import type { Kind } from '../town/text.ts'
import type { Author, VENUES } from './authors.ts'

/**
 * What associations, shops and small town halls write about. A table. `{date}` is the day, `{rue}` a street, `{nom}` a
 * first name; each text has wordings for its title and its body.
 */

export interface Subject {
  readonly by: readonly Author[]
  readonly titles: readonly string[]
  readonly bodies: readonly string[]
  readonly season?: Season
  /** An event: 1 is Monday. */
  readonly event?: {
    readonly kind: Kind
    readonly days: readonly number[]
    readonly hours: readonly string[]
    readonly venue: keyof (typeof VENUES)[Author]
  }
  readonly type?: 'actualite' | 'annonce' | 'service'
}

type Event = NonNullable<Subject['event']>
const event = (kind: Kind, days: readonly number[], hours: readonly string[], venue: Event['venue']) => ({
  event: { kind, days, hours, venue },
})

const FRIDAY = [5] as const
const SATURDAY = [6] as const
const SUNDAY = [7] as const
const WEEKEND = [6, 7] as const
const EVENINGS = [1, 2, 4] as const

const WORKSHOPS: readonly Subject[] = [
  {
    by: ['foyer', 'bibliotheque'],
    titles: ['Atelier numérique : {date}', 'Atelier « ma tablette et moi », {date}'],
    bodies: [
      'Créer une adresse, faire une démarche en ligne, trier ses photos.',
      'Six postes sur place ; venez avec votre appareil si vous en avez un.',
    ],
    ...event('rencontre', [2, 4], ['14:00', '16:30'], 'inside'),
  },
  {
    by: ['foyer', 'animation'],
    titles: ['Atelier cuisine : {date}', 'Atelier cuisine du monde, {date}'],
    bodies: [
      'On prépare ensemble, on mange ensemble. Participation : 6 €.',
      'Un plat, un dessert et les recettes à emporter. Dix places.',
    ],
    ...event('rencontre', SATURDAY, ['10:00'], 'inside'),
  },
  {
    by: ['foyer', 'animation'],
    titles: ['Atelier couture : {date}', 'Atelier couture et retouches, {date}'],
    bodies: [
      'Ourlets, boutons, fermetures : apportez vos vêtements à reprendre.',
      'Trois machines sont prêtées, débutants bienvenus.',
    ],
    ...event('rencontre', EVENINGS, ['18:30'], 'inside'),
  },
  {
    by: ['bibliotheque', 'librairie'],
    titles: ['Atelier d’écriture : {date}', 'Atelier d’écriture ouvert à tous, {date}'],
    bodies: [
      'Deux heures, trois consignes, beaucoup de plaisir. Rien n’est noté.',
      'Carnet et stylo suffisent. Lecture à voix haute pour qui le souhaite.',
    ],
    ...event('rencontre', [4, 5], ['18:00'], 'inside'),
  },
  {
    by: ['foyer', 'animation'],
    titles: ['Atelier mémoire : {date}', 'Atelier mémoire des retraités, {date}'],
    bodies: [
      'Jeux de mots, énigmes et café. Gratuit.',
      'Une heure d’exercices en petit groupe, avec une animatrice.',
    ],
    ...event('rencontre', [2, 4], ['10:00'], 'inside'),
  },
  {
    by: ['animation', 'club'],
    titles: ['Atelier vélo : {date}', 'Atelier vélo, freins et chaîne, {date}'],
    bodies: [
      'Régler ses freins, changer une chambre à air, graisser sa chaîne.',
      'Les outils sont prêtés, les pièces sont à prix coûtant.',
    ],
    ...event('rencontre', SATURDAY, ['10:00', '14:00'], 'square'),
  },
  {
    by: ['bibliotheque', 'librairie'],
    titles: ['Atelier bande dessinée : {date}', 'Atelier dessin pour les 8 à 12 ans, {date}'],
    bodies: [
      'Inventer un héros et le dessiner en quatre cases.',
      'Avec une illustratrice. Matériel fourni, inscription obligatoire.',
    ],
    ...event('rencontre', [3], ['14:30'], 'inside'),
  },
  {
    by: ['foyer', 'chorale'],
    titles: ['Atelier théâtre : {date}', 'Atelier théâtre des enfants, {date}'],
    bodies: [
      'Pour les sept à douze ans : corps, voix et improvisation.',
      'Une première séance pour essayer, sans engagement.',
    ],
    ...event('rencontre', [3], ['16:00'], 'inside'),
  },
  {
    by: ['chorale'],
    titles: ['Atelier de chant : {date}', 'Atelier découverte de la voix, {date}'],
    bodies: [
      'Respirer, placer sa voix, chanter à deux puis à quatre voix.',
      'Aucune lecture de partition n’est demandée.',
    ],
    ...event('rencontre', SATURDAY, ['10:00'], 'inside'),
  },
  {
    by: ['foyer'],
    titles: ['Atelier poterie : {date}', 'Atelier terre et modelage, {date}'],
    bodies: [
      'Un bol à emporter après cuisson. 12 €, terre comprise.',
      'Dès huit ans, les plus jeunes avec un adulte.',
    ],
    ...event('rencontre', SATURDAY, ['14:30'], 'inside'),
  },
  {
    by: ['animation', 'foyer'],
    titles: ['Atelier produits ménagers : {date}', 'Atelier « ma lessive maison », {date}'],
    bodies: [
      'Lessive, pastilles et spray : trois recettes à faire soi-même.',
      'Apportez un bocal vide. Avec le syndicat des déchets.',
    ],
    ...event('rencontre', EVENINGS, ['18:30'], 'inside'),
  },
  {
    by: ['pompiers'],
    titles: ['Atelier « les gestes qui sauvent » : {date}', 'Atelier premiers secours, {date}'],
    bodies: [
      'Alerter, masser, poser un défibrillateur. Deux heures, gratuit.',
      'Dès dix ans. Une attestation est remise à la fin.',
    ],
    ...event('santé', SATURDAY, ['09:30', '14:00'], 'inside'),
  },
]

const EVENTS: readonly Subject[] = [
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

const NEWS: readonly Subject[] = [
  {
    by: ['animation', 'cafe', 'foyer'],
    titles: ['Chat perdu {rue}', 'Avez-vous vu {nom} ? Chat perdu {rue}'],
    bodies: [
      'Tigré, pelage roux, collier bleu. Il ne sort jamais seul.',
      'Petite chatte noire et blanche, pucée. Récompense.',
    ],
    type: 'annonce',
  },
  {
    by: ['animation', 'cafe'],
    titles: ['Chien trouvé {rue}', 'Trouvé {rue} : un jeune chien'],
    bodies: [
      'Un épagneul sans collier, au café en attendant son maître.',
      'Il est doux, il attend dans notre cour.',
    ],
    type: 'annonce',
  },
  {
    by: ['cafe', 'librairie', 'bibliotheque'],
    titles: ['Clés trouvées {rue}', 'Trousseau de clés trouvé {rue}'],
    bodies: [
      'Un trousseau avec un porte-clés rouge. À réclamer au comptoir.',
      'Trois clés et un jeton de caddie vous attendent ici.',
    ],
    type: 'annonce',
  },
  {
    by: ['mairieVal', 'mairieEcluses'],
    titles: ['Coupure d’eau {rue} {date}', 'Eau coupée {rue} {date}'],
    bodies: [
      'Le réseau est coupé de 8 h à 16 h. Pensez à remplir quelques bouteilles.',
      'Travaux sur une vanne : retour à la normale avant 17 h.',
    ],
    type: 'service',
  },
  {
    by: ['mairieVal', 'mairieEcluses'],
    titles: ['Coupure d’électricité {rue} {date}', 'Courant coupé {rue} {date}'],
    bodies: [
      'Le gestionnaire du réseau élague : coupure de 9 h à 12 h.',
      'Un poste est remplacé. Débranchez les appareils sensibles.',
    ],
    type: 'service',
  },
  {
    by: ['mairieVal', 'mairieEcluses'],
    titles: ['Travaux {rue} à partir du {date}', 'Circulation alternée {rue} dès le {date}'],
    bodies: [
      'Feux de chantier pendant une semaine. Le car s’arrête place de la Mairie.',
      'Trottoirs refaits et accès aux garages maintenu le soir.',
    ],
    type: 'service',
  },
  {
    by: ['mairieVal', 'mairieEcluses'],
    titles: ['Le point sur la fibre {rue}', 'Fibre : les raccordements commencent {rue}'],
    bodies: [
      'L’armoire est posée. Les opérateurs vous appelleront ; méfiez-vous des démarcheurs.',
      'Vérifiez votre adresse à la mairie avant de signer.',
    ],
    type: 'service',
  },
  {
    by: ['foyer', 'animation', 'bibliotheque'],
    titles: ['Recherche bénévoles pour {quoi}', 'Une heure par semaine pour {quoi} ?'],
    bodies: [
      'Une heure par semaine suffit :\n\n- l’accueil,\n- le rangement.',
      'Pas besoin d’expérience, seulement de bonne humeur.',
    ],
  },
  {
    by: ['club'],
    titles: ['Le club cherche un entraîneur pour les {equipe}', 'Qui entraînerait les {equipe} ?'],
    bodies: [
      'Formation payée, deux entraînements par semaine, un match.',
      'Un parent qui a joué peut suffire : parlons-en.',
    ],
    type: 'annonce',
  },
  {
    by: ['club'],
    titles: ['Belle victoire des {equipe}', 'Les {equipe} en quart de finale', 'Courte défaite des {equipe}'],
    bodies: [
      'Trois buts, un poteau et un public venu en nombre. Merci à tous.',
      'Une seconde période héroïque. Prochain match à domicile.',
    ],
  },
  {
    by: ['club', 'chorale', 'foyer'],
    titles: ['Merci pour {quoi}', 'Un grand merci à celles et ceux qui ont aidé pour {quoi}'],
    bodies: [
      'Vous étiez plus de cent. Les photos sont au tableau d’affichage.',
      'Le bénéfice va au nouveau matériel.',
    ],
  },
  {
    by: ['chorale'],
    titles: ['La chorale cherche des {voix}', 'Vous chantez ? Il nous manque des {voix}'],
    bodies: [
      'Répétition le jeudi à 20 h. Première séance sans engagement.',
      'Il n’est pas nécessaire de lire la musique.',
    ],
    type: 'annonce',
  },
  {
    by: ['librairie'],
    titles: ['Le livre du mois : {livre}', 'Coup de cœur de la librairie : {livre}'],
    bodies: [
      'Lu d’une traite. Trois exemplaires en rayon, commande sous trois jours.',
      'Pour les lectrices et lecteurs qui aiment prendre leur temps.',
    ],
  },
  {
    by: ['bibliotheque'],
    titles: ['Nouveautés de la bibliothèque : {livre} et douze autres', 'Arrivé à la bibliothèque : {livre}'],
    bodies: [
      'Réservation possible au comptoir. Trois semaines de prêt.',
      'Achetés sur vos suggestions : continuez à remplir le cahier.',
    ],
  },
  {
    by: ['librairie', 'cafe'],
    titles: ['Fermé du {date} au {plus}', 'Congés du {date} au {plus}'],
    bodies: [
      'Les colis sont à retirer avant. Merci de votre compréhension.',
      'Réouverture aux heures habituelles.',
    ],
    type: 'annonce',
  },
  {
    by: ['cafe', 'librairie'],
    titles: ['Nouveaux horaires à partir du {date}', 'Ouverture une heure plus tôt dès le {date}'],
    bodies: ['Le panneau de la porte et notre page sont à jour.', 'Pour les voyageurs du premier car.'],
    type: 'annonce',
  },
  {
    by: ['cafe'],
    titles: ['Plat du jour : {plat}', 'À midi cette semaine : {plat}'],
    bodies: ['13 € avec le café. Réservation jusqu’à 10 h.', 'À emporter aussi, dans votre boîte.'],
    type: 'annonce',
  },
  {
    by: ['pompiers'],
    titles: ['Feu de cheminée {rue} : plus de peur que de mal', 'Intervention {rue}'],
    bodies: [
      'Personne n’est blessé. Un détecteur de fumée a donné l’alerte à temps.',
      'Merci aux voisins qui ont guidé l’équipe.',
    ],
  },
  {
    by: ['pompiers'],
    titles: [
      'Devenez sapeur-pompier volontaire',
      'Et pourquoi pas vous ? Le centre recrute {nombre} volontaires',
    ],
    bodies: [
      'Dès seize ans, en bonne santé, à dix minutes du centre.',
      'Formation payée, horaires choisis. Venez en parler un samedi matin.',
    ],
    type: 'annonce',
  },
  {
    by: ['mairieVal', 'mairieEcluses'],
    titles: ['Le dépôt sauvage {rue} est enlevé', 'Dépôt de gravats {rue} : une plainte est déposée'],
    bodies: [
      'Deux agents y ont passé une matinée. La déchèterie est ouverte trois jours par semaine.',
      'Qui a vu quelque chose peut appeler la mairie.',
    ],
  },
  {
    by: ['mairieVal', 'mairieEcluses'],
    titles: ['Un nouveau banc {rue}', 'Trois arbres plantés {rue}'],
    bodies: ['Demandé en réunion de quartier, c’est fait.', 'Les enfants de l’école ont aidé les agents.'],
  },
  {
    by: ['mairieVal', 'mairieEcluses'],
    titles: ['Chiens : ramassez {rue} aussi', 'Stationnement {rue} : pensez aux poussettes'],
    bodies: [
      'Des sacs sont à disposition. L’amende est de 135 €.',
      'Le trottoir est le seul chemin vers l’école.',
    ],
  },
  {
    by: ['foyer', 'animation'],
    titles: ['Covoiturage vers {ville}', 'Qui va à {ville} en semaine ?'],
    bodies: ['Départ vers 7 h 30, retour à 18 h. Partage des frais.', 'Trois places le mardi et le jeudi.'],
    type: 'annonce',
  },
  {
    by: ['foyer', 'animation', 'chorale'],
    titles: ['Voyage à {ville} {date}', 'Sortie en car à {ville} {date}'],
    bodies: [
      'Car au départ de la place, visite guidée, repas libre. 32 €.',
      'Il reste huit places. Inscription avec un acompte de 10 €.',
    ],
    type: 'annonce',
  },
  {
    by: ['animation', 'foyer'],
    titles: ['Prêt de matériel : {objet}', 'À emprunter pour vos fêtes : {objet}'],
    bodies: ['Caution de 50 €, à réserver quinze jours avant.', 'Retrait le vendredi soir, retour le lundi.'],
    type: 'service',
  },
  {
    by: ['mairieVal', 'mairieEcluses'],
    season: ['11-15', '03-01'],
    titles: ['Sel de déneigement en libre service {rue}', 'Routes glissantes {rue}'],
    bodies: [
      'Un bac est posé au carrefour. Prenez ce qu’il faut, pas plus.',
      'Levez le pied le matin : la chaussée gèle sous les arbres.',
    ],
    type: 'service',
  },
  {
    by: ['mairieVal', 'mairieEcluses'],
    season: ['06-15', '08-31'],
    titles: ['Arrosage interdit de 8 h à 20 h {rue} et ailleurs', 'Sécheresse : les bons gestes {rue}'],
    bodies: [
      'L’arrêté préfectoral est affiché. Les potagers restent permis le soir.',
      'La fontaine est arrêtée jusqu’à nouvel ordre.',
    ],
    type: 'service',
  },
]

export const SUBJECTS: readonly Subject[] = [...WORKSHOPS, ...EVENTS, ...NEWS]

/** The words between braces. */
export const WORDS = {
  rue: [
    ...[
      'rue du Lavoir',
      'rue de la Forge',
      'chemin des Vignes',
      'rue Haute',
      'impasse du Puits',
      'rue des Acacias',
    ],
    ...[
      'place de l’Église',
      'rue du Moulin',
      'route de la Brosse',
      'rue des Mariniers',
      'chemin de la Levée',
    ],
    ...[
      'rue Basse',
      'allée des Cerisiers',
      'rue du Four',
      'rue de l’Écluse',
      'hameau des Bordes',
      'rue Neuve',
    ],
    ...[
      'chemin Vert',
      'rue du Stade',
      'rue de la Poste',
      'rue Saint-Roch',
      'quai du Canal',
      'rue du Cimetière',
    ],
  ],
  nom: ['Nougat', 'Minette', 'Félix', 'Praline', 'Gribouille', 'Réglisse', 'Caramel'],
  quoi: [
    ...['l’aide aux devoirs', 'le jardin partagé', 'la buvette', 'la bibliothèque sonore', 'le vestiaire'],
    ...[
      'la bourse aux vêtements',
      'le repas des anciens',
      'le sentier d’interprétation',
      'la fête du village',
    ],
    ...[
      'le goûter du mercredi',
      'la visite aux isolés',
      'le fleurissement',
      'le parcours du cœur',
      'le bulletin',
    ],
  ],
  objet: [
    'tables et bancs',
    'vidéoprojecteur',
    'percolateur',
    'barnum',
    'sono',
    'plancha',
    'grilles d’exposition',
    'jeux en bois',
  ],
  equipe: [
    'moins de 9 ans',
    'moins de 11 ans',
    'moins de 13 ans',
    'moins de 15 ans',
    'moins de 17 ans',
    'seniors',
    'féminines',
    'vétérans',
  ],
  voix: ['basses', 'ténors', 'altos', 'sopranos', 'voix d’hommes'],
  livre: [
    ...[
      '« La Levée »',
      '« Un pont de trop »',
      '« Le Goût des mûres »',
      '« Douze portes »',
      '« L’Inventaire »',
    ],
    ...['« Les Sept Écluses »', '« Une saison de brume »', '« Le Passeur »', '« Tout près du fleuve »'],
    ...['« Carnet d’un marinier »', '« La Maison d’en face »', '« Nos voisins les hérons »'],
  ],
  plat: [
    'blanquette',
    'brandade',
    'pot-au-feu',
    'bœuf carottes',
    'hachis',
    'lasagnes',
    'petit salé aux lentilles',
    'poule au riz',
    'tajine',
  ],
  ville: ['Orléans', 'Gien', 'Blois', 'Sully', 'Chambord', 'Bourges', 'Tours', 'Paris', 'Vierzon', 'Amboise'],
  nombre: ['deux', 'trois', 'quatre', 'cinq'],
} as const
