/** Twelve months as people abbreviate them, French and English, without accents and dots. */
const NAMES: readonly (readonly string[])[] = [
  ['janvier', 'january', 'janv'],
  ['fevrier', 'february', 'fevr', 'fev', 'feb'],
  ['mars', 'march', 'mar'],
  ['avril', 'april', 'avr', 'apr'],
  ['mai', 'may'],
  ['juin', 'june', 'jun'],
  ['juillet', 'july', 'juil', 'jul', 'juill'],
  ['aout', 'august', 'aou', 'aug'],
  ['septembre', 'september', 'sept', 'sep'],
  ['octobre', 'october', 'oct'],
  ['novembre', 'november', 'nov'],
  ['decembre', 'december', 'dec'],
]

const BY_NAME = new Map(NAMES.flatMap((names, index) => names.map(name => [name, index + 1] as const)))
BY_NAME.set('jan', 1)

/** 1 to 12, or undefined. */
export const monthOf = (name: string): number | undefined => BY_NAME.get(name)

const WEEKDAYS =
  /^(?:le )?(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lun|mar|mer|jeu|ven|sam|dim|monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|wed|thurs?|thu|fri|sat|sun)\b[.,]{0,2}\s*/

/** The weekday is removed: it is redundant, and sometimes wrong. */
export const withoutWeekday = (text: string): string => {
  const rest = text.replace(WEEKDAYS, '')
  // `mar` may be mardi or mars: followed by a month, it is the weekday.
  return /^mar[. ]/.test(text) && !/^\d{1,2}(?:er|\.)?[ -]+[a-z]/.test(rest) ? text : rest
}
