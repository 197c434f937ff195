import { daysAfter } from '../../kernel/values/local-time.ts'
import { workingDay } from './agenda.ts'
import { between, dated, isIn, next, SATURDAY, type Season, said, WEDNESDAY } from './days.ts'
import { COUNCIL } from './occasion.ts'
import type { Text } from './text.ts'

/** What the town hall and associations tell besides the agenda, by the time of the year. Pure. */

type News = Omit<Text, 'age'> & { readonly season?: Season }

const NEWS: readonly News[] = [
  {
    by: 'mairie',
    type: 'actualite',
    title:
      'Compte rendu de la réunion publique sur la traversée du bourg, le stationnement devant les commerces et la piste cyclable vers Val-d’Œil',
    body: 'Cent vingt personnes sont venues. **Ce qui est retenu** :\n- 30 km/h de la mairie à l’école ;\n- douze places de vingt minutes devant les commerces ;\n- la piste en deux étapes, sur deux ans.',
  },
  ////////////////////////////////////////////////////////////////////////////// the school
  {
    season: ['10-15', '12-31'],
    by: 'mairie',
    type: 'actualite',
    title: 'Le chantier de l’école avance : la cantine rouvre en janvier',
    body: 'L’isolation est posée, les fenêtres sont changées. D’ici là, les repas sont servis à la salle des fêtes.',
    picture: { scene: 'school', alt: 'L’école, une façade échafaudée' },
  },
  {
    season: ['01-01', '03-31'],
    by: 'mairie',
    type: 'service',
    title: 'Inscriptions à l’école maternelle : les dossiers sont à retirer',
    body: 'Apportez le livret de famille, un justificatif de domicile et le carnet de santé.',
    picture: { scene: 'school', alt: 'L’école, une façade échafaudée' },
  },
  {
    season: ['04-01', '07-03'],
    by: 'mairie',
    type: 'service',
    title: 'Accueil de loisirs : les inscriptions pour juillet et août sont ouvertes',
    body: 'Semaine complète ou journées, de trois à douze ans. Tarif selon le quotient familial.',
    picture: { scene: 'school', alt: 'L’école, une façade échafaudée' },
  },
  {
    season: ['07-04', '08-24'],
    by: 'mairie',
    type: 'actualite',
    title: 'L’école en travaux pendant les vacances : les classes du haut sont repeintes',
    body: 'Les artisans ont jusqu’au 25 août. Le préau gagne un point d’eau, la cour trois tilleuls.',
    picture: { scene: 'school', alt: 'L’école, une façade échafaudée' },
  },
  {
    season: ['08-25', '10-14'],
    by: 'mairie',
    type: 'service',
    title: 'Rentrée : cantine, garderie et car scolaire',
    body: 'La garderie ouvre à 7 h 15. Les repas se réservent avant le jeudi pour la semaine suivante.',
    picture: { scene: 'school', alt: 'L’école, une façade échafaudée' },
  },
  ////////////////////////////////////////////////////////////////////////////// what the season asks for
  {
    season: ['11-01', '01-15'],
    by: 'mairie',
    type: 'service',
    title: 'Recensement : deux agents passeront chez vous en janvier et en février',
    body: 'Ils ont une carte tricolore avec leur photo. Vous pourrez aussi répondre en ligne.',
  },
  {
    season: ['12-27', '01-20'],
    by: 'mairie',
    type: 'service',
    title: 'Les sapins de Noël se déposent quai du Port',
    body: 'Sans décorations ni neige artificielle : ils sont broyés pour les massifs de la commune.',
  },
  {
    season: ['11-15', '03-01'],
    by: 'mairie',
    type: 'annonce',
    title: 'Neige et verglas : qui déneige quoi',
    body: 'Les agents salent d’abord les côtes, l’école et la maison de santé. Devant chez soi, chacun dégage le trottoir.',
  },
  {
    season: ['10-10', '12-10'],
    by: 'mairie',
    type: 'service',
    title: 'Feuilles mortes : une benne au stade le samedi',
    body: 'Elle est ouverte de 9 h à 12 h. Le compost est à reprendre gratuitement au jardin partagé.',
  },
  {
    season: ['02-15', '05-15'],
    by: 'mairie',
    type: 'service',
    title: 'Frelons asiatiques : les pièges de printemps sont prêtés en mairie',
    body: 'Un par foyer, avec la notice. Signalez les nids : la destruction est prise en charge pour moitié.',
  },
  {
    season: ['01-16', '04-10'],
    by: 'mairie',
    type: 'actualite',
    title: 'Budget : donnez votre avis sur trois projets',
    body: 'Aire de jeux du quai, abri à vélos de la halle ou toilettes du cimetière : les bulletins sont à la mairie.',
  },
  {
    season: ['04-01', '09-15'],
    by: 'mairie',
    type: 'service',
    title: 'Tondeuses et taille-haies : les heures à respecter',
    body: 'En semaine de 8 h 30 à 12 h et de 14 h à 19 h 30 ; le samedi de 9 h à 12 h et de 15 h à 19 h ; le dimanche de 10 h à 12 h.',
  },
  {
    season: ['05-15', '08-31'],
    by: 'mairie',
    type: 'service',
    title: 'Baignade interdite en Loire',
    body: 'Les bancs de sable cèdent sans prévenir. Une pataugeoire gratuite est ouverte l’après-midi au stade.',
  },
  {
    season: ['06-10', '08-24'],
    by: 'mairie',
    type: 'service',
    title: 'Vacances tranquilles : la gendarmerie passe devant chez vous',
    body: 'Inscrivez votre absence à la mairie ou en ligne, une semaine avant le départ.',
  },
  {
    season: ['08-20', '10-20'],
    by: 'mairie',
    type: 'actualite',
    title: 'Le guide des associations est dans vos boîtes',
    body: 'Horaires, tarifs et contacts de l’année. Il est aussi au comptoir de la mairie et de la médiathèque.',
  },
  {
    season: ['09-01', '11-10'],
    by: 'mairie',
    type: 'service',
    title: 'Vaccination contre la grippe : une matinée à la maison de santé',
    body: 'Sans rendez-vous pour les plus de 65 ans, avec le bon de prise en charge.',
  },
  ////////////////////////////////////////////////////////////////////////////// at any time, and older
  {
    by: 'mediatheque',
    type: 'actualite',
    title: 'Quatre cents livres à emporter à la médiathèque',
    body: 'Romans, bandes dessinées et guides retirés des rayons : servez-vous dans les bacs du hall, aux heures d’ouverture.',
    picture: { scene: 'books', alt: 'Des rayonnages de livres et une lampe allumée' },
  },
  {
    by: 'mairie',
    type: 'service',
    title: 'Cartes d’identité et passeports : les rendez-vous se prennent en ligne',
    body: 'Comptez trois semaines pour un créneau, et autant pour le titre. Une préinscription évite d’attendre au guichet.',
  },
  {
    by: 'solidarite',
    type: 'annonce',
    title: 'La Main tendue cherche des bras le jeudi',
    body: 'Deux heures suffisent, au tri ou à l’accueil. Passez nous voir 3 rue du Lavoir.',
  },
  {
    by: 'batellerie',
    type: 'annonce',
    title: 'Prêtez-nous vos photographies du port',
    body: 'Nous les numérisons devant vous et vous les rendons. Le musée prépare un livre sur les mariniers.',
  },
  {
    by: 'mairie',
    type: 'actualite',
    title: 'Le nouveau plan de la commune est à l’accueil',
    body: 'Il est gratuit, avec les sentiers, les défibrillateurs et les points d’apport de verre.',
  },
]

