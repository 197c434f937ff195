import { fold } from '../../../../shared/typed/calendar.ts'
import { plainLine } from '../../../kernel/texts/plain-text.ts'
import { foldedWords, shortenedAtWord } from '../../../kernel/texts/texts.ts'
import { textOfMarkdown } from '../../imports/reading/texts/html.ts'
import { isGreeting, isRequest, unbroken } from './line-kinds.ts'

/** The title of a draft: the subject without what mail programs and habits put before it, else the first words that tell something. */

const LONGEST = 200
const LONGEST_LINE = 120

const PREFIX =
  /^(?:(?:re|ré|rép|réf|fwd?|fw|tr|trans|wg|aw|sv|pour info|pour information|fyi|pi)\s*(?:\[\d+\])?\s*[:>]\s*|\[[^\]]{1,40}\]\s*|\*{2,}\s*spam\s*\*{2,}\s*)/iu
/** “À publier : …”, “Affiche du …”. */
const REQUEST =
  /^(?:(?:merci de|svp|stp|urgent|important)[\s,:!–-]*)*(?:(?:à|a) (?:publier|diffuser|mettre (?:en ligne|sur le site)|afficher|paraître)|pour (?:publication|diffusion|parution|le site(?: internet)?|panneau ?pocket|le panneau(?: lumineux)?|l[’']appli(?:cation)?)|publi(?:er|cation)|diffu(?:ser|sion)|demande (?:de|d[’'])\s?(?:publication|diffusion|parution|insertion)|(?:article|annonce|info(?:rmation)?s?|actu(?:alité)?) (?:à|a|pour) (?:publier|diffuser|le site(?: internet)?|publication|diffusion)|(?:affiche|flyer|tract|visuel)s?)(?:\s*(?:[:–—-]|\/)\s*|\s+(?=(?:du|de la|de l[’']|des|pour l[ea]s?|pour l[’'])\s))/iu
const OF_POSTER = /^(?:du|de la|des|pour les?|pour la)\s+|^(?:de |pour )?l[’']/iu

/** Words that tell nobody what it is about. */
const EMPTY = new Set(
  `a ai annonce annonces affiche affiches actu actualite actus article articles associatif association au aux bonjour bulletin ce cette ci com comm communication communique communiques courriel de demande des diffuser diffusion document documents doc docx du e email emailing en envoi envoyer et evenement fichier fichiers flyer fw fwd image images img info informations information infos internet jointe jointes joint joints jpg jpeg l la le les ligne lumineux mail mairie manifestation merci message mettre nouveau nouvelle objet panneau panneaupocket pdf photo photos piece pieces pj png pocket poster pour publication publications publier re scan scanne sans site sur svp stp texte tr transfert tract un une urgent visuel votre voici web whatsapp application appli pub commune ville village page`.split(
    ' ',
  ),
)

export const tells = (text: string): boolean =>
  foldedWords(text)
    .split(' ')
    .some(word => word.length > 1 && !EMPTY.has(word) && !/^\d+$/.test(word))

/** `TR: [asso] Fwd: À publier : Loto` is “Loto”. */
function cleanSubject(subject: string): string {
  let text = subject.trim()
  for (let times = 0; times < 10; times++) {
    const less = text.replace(PREFIX, '')
    if (less === text) break
    text = less
  }
  const [request] = REQUEST.exec(text) ?? []
  if (request !== undefined) {
    const rest = text.slice(request.length)
    // “Affiche du loto”: without the article that belonged to the first word.
    const name = /[:–—/-]\s*$/.test(request) ? rest : rest.replace(OF_POSTER, '')
    if (tells(name)) text = name
  }
  return capitalised(text.replace(/[\s:–-]+$/, '').trim())
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

interface Sources {
  /** The subjects of the mail, then of the mail that it forwards. */
  readonly subjects: readonly (string | undefined)[]
  /** The texts that may begin with a title: of the mail, of its poster. */
  readonly texts: readonly string[]
  readonly fileNames: readonly string[]
}

export function titleOf({ subjects, texts, fileNames }: Sources): string {
  for (const subject of subjects) {
    const title = cleanSubject(subject ?? '')
    if (tells(title)) return plainLine(title, LONGEST) ?? ''
  }
  for (const text of texts) {
    const line = firstTelling(text)
    if (line) return line
  }
  for (const name of fileNames) {
    const words = capitalised(wordsOfFile(name))
    if (tells(words)) return plainLine(words, LONGEST) ?? ''
  }
  return ''
}

function firstTelling(markdown: string): string | undefined {
  for (const line of unbroken(textOfMarkdown(markdown.slice(0, 4_000))).split('\n')) {
    const words = (plainLine(line, 1_000) ?? '').replace(/^bonjour(?: [àa] tous)?\s*,\s*/i, '')
    if (words === '' || isGreeting(words) || isRequest(words) || !tells(words) || isOnlyDay(words)) continue
    const [sentence = words] = words.split(/(?<=[.!?])\s/)
    return capitalised(
      shortenedAtWord(sentence.length <= LONGEST_LINE ? sentence.replace(/\.$/, '') : words, LONGEST_LINE),
    )
  }
  return undefined
}

/** “Samedi 12 décembre à 14 h” says when, not what. */
const isOnlyDay = (line: string): boolean =>
  !/[a-z]{2}/.test(
    fold(line).replaceAll(
      /\b(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|fevrier|mars|avril|mai|juin|juillet|aout|septembre|octobre|novembre|decembre|les?|du|au|et|de|a partir|des|heures?|er|h|h\d\d|midi|minuit)\b/g,
      '',
    ),
  )

/** `Affiche_loto-2026 (1).pdf`: Affiche loto 2026. */
const wordsOfFile = (name: string): string =>
  name
    .replace(/\.[a-z0-9]{2,5}$/i, '')
    .replaceAll(/\(\d+\)/g, ' ')
    .replaceAll(/[_+-]+|(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/^(?:affiche|flyer|tract|visuel)s?\s+(?=\S)/i, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
