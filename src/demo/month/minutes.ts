/** The minutes of a council, as long as a text may be. */

const LONG = 20_000

const ITEMS = [
  'Le conseil municipal s’est réuni sous la présidence de Mme la maire, qui constate que le quorum est atteint. Le procès-verbal de la séance précédente est adopté sans observation.',
  'Après en avoir délibéré, le conseil approuve à l’unanimité la rénovation de la salle communale, dont le plan de financement est joint, et autorise Mme la maire à signer les marchés.',
  'M. le premier adjoint présente les devis reçus pour la toiture de l’église. Trois entreprises ont répondu ; la moins-disante est retenue, sous réserve de l’avis de l’architecte.',
  'Le conseil fixe les tarifs de location de la salle : 180 € le week-end pour les habitants, 320 € pour les autres, gratuité pour les associations une fois l’an.',
  'La convention avec le syndicat des eaux est renouvelée pour six ans. Deux conseillers demandent un bilan des fuites avant la fin du semestre ; il leur sera remis.',
  'Une subvention de 450 € est accordée à l’association des parents d’élèves, de 300 € à la chorale et de 200 € à l’amicale. Les membres de leurs bureaux ne prennent pas part au vote.',
  'Le rapport sur le prix et la qualité du service d’assainissement est présenté. Le conseil en prend acte ; il est à la disposition du public au secrétariat.',
  'Mme la maire rend compte des décisions prises par délégation : remplacement d’une chaudière, avenant d’assurance, deux concessions au cimetière.',
  'Le conseil autorise l’achat d’une bande de terrain de 112 m² pour élargir le chemin piétonnier, au prix de l’estimation, frais de notaire en sus.',
  'Questions diverses : éclairage de l’arrêt de car, vitesse à l’entrée du bourg, état du lavoir. Une visite sur place est fixée un samedi matin avec les riverains.',
] as const

export function minutesOf(number: number): string {
  const text = Array.from(
    { length: 120 },
    (_, at) => `**Point ${at + 1}.** ${ITEMS[(at + number) % ITEMS.length]}\n\n`,
  ).join('')
  return `${[...text]
    .slice(0, LONG - 1)
    .join('')
    .trimEnd()}.`
}
