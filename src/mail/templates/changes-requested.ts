import type { Language } from '../../kernel/errors.ts'
import { type Content, link, quote, says } from './layout.ts'
import { footOf, hello, howToContest, moment, quoted, subjectOf } from './words.ts'

/** The mail to the author of publications that a moderator sent back. */

interface Requested {
  /** One or more, sent back together. */
  readonly titles: readonly string[]
  /** The number of further ones, which are not named. */
  readonly more?: number
  /** What to change. Null if it was resubmitted meanwhile. */
  readonly reason: string | null
  readonly at: Date
  readonly answerable: boolean
  /** The form, or the list of several. Null for a recipient who is no member. */
  readonly link: string | null
}

export function changesRequested(
  language: Language,
  nom: string,
  { titles, more = 0, reason, at, answerable, link: address }: Requested,
  place: string,
): Content {
  const one = titles.length === 1
  const comment = reason ? [quote(reason)] : []
  if (language === 'fr')
    return {
      subject: subjectOf(
        'fr',
        one ? 'Votre publication est à corriger' : 'Vos publications sont à corriger',
        titles,
      ),
      title: one ? 'Votre publication est à corriger' : 'Vos publications sont à corriger',
      blocks: [
        says(hello('fr', nom)),
        says(
          `L’équipe de modération a relu ${one ? 'votre publication' : 'vos publications'} le ${moment('fr', at)} :`,
        ),
        ...quoted('fr', titles, more),
        says('Elle vous demande une correction avant de publier :'),
        ...comment,
        says(
          one
            ? 'Elle n’est pas visible du public. Corrigez-la et renvoyez-la : elle garde sa place dans la file d’attente.'
            : 'Elles ne sont pas visibles du public. Corrigez-les et renvoyez-les : elles gardent leur place dans la file d’attente.',
        ),
        ...(address
          ? [link(one ? 'Corriger la publication' : 'Voir les publications à corriger', address)]
          : []),
        says(
          'Cette décision a été prise par une personne, au regard des règles de la plateforme et de la loi.',
        ),
        ...howToContest('fr', place, { answerable }),
      ],
      why: 'Vous recevez ce message parce que vous avez rédigé cette publication.',
      ...footOf('fr', answerable),
    }
  return {
    subject: subjectOf(
      'en',
      one ? 'Your publication needs a change' : 'Your publications need a change',
      titles,
    ),
    title: one ? 'Your publication needs a change' : 'Your publications need a change',
    blocks: [
      says(hello('en', nom)),
      says(
        `The moderation team looked at your ${one ? 'publication' : 'publications'} on ${moment('en', at)}:`,
      ),
      ...quoted('en', titles, more),
      says('The team asks for a change before it publishes:'),
      ...comment,
      says(
        one
          ? 'It is not visible to the public. Change it and submit it again: it keeps its place in the queue.'
          : 'They are not visible to the public. Change them and submit them again: they keep their places in the queue.',
      ),
      ...(address ? [link(one ? 'Change the publication' : 'See the publications to change', address)] : []),
      says('This decision was taken by a person, under the rules of the platform and the law.'),
      ...howToContest('en', place, { answerable }),
    ],
    why: 'You receive this message because you wrote this publication.',
    ...footOf('en', answerable),
  }
}
