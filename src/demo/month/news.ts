import type { Subject } from './subject.ts'

/** News, notices and services: they have no day. A table. */

export const NEWS: readonly Subject[] = [
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
