import { Chance } from './chance.ts'

/** The vocabulary of the texts: a few very common words, some hundred of town halls, and a long tail. */

export const SMALL = (
  'le la les un une des du de et à au aux en dans sur pour par avec sans ce cette ces son sa ses leur leurs nous vous ' +
  'il elle ils elles qui que dont où est sont sera seront a ont été plus très ne pas se aussi chaque tous toutes entre'
).split(' ')

const TOWN = (
  'commune habitants réunion travaux école marché fête association samedi dimanche atelier inscriptions conseil municipal ' +
  'places gratuit enfants salle parc rue circulation projet service soirée familles accueil jeunes quartier concert ' +
  'rencontre culture randonnée sport médiathèque spectacle visite exposition horaires semaine année équipe bénévoles ' +
  'collecte déchets environnement nature santé transport vélo voirie stationnement budget vote élus adjoint citoyens ' +
  'participation consultation enquête aménagement rénovation bâtiment énergie eau assainissement forêt rivière jardin ' +
  'plantation arbres biodiversité patrimoine église château musée histoire mémoire cérémonie commémoration anniversaire ' +
  'théâtre cinéma danse musique chorale orchestre festival carnaval brocante vide-grenier loto tournoi match club stade ' +
  'gymnase piscine tennis football pétanque course marathon cyclisme natation judo gymnastique yoga éveil crèche ' +
  'périscolaire cantine rentrée collège lycée formation emploi entreprise artisan commerce boutique producteurs ' +
  'agriculture ferme vignoble fromage pain boulangerie restaurant repas dégustation goûter buffet apéritif soupe ' +
  'solidarité entraide personnes âgées aînés handicap accessibilité logement urbanisme permis déclaration formulaire ' +
  'dossier demande délai annexe secrétariat permanence téléphone courriel site internet numérique fibre réseau ' +
  'coupure électricité gaz chauffage canicule neige verglas tempête inondation vigilance sécurité gendarmerie police ' +
  'pompiers secours défibrillateur médecin pharmacie vaccination prévention dépistage don sang ambulance hôpital ' +
  'bibliobus lecture conte roman auteur poésie dessin peinture sculpture photographie céramique couture tricot cuisine ' +
  'recyclage compostage tri verre encombrants déchetterie propreté balayage tondeuse bruit voisinage chien chat animaux ' +
  'éclairage lampadaire trottoir chaussée giratoire pont passerelle sentier piste cyclable parking arrêt bus gare train ' +
  'navette covoiturage autopartage mobilité déplacement itinéraire déviation fermeture ouverture reprise report ' +
  'annulation avis arrêté délibération séance compte-rendu procès-verbal ordre jour subvention convention marché-public ' +
  'appel offres candidature recrutement stage service-civique jumelage délégation voyage échange découverte initiation ' +
  'printemps été automne hiver Noël Pâques Toussaint vacances week-end matin après-midi soir nuit lundi mardi mercredi ' +
  'jeudi vendredi janvier février mars avril mai juin juillet août septembre octobre novembre décembre'
).split(' ')

const ROOTS = (
  'march cultur jardin port chant plant form vill mont lang brod tourn pêch tiss moul grav lumin passer rest transf ' +
  'écout fleur bois pierr sabl étang vent sourc fontain ruch abeill verg pomm poir ceris noisett champign truff ' +
  'charpent menuis ferronn serrur vitr tuil ardois chaum grang établ berg mouton chèvr cheval attel labour moiss ' +
  'semenc récolt vendang tonnel cidr bièr miel confit sirop épic herb lavand thym romar saug menth mélod rythm harmon ' +
  'accord tambour trompett violon guitar piano flût vocal récit fabl légend mystèr énigm astron planèt étoil comèt ' +
  'satellit robot machin mécan moteur hélic voil navir canal éclus barrag phar dun falais plag galet coquill marais ' +
  'tourb bruyèr genêt chên hêtr frên saul peupl tilleul platan érabl sapin'
).split(' ')
const PREFIXES = ['', 're', 'dé', 'pré', 'inter', 'sur', 'anti', 'multi', 'auto', 'co', 'mi', 'contre']
const SUFFIXES =
  'age ation ement eur euse ique iste ité ier ière able oir ure ois ain esque al elle isme eraie ette on ard ade'.split(
    ' ',
  )
const STARTS =
  'Bel Mont Val Cham Ker Tré Bran Gar Lou Mar Vil Plou Saur Cour Fon Roche Aig Ber Cas Dor'.split(' ')
const MIDDLES = 'a é i o u an en ou ar er il ol and ev igny ouz ess ach eur ant'.split(' ')
const ENDS =
  'ac ais ard aud eau ec el ens ers et eux ic ier in is oux on ot ouze ville court dun mer nac zac'.split(' ')

/** All words but stop words; the first are the most frequent. */
export const VOCABULARY: readonly string[] = (() => {
  const chance = new Chance(20, 26)
  const derived = ROOTS.flatMap(root =>
    PREFIXES.flatMap(prefix => SUFFIXES.map(suffix => `${prefix}${root}${suffix}`)),
  )
  const names = STARTS.flatMap(start =>
    MIDDLES.flatMap(middle => ENDS.flatMap(end => [`${start}${middle}${end}`, `${start}${middle}n${end}`])),
  )
  const tail = [...derived, ...names]
  for (let at = tail.length - 1; at > 0; at--) {
    const other = chance.below(at + 1)
    const held = tail[at] as string
    tail[at] = tail[other] as string
    tail[other] = held
  }
  return [...new Set([...TOWN, ...tail])]
})()

/** Words outside of the vocabulary with a known number of rows, for measuring searches. */
interface Watched {
  readonly word: string
  readonly says: string
  /** Whether the row with this number contains it. */
  readonly isIn: (row: { number: number; rows: number; commune: number; chance: Chance }) => boolean
}

const evenly = (times: number) => (row: { number: number; rows: number }) => {
  const every = Math.max(1, Math.floor(row.rows / times))
  return row.number % every === every >> 1 && Math.floor(row.number / every) < times
}
const often = (share: number) => (row: { chance: Chance }) => row.chance.happens(share)

export const WATCHED: readonly Watched[] = [
  { word: 'zibeline', says: 'in one row', isIn: evenly(1) },
  { word: 'ornithorynque', says: 'in 50 rows', isIn: evenly(50) },
  { word: 'astrolabe', says: 'in 1 000 rows', isIn: evenly(1_000) },
  { word: 'philatélie', says: 'in 0.5 %', isIn: often(0.005) },
  { word: 'bibliothèque', says: 'in 5 %', isIn: often(0.05) },
  { word: 'mairie', says: 'in 50 %', isIn: often(0.5) },
  { word: 'conseil municipal', says: 'both words common, side by side in 2 %', isIn: often(0.02) },
  {
    word: 'patinoire',
    says: 'in 4 %, hardly ever with “solstice”',
    isIn: row => (row.number % 2 === 0 && row.chance.happens(0.08)) || evenly(10)(row),
  },
  {
    word: 'solstice',
    says: 'in 4 %, hardly ever with “patinoire”',
    isIn: row => (row.number % 2 === 1 && row.chance.happens(0.08)) || evenly(10)(row),
  },
  {
    word: 'confinement',
    says: 'in 5 %, all of them in the oldest third',
    isIn: row => row.number < row.rows / 3 && row.chance.happens(0.15),
  },
  {
    word: 'belvédère',
    says: 'in a tenth of the biggest commune, nowhere else',
    isIn: row => row.commune === 0 && row.chance.happens(0.1),
  },
]
