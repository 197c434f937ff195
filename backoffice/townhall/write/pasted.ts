import { typable } from '../../kit/ui/pasted.ts'

/**
 * Turns text pasted from a word processor into Markdown: a leading tab would become code, and a bullet character stay as it is.
 */
export const tidied = (pasted: string): string =>
  typable(pasted)
    .split('\n')
    .map(line =>
      line
        .replace(/^[ \t\u00a0]*(?:[•·▪◦‣●○■□➢✓\uf0b7\uf0a7][ \t\u00a0]+|[o§–—-]\t+)/, '- ')
        .replace(/^[ \t\u00a0]*(\d{1,3})[.)]\t+/, '$1. ')
        .replace(/^(?:\t| {4})[ \t\u00a0]*/, ''),
    )
    .join('\n')
