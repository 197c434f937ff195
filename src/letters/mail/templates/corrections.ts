import { FACTS, type Fact } from '../../../../shared/fields/publications.ts'
import type { Language } from '../../../kernel/refusals/errors.ts'
import { AT, HELP, LINK } from './example-data.ts'
import { type Block, type Content, link, quietLink, quote, says } from './layout.ts'
import { footOf, hello, howToContest, moment, nameOf, subjectOf } from './words.ts'

/** Mails to the author of a publication that a moderator has corrected. */

interface Correction {
  /** One title: the one that the author knows. */
  readonly titles: readonly string[]
  readonly changes: readonly Change[]
  readonly at: Date
  /** Where a member edits it. */
  readonly link?: string | null
  /** The page that residents read, once it is online. */
  readonly online?: string | null
  /** The page from which authors write to the team. */
  readonly help: string
  readonly answerable: boolean
}
export interface Change {
  readonly what: Fact
  /** Null for values that mean nothing in a mail: a type, a commune. */
  readonly before: string | null
  readonly after: string | null
}

export function publicationCorrected(
  language: Language,
  nom: string,
  { titles, changes, at, link: page, online, help, answerable }: Correction,
  place: string,
): Content {
  const french = language === 'fr'
  const subject = french ? 'Votre publication a été corrigée' : 'Your publication was corrected'
  return {
    subject: subjectOf(language, subject, titles),
    title: subject,
    blocks: [
      says(hello(language, nom)),
      says(
        french
          ? `L’équipe de modération a corrigé votre publication le ${moment('fr', at)} :`
          : `The moderation team corrected your publication on ${moment('en', at)}:`,
      ),
      ...titles.map(nameOf),
      ...changes.flatMap(change => changeInWords(language, change)),
      ...(online
        ? [
            says(french ? 'Elle est en ligne, ainsi corrigée.' : 'It is online, with these corrections.'),
            link(french ? 'Voir la publication' : 'See the publication', online),
          ]
        : []),
      says(
        french
          ? 'Vous pouvez la modifier à nouveau. Cette correction a été faite par une personne.'
          : 'You may change it again. This correction was made by a person.',
      ),
      ...(page
        ? [
            (online ? quietLink : link)(
              french ? 'Relire ou modifier le texte' : 'Read or change the text',
              page,
            ),
          ]
        : []),
      ...howToContest(language, place, { answerable, help }),
    ],
    why: french
      ? 'Vous recevez ce message parce que vous avez rédigé cette publication.'
      : 'You receive this message because you wrote this publication.',
    ...footOf(language, answerable),
  }
}
publicationCorrected.examples = [
  {
    titles: ['Vide grenier'],
    changes: [
      { what: 'title', before: 'Vide grenier', after: 'Vide-grenier' },
      { what: 'lieu', before: '', after: 'Place du marché' },
      { what: 'commune_ids', before: null, after: null },
    ],
    at: AT,
    link: LINK,
    online: LINK,
    help: HELP,
    answerable: true,
  },
] satisfies Correction[]

function changeInWords(language: Language, { what, before, after }: Change): readonly Block[] {
  const name = FACTS[what][language]
  const [changed, was, is, nothing] =
    language === 'fr'
      ? ([`${name} : modification.`, `${name}, avant :`, 'Maintenant :', '(rien)'] as const)
      : ([`${name}: changed.`, `${name}, before:`, 'Now:', '(nothing)'] as const)
  if (before === null && after === null) return [says(changed)]
  const [left, right] = passages(before ?? '', after ?? '')
  return [says(was), quote(left || nothing), says(is), quote(right || nothing)]
}

/** How many characters are shown of a difference, and around it. */
const AROUND = 60
const MOST = 600

/** The passages in which two texts differ, with some words around them. */
export function passages(before: string, after: string): readonly [before: string, after: string] {
  const [old, fresh] = [[...before], [...after]]
  const shorter = Math.min(old.length, fresh.length)
  let begin = 0
  while (begin < shorter && old[begin] === fresh[begin]) begin++
  let end = 0
  while (end < shorter - begin && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end++
  return [cutOut(old, begin, end), cutOut(fresh, begin, end)]
}

function cutOut(letters: readonly string[], begin: number, end: number): string {
  const from = begin <= AROUND ? 0 : begin - AROUND
  const to = end <= AROUND ? letters.length : letters.length - end + AROUND
  const cut = letters
    .slice(from, Math.min(to, from + MOST))
    .join('')
    .trim()
  return `${from > 0 ? '… ' : ''}${cut}${to < letters.length || to > from + MOST ? ' …' : ''}`
}
