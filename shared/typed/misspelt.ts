/** Weekdays with one letter that is missing, doubled or in the place of the next one: `mecredi`, `dimmanche`, `samdei`. */

const NAMES = ['lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi', 'dimanche']
/** Other words of French, or a foreign name. */
const WORDS = new Set(['mari', 'jedi'])

function mistakesIn(name: string): readonly string[] {
  const mistakes = new Set<string>()
  for (let at = 0; at < name.length; at++) {
    const [before, letter, behind] = [name.slice(0, at), name.charAt(at), name.slice(at + 1)]
    mistakes.add(before + behind)
    mistakes.add(before + letter + letter + behind)
    mistakes.add(before + behind.charAt(0) + letter + behind.slice(1))
  }
  return [...mistakes].filter(word => word !== name && !WORDS.has(word))
}

/** A word that is two of them is none. */
const MISTAKES: ReadonlyMap<string, string> = (() => {
  const [meant, several] = [new Map<string, string>(), new Set<string>()]
  for (const name of NAMES)
    for (const word of mistakesIn(name)) {
      if (meant.has(word)) several.add(word)
      meant.set(word, name)
    }
  for (const word of several) meant.delete(word)
  return meant
})()

/** `mecredi`, `mecredis`: `mercredi`. */
export const weekdayMeant = (word: string): string | undefined =>
  MISTAKES.get(word) ?? MISTAKES.get(word.replace(/s$/, ''))
