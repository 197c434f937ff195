import type { Language } from '../refusals/errors.ts'

/** French, unless `Accept-Language` ranks English higher. */
export function languageOf(acceptLanguage: string | undefined): Language {
  if (!acceptLanguage) return 'fr'
  const weight = (language: Language) => {
    let best = 0
    for (const range of acceptLanguage.toLowerCase().split(',', 20)) {
      const [tag = '', ...parameters] = range.trim().split(';')
      if (tag !== language && !tag.startsWith(`${language}-`)) continue
      const q = parameters.find(parameter => parameter.trim().startsWith('q='))
      best = Math.max(best, q === undefined ? 1 : Number(q.trim().slice(2)) || 0)
    }
    return best
  }
  return weight('en') > weight('fr') ? 'en' : 'fr'
}
