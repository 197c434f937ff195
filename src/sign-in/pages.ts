import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { readTypeface } from '../kernel/http/typeface.ts'
import { type Language, Problem } from '../kernel/refusals/errors.ts'
import { type Config, placeOrigin } from '../kernel/settings/config.ts'
import { escaped } from '../letters/mail/templates/layout.ts'
import { type Kind, type PageName, SEE_PAGE, WORDS } from './page-words.ts'
import { BASE } from './paths.ts'

/**
 * Pages for links in mails without a callback URL. They run no script, load nothing from other servers, and show
 * nothing from the link itself.
 */

const MARKS: Readonly<Partial<Record<Kind, string>>> = {
  verified: '✓',
  declined: '✓',
  declining: '?',
  stopping: '?',
  stopped: '✓',
  'confirming week': '?',
  'confirmed week': '✓',
  'stopping week': '?',
  'stopped week': '✓',
  agreeing: '?',
  agreed: '✓',
  disagreeing: '?',
  disagreed: '✓',
  contesting: '?',
  contested: '✓',
  later: '…',
}

/** As in `backoffice/parvis.svg`. */
const LOGO =
  '<svg class="logo" viewBox="0 0 32 32" width="36" height="36"><rect width="32" height="32" rx="7"/><path d="M8 26V15a8 8 0 0 1 16 0v11M13 26v-9.5a3 3 0 0 1 6 0V26M5 26h22" stroke-width="2.2"/></svg>'
const TYPEFACE = readTypeface(`${BASE}/fonts/`)

/** In the colours and measures of the back-office (`backoffice/kit/ui`). */
const STYLE = `${TYPEFACE.faces}
:root { color-scheme: light dark; --page: #f5f3ee; --surface: #fff; --text: #1a2330; --soft: #505966; --line: #dcd7cb; --control: #857f73; --accent: #28508a; --accent-press: #1f406f; --on-accent: #fff; --focus: #1d64d8; --ok: #23694a; --wait: #7a5200 }
@media (prefers-color-scheme: dark) { :root { --page: #12161c; --surface: #1a1f27; --text: #e9e6df; --soft: #a8b0bb; --line: #303843; --control: #727d8b; --accent: #9cbdee; --accent-press: #b7d0f5; --on-accent: #0f1f38; --focus: #6ea8ff; --ok: #7fcba0; --wait: #e3b662 } }
* { box-sizing: border-box }
html { font: 400 106.25%/1.5 "Source Sans 3", system-ui, "Segoe UI", Roboto, sans-serif; background: var(--page); color: var(--text); -webkit-text-size-adjust: 100% }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 24px 16px }
main { width: min(440px, 100%); padding: 32px; background: var(--surface); border: 1px solid var(--line); border-radius: 12px }
.top { display: flex; align-items: center; justify-content: space-between; margin-bottom: 18px }
.logo rect { fill: var(--accent) }
.logo path { fill: none; stroke: var(--on-accent); stroke-linecap: round }
.mark { display: inline-grid; place-items: center; width: 36px; height: 36px; border: 2px solid currentColor; border-radius: 50%; font-size: 1.12rem; line-height: 1; color: var(--wait) }
.good { color: var(--ok) }
h1 { margin: 0 0 6px; font-size: 1.471rem; line-height: 1.2; font-weight: 650; letter-spacing: -.012em; text-wrap: balance }
p { margin: 0; text-wrap: pretty }
.hint { margin-top: 18px; padding-top: 18px; border-top: 1px solid var(--line); color: var(--soft) }
button { width: 100%; min-height: 48px; margin-top: 18px; padding: 0 14px; border: 1px solid var(--accent); border-radius: 8px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 550; cursor: pointer }
button:hover { background: var(--accent-press) }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 8px }
main:has(textarea) { width: min(640px, 100%) }
.record, fieldset label { margin-top: 18px; padding: 16px; border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere }
.record > *, fieldset span > * { display: block }
fieldset { margin: 18px 0 0; padding: 0; border: 0; min-width: 0 }
legend { padding: 0; font-weight: 600 }
fieldset label { display: flex; gap: 10px; align-items: baseline; margin-top: 10px }
input[type=radio] { width: 18px; height: 18px; margin: 0; flex: none; accent-color: var(--accent) }
a { color: var(--accent) }
small, .soft { color: var(--soft); font-size: .882rem }
q { white-space: pre-line; quotes: none; margin-block: 8px; padding-inline-start: 12px; border-inline-start: 3px solid var(--line) }
form > label { display: block; margin-top: 18px; font-weight: 600 }
textarea { display: block; width: 100%; margin: 4px 0; padding: 8px 12px; border: 1px solid var(--control); border-radius: 8px; background: var(--surface); color: inherit; font: inherit; line-height: 1.45; resize: vertical }
@media (max-width: 720px) { main { padding: 24px 18px } }
@media (forced-colors: active) { button { border: 2px solid ButtonText } }
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

const policy = (name: PageName) =>
  `default-src 'none'; font-src 'self'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${WORDS[name].fr.button || WORDS[name].fr.form ? "'self'" : "'none'"}; frame-ancestors 'none'`

export const pageHeaders = (name: PageName) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy(name),
  // The URL of this page contains the token of the link.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  vary: 'Accept, Accept-Language',
})

/** The fonts of these pages: those of la place are not served where it is closed or has a host of its own. */
export function serveFonts(server: FastifyInstance): void {
  server.get(`${BASE}/fonts/:name`, (request, reply) => {
    const font = TYPEFACE.fonts.get((request.params as { name: string }).name)
    if (!font) throw new Problem('not_found')
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('font/woff2').send(font)
  })
}

/** The commune that a link is about, with the way back to its pages. */
export function communeShown(
  { nom, slug }: { readonly nom: string; readonly slug: string },
  config: Config,
  language: Language,
): string {
  const origin = placeOrigin(config)
  const way = origin && `<a href="${escaped(`${origin}/place/${slug}`)}">${SEE_PAGE[language]}</a>`
  return `<div class="record"><b dir="auto">${escaped(nom)}</b>${way ?? ''}</div>\n`
}

/** `inner`: HTML of the page's own, between its text and its hint. */
export function pageFor(
  name: PageName,
  problem: Problem | undefined,
  language: Language,
  inner = '',
): string {
  const kind = kindOf(name, problem)
  const { title, text, hint, button } = WORDS[kind][language]
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<div class="top" aria-hidden="true">${LOGO}<span class="mark${MARKS[kind] === '✓' ? ' good' : ''}">${MARKS[kind] ?? '!'}</span></div>
<h1>${title}</h1>
<p>${text}</p>
${button ? `<form method="post"><button>${button}</button></form>\n` : ''}${inner}<p class="hint">${hint}</p>
</main>
</body>
</html>
`
}

function kindOf(name: PageName, problem: Problem | undefined): Kind {
  if (!problem) return name
  if (problem.status >= 500 || problem.status === 429) return 'later'
  if (problem.code === 'signup_closed') return 'closed'
  if (problem.code === 'last_admin') return 'last admin'
  if (name === 'contesting' || name === 'contested')
    return problem.code === 'appeal_exists'
      ? 'appeal exists'
      : problem.status === 422 && name === 'contested'
        ? 'appeal empty'
        : 'appeal void'
  if (name === 'stopping' || name === 'stopped') return 'digest void'
  if (name.endsWith(' week')) return 'week void'
  if (/agree/.test(name)) return 'claim void'
  return name === 'verified' ? 'void' : 'invitation void'
}
