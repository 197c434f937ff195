import type { Label } from '../../../shared/words/word.ts'

/**
 * What to do, by the kind of alert, in the words of the State's own advice (georisques.gouv.fr, vigicrues.gouv.fr,
 * vigilance.meteofrance.fr), and the page that follows the situation. A clerk takes it over into the text, and changes it.
 */
interface Advice extends Label {
  readonly lines: readonly string[]
  readonly link?: string
}

export const ADVICE = {
  crue: {
    fr: 'Crue',
    en: 'Flood',
    lines: [
      '**Ne vous engagez pas** sur une route inondée, à pied comme en voiture.',
      'Montez à l’étage avec de l’eau, une lampe et vos papiers.',
      'Coupez le gaz et l’électricité si l’eau approche.',
      'Laissez vos enfants à l’école : ils y sont à l’abri.',
    ],
    link: 'https://www.vigicrues.gouv.fr/',
  },
  tempete: {
    fr: 'Orage, tempête',
    en: 'Storm',
    lines: [
      '**Restez à l’intérieur**, loin des fenêtres.',
      'Rentrez ou attachez ce que le vent peut emporter.',
      'Ne vous abritez pas sous un arbre.',
      'Ne touchez pas un câble tombé à terre.',
    ],
    link: 'https://vigilance.meteofrance.fr/',
  },
  neige: {
    fr: 'Neige, verglas',
    en: 'Snow, ice',
    lines: [
      '**Évitez de prendre la route.** S’il le faut, emportez de l’eau, une couverture et un téléphone chargé.',
      'Dégagez le trottoir devant chez vous.',
      'Ne vous chauffez pas avec un barbecue ou un brasero : la fumée tue sans odeur.',
      'Prenez des nouvelles de vos voisins âgés ou seuls.',
    ],
    link: 'https://vigilance.meteofrance.fr/',
  },
  canicule: {
    fr: 'Canicule',
    en: 'Heatwave',
    lines: [
      '**Buvez de l’eau** souvent, même sans soif.',
      'Fermez volets et fenêtres le jour, aérez la nuit.',
      'Passez deux à trois heures par jour dans un endroit frais.',
      'Prenez des nouvelles de vos voisins âgés ou seuls. En cas de malaise, appelez le 15.',
    ],
    link: 'https://vigilance.meteofrance.fr/',
  },
  coupure: {
    fr: 'Coupure d’eau',
    en: 'Water cut off',
    lines: [
      'Gardez de l’eau pour boire et pour les toilettes.',
      'Fermez vos robinets.',
      'Au retour de l’eau, laissez-la couler jusqu’à ce qu’elle soit claire.',
    ],
  },
  eau: {
    fr: 'Eau non potable',
    en: 'Unsafe water',
    lines: [
      '**Ne buvez pas l’eau du robinet**, même bouillie. Elle ne sert ni à cuisiner, ni à se laver les dents.',
      'Prenez de l’eau en bouteille, surtout pour les bébés.',
      'Prévenez vos voisins âgés ou seuls.',
    ],
  },
  feu: {
    fr: 'Incendie',
    en: 'Fire',
    lines: [
      '**Vous voyez des flammes ou de la fumée ? Appelez le 18 ou le 112.**',
      'Rentrez, fermez portes, fenêtres et aérations : une maison en dur est le meilleur abri.',
      'Laissez les routes aux pompiers, ne venez pas voir.',
      'Dehors : ni feu, ni cigarette, ni outil qui fait des étincelles.',
    ],
    link: 'https://meteofrance.com/meteo-des-forets',
  },
  route: {
    fr: 'Route fermée',
    en: 'Road closed',
    lines: [
      '**Suivez la déviation**, et ne passez pas les barrières.',
      'Prévoyez plus de temps pour votre trajet.',
    ],
    link: 'https://www.bison-fute.gouv.fr/',
  },
} as const satisfies Readonly<Record<string, Advice>>

type Kind = keyof typeof ADVICE

const textOf = ({ lines }: Advice): string =>
  ['**Ce qu’il faut faire**', lines.map(line => `- ${line}`).join('\n')].join('\n\n')

interface Written {
  readonly body: string
  readonly source_url: string
}

/** The form with this advice below what is written, in place of advice taken over before. A link that was typed stays. */
export function withAdvice({ body, source_url }: Written, kind: Kind): Written {
  const all: readonly Advice[] = Object.values(ADVICE)
  const own = all.reduce((text, one) => text.replace(textOf(one), ''), body).trim()
  const isOurs = source_url.trim() === '' || all.some(({ link }) => link === source_url)
  const { link = '' }: Advice = ADVICE[kind]
  return {
    body: [own, textOf(ADVICE[kind])].filter(text => text !== '').join('\n\n'),
    source_url: isOurs ? link : source_url,
  }
}
