import { fold } from '../../../../shared/typed/calendar.ts'
import { plainLine } from '../../../kernel/texts/plain-text.ts'
import { textOfMarkdown } from '../../imports/reading/texts/html.ts'
import { bare } from './line-kinds.ts'

/** Where the event of a mail is: the line that says “Lieu”, else the first hall, square or church that the text names. */

const LONGEST = 200
const LABEL =
  /^(?:📍\s*)?(?:lieu(?: de (?:rendez-vous|rdv))?|où|adresse du rendez-vous|rendez-vous|rdv)\s*\??\s*[:|]\s*(.{3,})$/iu
const PIN = /📍\s*(?:lieu\s*:\s*)?([^📅🕐⏰🎟\n]{3,})/u
const KINDS =
  'salle|gymnase|eglise|chapelle|cathedrale|abbaye|place|parc|jardin|stade|complexe|mairie|hotel de ville|mediatheque|bibliotheque|foyer|maison|theatre|ecole|college|lycee|cinema|halle|halles|espace|centre|chateau|boulodrome|auditorium|musee|ferme|parking|camping|plage|port|moulin|local|dojo|esplanade|kiosque|patinoire|piscine|hippodrome'
const NAMED = new RegExp(
  String.raw`(?:[-–,|:(]|\s(?:a la|a l'|au|aux|dans la|dans le|dans l'|sur la|sur le|sur l'|en|en l'|devant la|devant l'|devant le)) ?((?:${KINDS})\b)`,
)
/** “Salle des fêtes”, on a line of its own. */
const ALONE =
  /^(?:salle|gymnase|eglise|chapelle|mediatheque|bibliotheque|foyer|theatre|cinema|halle|espace|stade|dojo|auditorium)\b.{0,50}$/

export function placeIn(text: string): string | null {
  const lines = textOfMarkdown(text.slice(0, 20_000)).split('\n').map(bare)
  const labelled = lines.flatMap(line => LABEL.exec(line)?.[1] ?? PIN.exec(line)?.[1] ?? [])[0]
  if (labelled !== undefined) return shown(labelled.replace(/[.;,]$/, ''))
  for (const line of lines) {
    const found = namedIn(line)
    if (found) return shown(found)
  }
  return null
}

const shown = (name: string): string | null =>
  plainLine(name.trim().slice(0, 1).toUpperCase() + name.trim().slice(1), LONGEST)

/** From the noun to the end of what it may be: a sign, a day, an hour, or a verb. */
function namedIn(line: string): string | undefined {
  // Folding keeps the length of a line of letters that French has; other lines are left alone.
  const folded = fold(line)
  if (ALONE.test(folded) && !/[.!?:]$/.test(folded)) return line
  const match = folded.length === line.length ? NAMED.exec(folded) : undefined
  if (!match) return undefined
  const noun = match[1] ?? ''
  const start = match.index + match[0].length - noun.length
  const rest = line.slice(start)
  const [name = ''] =
    /^.*?(?=\s*(?:[.;:!?()|–—]|,|\s-\s|$|\s(?:le|à|de|dès|à partir de|pour|et|avec|où|afin)\s(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|\d|midi|l[’']|la\s|le\s|un|une)|\s(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\b|\s\d{1,2}\s?h|\s(?:pour|avec|où|afin|puis|organis|aura|sera)))/iu.exec(
      rest,
    ) ?? []
  return name.length >= 4 && name.length <= 100 ? name : undefined
}
