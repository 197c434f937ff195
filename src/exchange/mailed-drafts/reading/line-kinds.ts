import { fold } from '../../../../shared/typed/calendar.ts'

/** What mail programs write around the words of a person, by line. Lines may have signs of Markdown before them. */

/** Without marks of quotation, escapes and the bars of a table. */
export const bare = (line: string): string =>
  line
    .replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/^[\s>|*_#-]+(?=\S)/, '')
    .replace(/[\s|*_]+$/, '')
    .trim()

/** What a program writes stands at the beginning of a line. */
const LONGEST_LINE = 600
const said = (line: string) => fold(bare(line.slice(0, LONGEST_LINE)))

/** `---------- Forwarded message ---------`, `Début du message réexpédié :`. */
export const saysForwarded = (line: string): boolean =>
  /^(?:-* ?)?(?:forwarded message|message (?:transfere|reexpedie|fait suivre)|mail transfere|courriel transfere|debut du message (?:reexpedie|transfere)|begin forwarded message)(?: ?par .{1,60})? ?(?:-*|:)$/.test(
    said(line),
  )

/** `-----Message d'origine-----`: of an answer or of a forwarded mail. */
export const saysOriginal = (line: string): boolean =>
  /^-* ?(?:message d'origine|message original|original message|message initial|courriel original) ?:? ?-*$/.test(
    said(line),
  )

/** `Message du 12/11/26 10:00`, above the headers that Orange writes. */
const saysMessageOf = (line: string): boolean =>
  /^message du \d{1,2}\/\d{1,2}\/\d{2,4}\b.{0,20}$/.test(said(line))

const HEADERS: Readonly<Record<string, RegExp>> = {
  /** “De : 14 h” is of an event. */
  from: /^(?:de|from|expediteur|emetteur)(?: ?:| \|) *(?![\d ])/,
  date: /^(?:envoye|date|sent|envoye le|date d'envoi)(?: ?:| \|)/,
  to: /^(?:a|to|destinataires?|pour)(?: ?:| \|) *(?![\d ])/,
  cc: /^(?:cc|copie(?: a)?|repondre a|reply-to|cci)(?: ?:| \|)/,
  subject: /^(?:objet|sujet|subject)(?: ?:| \|)/,
}
const headerName = (line: string): string | undefined => {
  const text = said(line)
  return Object.keys(HEADERS).find(name => HEADERS[name]?.test(text))
}

interface HeaderBlock {
  /** The first line after it. */
  readonly end: number
  readonly subject: string
}

/** Such a block has few empty lines, and headers with many recipients several lines. */
const MOST_LINES = 14
const MOST_GAP = 3

/** `De : … Envoyé : … À : … Objet : …`, from this line on; undefined for anything else. */
export function headersAt(lines: readonly string[], at: number): HeaderBlock | undefined {
  const oneLine = /^envoye ?: .{1,80} de ?: .{1,120} a ?: .{1,400} objet ?: ?(.{0,200})$/.exec(
    said(lines[at] ?? ''),
  )
  if (oneLine) return { end: at + 1, subject: /objet ?: ?(.*)$/i.exec(bare(lines[at] ?? ''))?.[1] ?? '' }
  const names = new Set<string>()
  let [subject, last] = ['', at]
  for (let line = at; line < Math.min(lines.length, at + MOST_LINES); line++) {
    const name = headerName(lines[line] ?? '')
    if (name === undefined) {
      if (names.size === 0 || line - last > MOST_GAP || names.has('subject')) break
      continue
    }
    names.add(name)
    last = line
    if (name === 'subject') subject = bare(lines[line] ?? '').replace(/^[^:|]{1,12}[:|]\s*/, '')
  }
  const isBlock = names.has('from') && names.size >= 3 && (names.has('date') || names.has('subject'))
  return isBlock && headerName(lines[at] ?? '') !== undefined ? { end: last + 1, subject } : undefined
}

/** `Le 12 nov. 2026 à 10:00, Anne <a@b.fr> a écrit :` may take three lines. */
export function attributionAt(lines: readonly string[], at: number): number | undefined {
  if (saysMessageOf(lines[at] ?? '')) return at + 1
  const first = said(lines[at] ?? '')
  if (!/^(?:le |on |en date de )/.test(first)) return undefined
  for (let count = 1; count <= 3 && at + count <= lines.length; count++) {
    const text = lines
      .slice(at, at + count)
      .map(said)
      .join(' ')
    if (text.length > 400) return undefined
    if (/^(?:le|on) .*(?:\d{4}|\d{1,2}[:h]\d{2}).*(?:a ecrit|wrote) ?:$/.test(text)) return at + count
    if (/^en date de ?: .{5,60} de ?: .*$/.test(text)) return at + count
  }
  return undefined
}

/** “Envoyé de mon iPhone”: an advertisement of a program. */
export const isFromProgram = (line: string): boolean =>
  /^(?:envoye (?:de|depuis|a partir de) (?:mon |ma |l'application |outlook|yahoo|proton|la messagerie).{0,80}|sent from my .{0,60}|get outlook for .{0,30}|telecharge[rz]? outlook pour .{0,40}|provenance ?: ?courrier.{0,40}|obtenez outlook pour .{0,40})(?: \(https?:\S+\))?\.?$/.test(
    linkless(said(line)),
  )

/** `[Outlook pour Android](https://aka.ms/…)` is its words. */
const linkless = (text: string) => text.replaceAll(/\[([^[\]]*)\]\([^)\s]*\)/g, '$1')

const DISCLAIMER =
  /^(?:ce (?:message|courriel|mail|courrier)(?: electronique)?(?: et| ainsi que|, | est| a ete| peut| contient| s'adresse).{0,200}(?:confiden|destinat|virus|intercept|usage exclusif)|l'absence de virus|garanti sans virus|sans virus|(?:this|the information in this) (?:e-?mail|message).{0,200}(?:confiden|intended)|pensez a l'environnement|n'imprimez ce|avant d'imprimer|afin de (?:preserver|contribuer au respect de) l'environnement|adoptez l'eco-?attitude|logo avast)/

export const isDisclaimer = (line: string): boolean => DISCLAIMER.test(linkless(said(line)))

/** The link by which the recipient of a newsletter leaves it: a resident could take the town hall off the list. */
export const isForRecipient = (line: string): boolean => {
  const text = said(line)
  const leaves = /desinscri|desabonn|unsubscribe/.test(text)
  return (
    (leaves && /https?:|\]\(|cliqu|\bici\b|newsletter|lettre|liste|e-?mails?\b|messages?\b/.test(text)) ||
    /(?:voir|afficher|lire|consulter|visualiser)[^.]{0,40}navigateur|version en ligne|ne s'affiche pas (?:correctement|bien)|view (?:it |this )?(?:email )?in (?:your )?browser|gerer (?:vos|mes) (?:preferences|abonnements)|vous recevez (?:ce|cet|cette) (?:mail|e-mail|message|courriel|lettre|newsletter)/.test(
      text,
    )
  )
}

const CLOSING =
  /^(?:(?:bien|tres|tout|le plus|recevez mes|mes|nos|avec mes|avec nos)\s)?(?:cordialement|cordiales? salutations|cdlt|cdt|bcdt|amicalement|amities|respectueusement|sincerement|sinceres salutations|salutations(?: \w+){0,2}|sportivement|associativement|musicalement|chaleureusement|meilleures salutations|bien a vous|a votre disposition|(?:tres )?bonne (?:journee|reception|soiree|fin de (?:journee|semaine))(?: a (?:vous|tous|toutes))?|belle (?:journee|soiree)|best regards|kind regards|regards)\b/

/** A formula at the end of a letter; a sentence that begins so, or goes on, is none. */
export const isClosing = (line: string): boolean => {
  const text = said(line)
  const formula = CLOSING.exec(text)?.[0]
  return formula !== undefined && text.length - formula.length <= 40 && !/[?:]\s*$/.test(text)
}

/** “Merci”, “Bises”, above a name. */
export const isFarewell = (line: string): boolean =>
  /^(?:merci(?: (?:d'avance|par avance|beaucoup|a vous))?(?: et (?:bonne (?:journee|soiree)|bon week-?end|a bientot))?|bises|bisous|a\+|a bientot|bon week-?end)[ ,.!]*$/.test(
    said(line),
  )

export const isGreeting = (line: string): boolean =>
  /^(?:bonjour|bonsoir|madame|monsieur|mesdames|messieurs|cher|chere|chers|hello|salut|coucou|mme|m\.)\b.{0,60}$/.test(
    said(line),
  ) && !/\d/.test(line)

/** “Ci-joint l’affiche”, “merci de publier”: asks the town hall, and tells residents nothing. */
export const isRequest = (line: string): boolean =>
  /^(?:(?:bonjour|bonsoir),? )?(?:(?:vous trouverez|veuillez trouver|je vous (?:transmets|envoie|joins|adresse|fais suivre|prie de)|nous vous|trouvez|voici|pour info|pour information|pour publication|a publier|a diffuser|a mettre|fyi|merci (?:de|d'|pour|par|beaucoup|et)|en vous remerciant|peux[- ]tu|pouvez[- ]vous|pourriez[- ]vous|pourrais[- ]tu|est[- ]ce (?:que|possible)|serait[- ]il possible|ci[- ]joint|en piece jointe|comme convenu|suite a|merci$)\b|(?:.{0,60}\b(?:ci[- ]joint|en (?:piece|p\.?) ?jointe|en pj)\b))/.test(
    said(line),
  )

/** `--`, alone: what follows is the signature. */
export const isDelimiter = (line: string): boolean => /^\\?(?:--|—|–|__+)$/.test(line.trim())

/** From this length on a line may have been broken. */
const LONG = 40

/** Lines that a program has broken, whole again: a day may stand at a break. */
export function unbroken(text: string): string {
  const lines: string[] = []
  for (const line of text.split('\n')) {
    const before = lines.at(-1)
    const isNext =
      before !== undefined &&
      before.trim().length >= LONG &&
      !/[.!?:;]$/.test(before.trim()) &&
      /^[\p{Ll}\d(«"&:;!?]/u.test(line) &&
      !/^\d{1,2}[.)]\s/.test(line)
    if (isNext) lines[lines.length - 1] = `${before.trimEnd()} ${line}`
    else lines.push(line)
  }
  return lines.join('\n')
}
