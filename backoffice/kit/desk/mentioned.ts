/** What a note says after `@`, and the colleagues that it may mean. */

const AT_THE_END = /(?:^|[\s(«"])@((?! )[\p{L}\p{M}'’ .-]{0,40})$/u
const MOST_FOUND = 6

/** What was typed since `@`, before the caret. The `@` of a mail address is none, nor is one before a space. */
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
