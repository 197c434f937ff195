import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Phrases préparées pour ce motif',
    prepare: 'Préparer une phrase pour ce motif',
    change: 'Modifier ces phrases',
    body: 'Phrase',
    none: 'Aucune phrase pour le moment.',
    last: 'Reprendre mon dernier message :',
  },
  en: {
    title: 'Prepared words for this reason',
    prepare: 'Prepare words for this reason',
    change: 'Change these words',
    body: 'Words',
    none: 'No words yet.',
    last: 'Use my last message again:',
  },
})
