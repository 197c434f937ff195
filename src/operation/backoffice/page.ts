import { createHash } from 'node:crypto'
import { LANGUAGES, type Language } from '../../kernel/refusals/errors.ts'
import type { Config } from '../../kernel/settings/config.ts'

/**
 * The HTML page of the back-office. Language, theme and density are set in its first line from a cookie: a script
 * would run too late, and the policy forbids inline scripts.
 */
const THEMES = ['light', 'dark'] as const
const DENSITIES = ['compact'] as const

interface Display {
  readonly language: Language
  readonly theme: (typeof THEMES)[number] | undefined
  readonly density: (typeof DENSITIES)[number] | undefined
}

/** `parvis_display=fr.dark.compact`, in any order; unknown words are ignored. */
export function displayFrom(cookie: string | undefined, acceptLanguage: string | undefined): Display {
  const words = /(?:^|;\s*)parvis_display=([a-z.]{1,60})/.exec(cookie ?? '')?.[1]?.split('.') ?? []
  const chosen = <T extends string>(list: readonly T[]) => list.find(one => words.includes(one))
  return {
    language: chosen(LANGUAGES) ?? (prefersEnglish(acceptLanguage) ? 'en' : 'fr'),
    theme: chosen(THEMES),
    density: chosen(DENSITIES),
  }
}

/** The first of the two languages in Accept-Language; French if neither is named. */
const prefersEnglish = (accept = '') => /\b(fr|en)\b/i.exec(accept)?.[1]?.toLowerCase() === 'en'

/** The tile server of the maps. */
interface Tiles {
  readonly url: string
  readonly by: string
}

/** Settings of the service that the screens use. */
export interface Settings {
  readonly tiles?: Tiles | undefined
  /** The origin of the pages for residents, empty for our own; absent while they are switched off. */
  readonly place?: string | undefined
  /** Whether there is a mail server. */
  readonly mails?: boolean
}

type Shown = Pick<Config, 'mapTiles' | 'place' | 'placeUrl' | 'smtpUrl'>

export const settingsOf = ({ mapTiles, place, placeUrl = '', smtpUrl }: Shown): Settings => ({
  tiles: mapTiles,
  place: place === 'on' ? placeUrl : undefined,
  mails: smtpUrl !== undefined,
})

export function pageFor(
  template: string,
  { language, theme, density }: Display,
  { tiles, place, mails }: Settings = {},
): { html: string; etag: string } {
  const attributes = [
    `lang="${language}"`,
    ...(theme ? [`data-theme="${theme}"`] : []),
    ...(density ? [`data-density="${density}"`] : []),
    ...(tiles ? [`data-tiles="${quoted(tiles.url)}"`, `data-tiles-by="${quoted(tiles.by)}"`] : []),
    ...(place === undefined ? [] : [`data-place="${quoted(place)}"`]),
    ...(mails === false ? ['data-mails="off"'] : []),
  ]
  const html = template.replace(/<html[^>]*>/, () => `<html ${attributes.join(' ')}>`)
  return { html, etag: `"${createHash('sha1').update(html).digest('base64url')}"` }
}

const quoted = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const policy = (images: string) => [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  `img-src 'self' data:${images}`,
  "connect-src 'self'",
  // La place shows what is being written.
  "frame-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

export const PAGE_HEADERS = {
  'content-security-policy': policy('').join('; '),
  // The service sees that its own form asks for the preview; other sites see nothing.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const

/** Pictures may come from the tile server and from a CDN in front of ours, and from no other origin. */
export function headersFor(tiles: Tiles | undefined, media?: string) {
  const origins = [...(tiles ? [originOf(tiles.url)] : []), ...(media ? [originOf(media)] : [])]
  if (origins.length === 0) return PAGE_HEADERS
  return { ...PAGE_HEADERS, 'content-security-policy': policy(` ${origins.join(' ')}`).join('; ') }
}

const originOf = (url: string) => new URL(url.replaceAll(/\{[zxy]\}/g, '0')).origin

/** Shown while the page is being built, or when the build has failed. */
export const interim = (sentence: string, again: boolean) => `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${again ? '<meta http-equiv="refresh" content="1">' : ''}
<title>Parvis</title>
</head>
<body>
<p>${sentence}</p>
</body>
</html>
`
