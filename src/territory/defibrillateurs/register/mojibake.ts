import { asWritten } from '../../../kernel/texts/encodings.ts'

/**
 * Text that was decoded with a wrong code page on its way to the register. Repaired only where that is certain: no French
 * word has a low quote between its letters.
 */

/** Letters of code page 850 as windows-1252 decodes their bytes. The first ones occur in no French word. */
const PLAIN: Readonly<Record<string, string>> = {
  '‚': 'é',
  Š: 'è',
  ˆ: 'ê',
  '‰': 'ë',
  '‡': 'ç',
  ƒ: 'â',
  '\u0081': 'ü',
  '\u0090': 'É',
}
/** These may be meant as they are: replaced only in a text that has one of the first. */
const POSSIBLE: Readonly<Record<string, string>> = {
  '…': 'à',
  '“': 'ô',
  '–': 'û',
  '—': 'ù',
  Œ: 'î',
  '‹': 'ï',
  '„': 'ä',
  '”': 'ö',
}
const plain = Object.keys(PLAIN).join('')
const all = plain + Object.keys(POSSIBLE).join('')
/** After a letter and before another one, or at the end of a word; the most frequent ones at the beginning too. */
const TELLTALE = new RegExp(`\\p{L}[${plain}](?=\\p{L}|\\P{L}|$)|(?<!\\S)[‚\u0090](?=\\p{Ll})`, 'u')
/** Beside a letter; and `à`, which is a word of its own. */
const TOUCHING = new RegExp(`(?<=\\p{L})[${all}]|[${all}](?=\\p{Ll})|(?<=\\s)…(?=\\s)`, 'gu')

export function mended(text: string): string {
  const written = asWritten(text)
  if (written !== text || !TELLTALE.test(text)) return written
  return text.replaceAll(TOUCHING, letter => PLAIN[letter] ?? POSSIBLE[letter] ?? letter)
}
