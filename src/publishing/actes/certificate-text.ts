import { bareNumber, NATURES, type Nature } from '../../../shared/words/actes.ts'
import { type PdfLine, textPdf } from '../../kernel/files/text-pdf.ts'
import type { Certificate } from './certificate.ts'
import type { Interval } from './exposure.ts'
import { authorOf } from './rules.ts'

/** The certificate on paper: what it says, and the seals that prove it. `docs/verify-act.mjs` checks its JSON. */
export function certificatePdf(said: Certificate, fuseau: string): string {
  const { acte, affichages, interruptions, horloge, deux_mois_le, lignes, sceaux } = said
  const day = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeZone: 'UTC' })
  const moment = new Intl.DateTimeFormat('fr-FR', { dateStyle: 'long', timeStyle: 'long', timeZone: fuseau })
  const at = (instant: string) => moment.format(new Date(instant))
  const span = ({ du, au }: Interval) => `du ${at(du)} ${au === null ? 'jusqu’à ce jour' : `au ${at(au)}`}`
  const heading = (text: string): PdfLine => ({ text, bold: true, size: 12, above: 12 })
  const list = (intervals: readonly Interval[], none: string): PdfLine[] =>
    intervals.length === 0 ? [{ text: none }] : intervals.map(one => ({ text: `• ${span(one)}` }))
  const nature = NATURES[acte.nature as Nature].fr
  const publicity = acte.repris ? 'd’affichage ici' : 'de publicité'
  const open = lignes.filter(({ sceau }) => sceau === null).length
  return textPdf(`Certificat d’affichage, ${nature} ${acte.numero}`, [
    { text: `Commune de ${acte.commune}`, bold: true },
    { text: 'Certificat d’affichage par voie électronique', bold: true, size: 18, above: 8 },
    { text: 'Articles L2131-1 et R2131-1 du code général des collectivités territoriales', above: 4 },
    heading('L’acte'),
    { text: `${nature} n° ${bareNumber(acte.numero)} du ${day.format(new Date(acte.date))}` },
    ...(acte.objet === null ? [] : [{ text: `Objet : ${acte.objet}` }]),
    { text: `Auteur : ${authorOf(acte) ?? 'nommé dans le document'}` },
    {
      text: acte.transmis_le
        ? `Transmis à l’État le ${day.format(new Date(acte.transmis_le))}`
        : 'Aucune transmission à l’État n’est indiquée.',
    },
    { text: `Adresse : ${acte.adresse}` },
    { text: `Document PDF de ${acte.document.octets} octets, empreinte SHA-256 :` },
    { text: acte.document.sha256 },
    ...(acte.repris ? [heading('Publication d’origine'), ...before(acte.repris_de)] : []),
    heading(acte.repris ? 'Affiché ici, à la disposition de tous' : 'Affiché, à la disposition de tous'),
    ...list(affichages, 'Jamais.'),
    {
      text:
        deux_mois_le === null
          ? `Les deux mois ${publicity} ne sont pas atteints.`
          : `Les deux mois ${publicity} sont atteints depuis le ${at(deux_mois_le)}.`,
    },
    heading('Interruptions du service pendant l’affichage'),
    ...list(interruptions, 'Aucune de plus de cinq minutes.'),
    heading('Changements de l’heure pendant l’affichage'),
    ...list(horloge, 'Aucun.'),
    heading('Preuve'),
    {
      text: `Établi le ${at(said.etabli_le)} d’après le journal scellé du service. Le même certificat en JSON contient les lignes du journal ; le script verify-act.mjs les vérifie sans le service.`,
    },
    ...sceaux.flatMap(({ numero, hash }) => [{ text: `Sceau ${numero} :`, above: 4 }, { text: hash }]),
    ...(open > 0
      ? [{ text: `${open} ligne(s) attendent encore leur sceau, posé chaque minute.`, above: 4 }]
      : []),
  ])
}

/** What may be said of a publication that was elsewhere: nothing that counts. */
const before = (address: string | null): PdfLine[] => [
  {
    text:
      address === null
        ? 'Cet acte a été repris du fichier de la commune, tenu par un autre service.'
        : 'Cet acte a été repris du registre de la commune. D’après ce registre, son document était à l’adresse :',
  },
  ...(address === null ? [] : [{ text: address }]),
  {
    text: 'Le présent certificat n’atteste que l’affichage ici. Il ne dit ni quand l’acte a pris effet, ni quand le délai de recours a commencé : la preuve de sa première publication est à demander à la mairie.',
  },
]
