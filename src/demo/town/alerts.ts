import { daysAfter, startOfDay } from '../../kernel/values/local-time.ts'
import { dated, isIn, type Season } from './days.ts'
import type { Text } from './text.ts'

/** An alert in force that fits the season, and one that is over. Pure. */

type Alert = Pick<Text, 'title' | 'body' | 'niveau' | 'source_url'>

/** As the form of an alert proposes it. */
const doing = (...lines: readonly string[]) =>
  `\n\n**Ce qu’il faut faire**\n\n${lines.map(line => `- ${line}`).join('\n')}`
const FLOOD = doing(
  '**Ne vous engagez pas** sur une route inondée, à pied comme en voiture.',
  'Montez à l’étage avec de l’eau, une lampe et vos papiers.',
  'Coupez le gaz et l’électricité si l’eau approche.',
  'Laissez vos enfants à l’école : ils y sont à l’abri.',
)
const RIVERS = 'https://www.vigicrues.gouv.fr/'
const WEATHER = 'https://vigilance.meteofrance.fr/'
const STORM = doing('**Restez à l’intérieur**, loin des fenêtres.', 'Ne vous abritez pas sous un arbre.')

const ALERTS: readonly (readonly [Season, Alert])[] = [
  [
    ['02-01', '04-30'],
    {
      title: 'Crue de la Loire : le quai et la rue du Port sont fermés',
      body: `Le niveau monte encore demain. Ne stationnez ni sur le quai ni dans la rue du Port.${FLOOD}`,
      niveau: 'danger',
      source_url: RIVERS,
    },
  ],
  [
    ['05-01', '06-14'],
    {
      title: 'Orages violents : restez à l’abri',
      body: `Grêle et rafales sont possibles en fin de journée. Rentrez ce que le vent peut emporter.${STORM}`,
      niveau: 'vigilance',
      source_url: WEATHER,
    },
  ],
  [
    ['06-15', '08-31'],
    {
      title: 'Canicule : des salles fraîches sont ouvertes',
      body: 'La médiathèque et la salle du conseil sont ouvertes de 13 h à 19 h. Prenez des nouvelles de vos voisins âgés ; la mairie appelle les personnes inscrites.',
      niveau: 'vigilance',
    },
  ],
  [
    ['09-01', '10-31'],
    {
      title: 'Vent fort : le parc et le bois des Varennes sont fermés',
      body: `Des branches tombent. Évitez les allées plantées et amarrez les bateaux.${STORM}`,
      niveau: 'vigilance',
      source_url: WEATHER,
    },
  ],
  [
    ['11-01', '12-14'],
    {
      title: 'Crue de la Loire : le quai du Port est fermé',
      body: `Le niveau doit monter jusqu’à demain soir. Ne stationnez pas sur le quai.${FLOOD}`,
      niveau: 'vigilance',
      source_url: RIVERS,
    },
  ],
  [
    ['12-15', '01-31'],
    {
      title: 'Grand froid et verglas : la salle des fêtes est ouverte la nuit',
      body: 'Le pont et la côte du Coteau sont salés d’abord. Le 115 répond jour et nuit à qui n’a pas d’abri.',
      niveau: 'vigilance',
    },
  ],
]

/** It ends on the evening of the day after tomorrow. */
export function alertOn(today: string): Omit<Text, 'age'> {
  const [, alert] = ALERTS.find(([season]) => isIn(season, today)) ?? ALERTS[0] ?? []
  if (!alert) throw new Error('there is no alert')
  const evening = startOfDay(daysAfter(today, 2), 'Europe/Paris').getTime() + 20 * 3_600_000
  return { ...alert, by: 'mairie', type: 'alerte', fin_le: new Date(evening).toISOString() }
}

export const liftedAlert = (written: string): Omit<Text, 'age'> => ({
  by: 'mairie',
  type: 'alerte',
  title: 'Coupure d’eau rue des Tilleuls',
  body: `Une conduite a cédé : l’eau est coupée ce ${dated(written)} dans la rue des Tilleuls et la rue des Écoles. De l’eau en bouteille est distribuée devant la médiathèque.`,
  niveau: 'information',
  leve: true,
})
