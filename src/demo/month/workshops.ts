import { EVENINGS, event, SATURDAY, type Subject } from './subject.ts'

/** Workshops and courses. A table. */

export const WORKSHOPS: readonly Subject[] = [
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
