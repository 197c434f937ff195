import { textPdf } from '../../kernel/files/text-pdf.ts'
import { daysAfter } from '../../kernel/values/local-time.ts'
import { COMMUNE } from './commune.ts'

/** The acts of the town hall: two deliberations, and an order of the mayor. */
export function actsOn(today: string) {
  const council = daysAfter(today, -12)
  const year = council.slice(0, 4)
  const [mayor] = COMMUNE.elus
  const signed = { signataire: `${mayor?.prenom} ${mayor?.nom}`, qualite: 'maire' }
  return [
    {
      title: 'Étude de la traversée du bourg',
      text: 'Le conseil municipal, après en avoir délibéré, approuve l’étude de la traversée du bourg et autorise la maire à demander les subventions.',
      acte: {
        ...signed,
        nature: 'deliberation',
        numero: `${year}-041`,
        date: council,
        matiere: '8.4',
        transmis_le: daysAfter(council, 2),
      },
    },
    {
      title: 'Tarifs de la salle des fêtes',
      text: 'Le conseil municipal fixe les tarifs de la salle des fêtes à compter du 1er janvier.',
      acte: {
        ...signed,
        nature: 'deliberation',
        numero: `${year}-042`,
        date: council,
        matiere: '7.10',
        transmis_le: daysAfter(council, 2),
      },
    },
    {
      title: 'Stationnement interdit rue des Tilleuls pendant les travaux',
      text: 'Le stationnement est interdit des deux côtés de la rue des Tilleuls pendant la durée des travaux.',
      acte: { ...signed, nature: 'arrete', numero: `A-${year}-112`, date: daysAfter(today, -3) },
    },
  ].map(({ title, text, acte }) => ({
    publication: { title, body: text, acte },
    pdf: Buffer.from(
      textPdf(title, [
        { text: `Commune de ${COMMUNE.nom}`, bold: true },
        { text: title, bold: true, size: 16, above: 12 },
        { text, above: 12 },
        { text: `${acte.signataire}, ${acte.qualite}`, above: 24 },
      ]),
    ),
  }))
}
