/** Removes the title that people write before opening hours. */

/** Hours by telephone are others: a word behind it that is not known refuses the text. */
const PLACES = [
  'mairie|secr[ée]tariat|accueil|biblioth[èe]que|m[ée]diath[èe]que|ludoth[èe]que|d[ée]ch[èe]terie|mus[ée]e|piscine|march[ée]',
  'magasin|boutique|commerce|bureaux?|agence postale|la poste|office de tourisme|permanences?|cabinet|salon|atelier',
  'boulangerie|boucherie|charcuterie|[ée]picerie|sup[ée]rette|fromagerie|pharmacie|librairie|bar|caf[ée]|restaurant|pizzeria|garage',
].join('|')
/** A title before the days; it is removed once: `Horaires d’ouverture de la mairie :`, `ouverture au public :`. */
const OPENING = new RegExp(
  `^(?:(?:nos |les )?(?:horaires?|heures?|jours?)(?: et (?:horaires?|heures?|jours?))?(?: d[’'](?:ouverture|accueil))?(?: du public)? ?:? ?)?` +
    `(?:(?:de la |du |de l[’']|la |le |l[’']|notre |votre )?(?:${PLACES})(?![a-zà-ÿ])(?: (?:municipale?|de (?:la )?mairie|du public|en mairie))? ?)?` +
    String.raw`(?:(?:est |sont |nous sommes )?(?:ouverte?s?|ouvertures?)(?![a-zà-ÿ])(?: au public| du public)? ?)?:?\s*`,
  'i',
)

export const withoutOpening = (text: string): string => text.replace(OPENING, '')

/** In one writing of dashes and blanks, without bullets and what stands before the days. */
export const opened = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[\u2010-\u2012\u2212]/g, '-')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim()
    .replaceAll(/^[-–—•*·] ?/gm, '')
    .replace(OPENING, '')
    .replaceAll(/(?<=[a-z])\(s\)/gi, 's')
    .replace(/\b24 ?h? ?\/ ?7(?: ?j(?:ours)?)?(?![\d/])/i, '7j/7 24h/24')
    .replace(/^24 ?h ?(?:\/|sur) ?24 ?(?:,|et|-)? ?(7 ?j(?:ours)? ?(?:\/|sur) ?7)/i, '$1 24h/24')
