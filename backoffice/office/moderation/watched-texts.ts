import { texts } from '../../kit/words/language.ts'

export const t = texts({
  fr: {
    title: 'Mots surveillés',
    found: (nom: string, texts: readonly string[]) => `${nom} : ${texts.map(one => `« ${one} »`).join(', ')}`,
  },
  en: {
    title: 'Watched words',
    found: (nom: string, texts: readonly string[]) => `${nom}: ${texts.map(one => `“${one}”`).join(', ')}`,
  },
})
