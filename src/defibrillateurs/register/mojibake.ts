import { strictly } from '../../kernel/encodings.ts'

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

/** UTF-8 that was read as windows-1252: `Ã©`, `â€™`. */
const TWICE = /[ÃÂâ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸŽ]/

export function mended(text: string): string {
  if (TWICE.test(text)) return readAgain(text) ?? text
  if (!TELLTALE.test(text)) return text
  return text.replaceAll(TOUCHING, letter => PLAIN[letter] ?? POSSIBLE[letter] ?? letter)
}

/** The text of these bytes as UTF-8, when they are valid UTF-8 that was decoded as windows-1252. */
function readAgain(text: string): string | undefined {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const byte = code < 256 ? code : BYTE_OF.get(text[at] ?? '')
    if (byte === undefined) return undefined
    bytes[at] = byte
  }
  return strictly(bytes)
}

const BYTE_OF: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 32 }, (_, at) => {
    const byte = 0x80 + at
    return [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const
  }),
)
