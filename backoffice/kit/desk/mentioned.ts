/** Reads `@` and the beginning of a name in a note, and finds the colleagues with that name. */

const AT_THE_END = /(?:^|[\s(«"])@((?! )[\p{L}\p{M}'’ .-]{0,40})$/u
const MOST_FOUND = 6

/** The text between `@` and the caret. An `@` in a mail address or before a space begins no mention. */
export const insertionAt = (before: string): string | undefined => AT_THE_END.exec(before)?.[1]

const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Those with a name of which this is the beginning, or the beginning of a later word of it. */
export function matching<One extends { readonly nom: string | null }>(
  all: readonly One[],
  typed: string,
): readonly One[] {
  const start = plain(typed)
  return all
    .filter(({ nom }) => nom !== null && ` ${plain(nom).replaceAll('-', ' ')}`.includes(` ${start}`))
    .slice(0, MOST_FOUND)
}
