import { createHash } from 'node:crypto'
import type { Language, Problem } from '../kernel/errors.ts'
import { type Kind, type PageName, WORDS } from './page-words.ts'

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

const STYLE = `
:root { color-scheme: light dark; --paper: #f6f4ef; --card: #ffffff; --ink: #1f2430; --soft: #545c6b; --line: #e3ded3; --good: #1c6b4a; --care: #8a5a12 }
@media (prefers-color-scheme: dark) { :root { --paper: #14171d; --card: #1c2129; --ink: #eceef2; --soft: #a9b1bf; --line: #2d343f; --good: #6fcf9f; --care: #e6b566 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; min-height: 100dvh; display: grid; place-items: center; padding: 1.25rem; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif }
main { width: 100%; max-width: 30rem; padding: 2.5rem 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; text-align: center }
.mark { display: inline-grid; place-items: center; width: 3.5rem; height: 3.5rem; margin-bottom: 1.25rem; border: 2px solid currentColor; border-radius: 50%; font-size: 1.625rem; line-height: 1; color: var(--care) }
.good { color: var(--good) }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -.01em; text-wrap: balance }
p { margin: 0; text-wrap: pretty }
.hint { margin-top: 1.25rem; padding-top: 1.25rem; border-top: 1px solid var(--line); color: var(--soft); font-size: 1rem }
button { margin-top: 1.5rem; padding: .75rem 1.5rem; border: 0; border-radius: .625rem; background: var(--ink); color: var(--card); font: inherit; font-weight: 600; cursor: pointer }
main:has(textarea) { max-width: 40rem }
form, .record { text-align: start }
.record, fieldset label { margin-top: 1.25rem; padding: 1rem; border: 1px solid var(--line); border-radius: .625rem; overflow-wrap: anywhere }
.record > *, fieldset span > * { display: block }
fieldset { margin: 1.25rem 0 0; padding: 0; border: 0; min-width: 0 }
fieldset label { display: flex; gap: .75rem; align-items: baseline; margin-top: .75rem }
small, .soft { color: var(--soft); font-size: 1rem }
q { white-space: pre-line; quotes: none; margin-top: .5rem; padding-inline-start: .75rem; border-inline-start: 3px solid var(--line) }
form > label { display: block; margin-top: 1.5rem; font-weight: 600 }
textarea { display: block; width: 100%; margin: .5rem 0; padding: .75rem; border: 1px solid var(--soft); border-radius: .625rem; background: var(--paper); color: inherit; font: inherit; resize: vertical }
@media (max-width: 26rem) { main { padding: 2rem 1.25rem } h1 { font-size: 1.375rem } }
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

const policy = (name: PageName) =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${WORDS[name].fr.button || WORDS[name].fr.form ? "'self'" : "'none'"}; frame-ancestors 'none'`

export const pageHeaders = (name: PageName) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy(name),
  // The URL of this page contains the token of the link.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  vary: 'Accept, Accept-Language',
})

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
<div class="mark${MARKS[kind] === '✓' ? ' good' : ''}" aria-hidden="true">${MARKS[kind] ?? '!'}</div>
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