export const newsOn = (today: string): readonly Omit<Text, 'age'>[] =>
  NEWS.filter(({ season }) => !season || isIn(season, today)).map(({ season: _, ...text }) => text)

/** The minutes of the last council, once they are written. */
export function lastCouncil(today: string): { readonly day: string; readonly text: Omit<Text, 'age'> } {
  const day =
    between(COUNCIL, daysAfter(today, -75), today)
      .map(workingDay)
      .findLast(one => one <= daysAfter(today, -4)) ?? today
  return {
    day,
    text: {
      by: 'mairie',
      type: 'deliberation',
      title: `Conseil municipal du ${dated(day)} : voirie et tarifs de la salle des fêtes`,
      body: '**Approuvé à l’unanimité** : les tarifs de la salle des fêtes, inchangés pour les associations de la commune.\n\n**Approuvé par 20 voix et 3 abstentions** : la réfection de la rue des Lilas, pour 84 000 € hors taxes, et la demande de subvention au département.\n\nLe procès-verbal complet est à la mairie.',
    },
  }
}

/** Roadworks that begin next week. */
export const roadworks = (today: string): Omit<Text, 'age'> => {
  const monday = daysAfter(next(SATURDAY, today), 2)
  return {
    by: 'mairie',
    type: 'annonce',
    title: `Rue des Lilas fermée du ${dated(monday)} au ${dated(daysAfter(monday, 11))}`,
    body: 'La chaussée est refaite : circulation coupée de 8 h à 17 h, sauf pour les riverains. Déviation par la rue de la Gare.',
    epingle: true,
  }
}

/** The bakery is closed for a week, some weeks ahead. */
export const closing = (today: string): Omit<Text, 'age'> => {
  const from = daysAfter(next(SATURDAY, today), 10)
  return {
    by: 'boulangerie',
    type: 'annonce',
    title: `La boulangerie ferme du ${dated(from)} au ${dated(daysAfter(from, 6))}`,
    body: `Dépôt de pain à l’épicerie du Bourg pendant ce temps. Réouverture ${said(daysAfter(from, 7))} à 7 h.`,
  }
}

/** The judo club, a Wednesday. */
export const judo = (today: string): Omit<Text, 'age'> => ({
  by: 'judo',
  type: 'actualite',
  title: 'Judo : deux séances d’essai le mercredi',
  body: `Dès six ans, à 14 h au gymnase. Prochaine séance ${said(next(WEDNESDAY, daysAfter(today, 6)))}.`,
})
