const folded = (text: string) =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('œ', 'oe').replaceAll('æ', 'ae')
const wordsOf = (text: string) => folded(text).match(/[\p{L}\p{N}]+/gu) ?? []

/** Each typed word begins a word of the name: “cles api” finds “Clés d’API”. */
export function matches(name: string, typed: string): boolean {
  const words = wordsOf(name)
  return wordsOf(typed).every(one => words.some(word => word.startsWith(one)))
}
