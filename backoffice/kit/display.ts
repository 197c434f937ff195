/** Theme, density and language of this browser, in a cookie that the server reads before it sends the page. */
const YEAR_S = 31_536_000

const chosen = () => /(?:^|;\s*)parvis_display=([a-z.]*)/.exec(document.cookie)?.[1]?.split('.') ?? []

function keep(words: readonly string[]): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is missing in browsers that we serve
  document.cookie = `parvis_display=${words.join('.')}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`
}

const replace = (old: readonly string[], word: string | undefined) =>
  keep([...chosen().filter(one => one !== '' && !old.includes(one)), ...(word ? [word] : [])])

export const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]
export const theme = (): Theme => {
  const { theme: set } = document.documentElement.dataset
  return set === 'light' || set === 'dark' ? set : 'system'
}
export function setTheme(next: Theme): void {
  replace(['light', 'dark'], next === 'system' ? undefined : next)
  if (next === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = next
}

export const isCompact = () => document.documentElement.dataset.density === 'compact'
export function setCompact(on: boolean): void {
  replace(['compact'], on ? 'compact' : undefined)
  if (on) document.documentElement.dataset.density = 'compact'
  else delete document.documentElement.dataset.density
}

/** Reloads the page: texts are chosen once, at load. */
export function setLanguage(next: 'fr' | 'en'): void {
  replace(['fr', 'en'], next)
  location.reload()
}
