import { texts } from '../../kit/words/language.ts'

/** The texts about a publication whose duplicate is online. */
export const t = texts({
  fr: {
    mine: (title: string) => `Vous venez de publier la même : « ${title} ».`,
    published: (title: string, at: string) => `La même est déjà en ligne : « ${title} », parue ${at}.`,
    approved: (title: string, at: string) => `La même est déjà programmée : « ${title} », pour ${at}.`,
    why: {
      source_url: 'Elles ont le même lien.',
      sameDay: 'Elles ont le même titre, le même jour et le même début de texte.',
      sameText: 'Elles ont le même titre et le même début de texte.',
    },
    title: 'La publier une seconde fois ?',
    twice: 'Les habitants la verraient deux fois.',
    keep: 'Ne pas publier',
    anyway: 'Publier quand même',
  },
  en: {
    mine: (title: string) => `You have just published the same: “${title}”.`,
    published: (title: string, at: string) => `The same is online already: “${title}”, since ${at}.`,
    approved: (title: string, at: string) => `The same is scheduled already: “${title}”, for ${at}.`,
    why: {
      source_url: 'They have the same link.',
      sameDay: 'They have the same title, the same day and the same beginning of the text.',
      sameText: 'They have the same title and the same beginning of the text.',
    },
    title: 'Publish it a second time?',
    twice: 'Citizens would see it twice.',
    keep: 'Do not publish',
    anyway: 'Publish anyway',
  },
})
