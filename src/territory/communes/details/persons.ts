import { foldedWords } from '../../../kernel/texts/texts.ts'

/** A key for a person and a function, the same however they are spelt: without accents, case and punctuation. */
export const personKey = (
  { nom, prenom, fonction }: { readonly nom: string; readonly prenom: string; readonly fonction: string },
  number: number,
): string => `${foldedWords(nom)}|${foldedWords(prenom)}|${foldedWords(fonction)}|${number}`

/** The rank of a mayor of a part of the commune, the last who is shown before the councillors. */
export const LAST_DEPUTY = 210

/** The mayor first, then the deputies by their number, then everybody else. */
export function rankOf(fonction: string): number {
  const words = foldedWords(fonction).replace(/^(?:(?:madame|monsieur) )?(?:le |la )?(?=maire)/, '')
  if (/^maire( |$)/.test(words) && !/^maire (delegue|d arrondissement|honoraire|adjoint)/.test(words))
    return 1
  const number = /^(\d{1,3}) ?(er|ere|eme|e|nd|nde)? adjoint/.exec(words)?.[1]
  if (number) return 1 + Number(number)
  if (/^premiere? adjoint/.test(words)) return 2
  if (/adjoint/.test(words)) return 200
  if (/^maire/.test(words)) return LAST_DEPUTY
  return /deleguee?( |$)/.test(words) ? 220 : 300
}
