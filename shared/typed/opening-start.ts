import { hoursInFigures } from './numbers.ts'

/** Removes the title that people write before opening hours. */

/** Hours by telephone are others: a word after it that is not known refuses the text. */
export const PLACES = [
  'mairie|guichet|services?|secr[ée]tariat|accueil|biblioth[èe]que|m[ée]diath[èe]que|ludoth[èe]que|d[ée]ch[èe]terie|mus[ée]e|piscine|march[ée]',
  'magasin|boutique|commerce|bureaux?|agence postale|la poste|office de tourisme|permanences?|cabinet|salon|atelier',
  'boulangerie|boucherie|charcuterie|[ée]picerie|sup[ée]rette|fromagerie|pharmacie|librairie|bar|caf[ée]|restaurant|pizzeria|garage',
].join('|')
/** A title before the days; it is removed once: `Horaires d’ouverture de la mairie :`, `ouverture au public :`. */
const OPENING = new RegExp(
  `^(?:(?:nos |les )?(?:horaires?|heures?|jours?)(?: et (?:horaires?|heures?|jours?))?(?: d[’'](?:ouverture|accueil))?(?: du public)? ?:? ?)?` +
    `(?:(?:de la |du |de l[’']|la |le |l[’']|notre |votre )?(?:${PLACES})(?![a-zà-ÿ])(?: (?:municipale?|municipaux|administratifs|physique|de (?:la )?mairie|du public|au public|en mairie))? ?:? ?)?` +
    String.raw`(?:(?:est |sont |nous sommes )?(?:ouverte?s?|ouvertures?)(?![a-zà-ÿ])(?: au public| du public)? ?|(?:nous )?(?:vous )?(?:accueill(?:e|ent|ons)|re[çc]oi(?:t|vent)|recevons)(?: le public)? ?)?:?\s*`,
  'i',
)

export const withoutOpening = (text: string): string => text.replace(OPENING, '')

/** `Mardi –` above other days: is it closed, or does the next line belong to it? */
export const isOpenLine = (text: string): boolean =>
  /^[a-zà-ÿ.]{2,10} ?[-–—/]{1,3}\n(?=[a-zà-ÿ.]{2,10} )/im.test(text)

/** In one writing of dashes and blanks, without bullets and what stands before the days. */
export const opened = (text: string): string =>
  hoursInFigures(text)
    .normalize('NFC')
    .replaceAll(/[\u2010-\u2012\u2212]/g, '-')
    .replaceAll(/\s*\n\s*/g, '\n')
    .replaceAll(/[^\S\n]+/g, ' ')
    .trim()
    .replaceAll(/^[-–—•*·>] ?/gm, '')
    // `14h > mercredi`, `9h • mardi`: each day is a line of its own.
    .replaceAll(/(?<=[\dhi.;]) ?[>•·] ?(?=[a-zà-ÿ])/gi, '\n')
    // `8h30 | 12h` is written with a dash elsewhere; `entre 10h et 12h` with both words.
    .replaceAll(/(?<=\d ?(?:h ?(?:\d\d)?)?) ?\| ?(?=\d)/gi, ' - ')
    .replaceAll(/\bentre (\d{1,2} ?(?:h|:)(?: ?\d\d)?) et (?=\d)/gi, '$1 - ')
    .replaceAll(/^([a-zà-ÿ.]{2,10} ?): ?(?:[-–—/]{1,3}|x|néant)$/gim, '$1 fermé')
    .replace(OPENING, '')
    .replaceAll(/(?<=[a-z])\(s\)/gi, 's')
    .replace(/\b24 ?h? ?\/ ?7(?: ?j(?:ours)?)?(?![\d/])/i, '7j/7 24h/24')
    .replace(/^24 ?h ?(?:\/|sur) ?24 ?(?:,|et|-)? ?(7 ?j(?:ours)? ?(?:\/|sur) ?7)/i, '$1 24h/24')
