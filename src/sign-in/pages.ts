import { createHash } from 'node:crypto'
import type { Language, Problem } from '../kernel/errors.ts'

/**
 * Pages for links in mails without a callback URL. They run no script, load nothing from other servers, and show
 * nothing from the link.
 */
export const PAGES = ['verified', 'declining', 'declined', 'stopping', 'stopped'] as const
export type PageName = (typeof PAGES)[number]

interface Words {
  readonly title: string
  readonly text: string
  readonly hint: string
  /** Label of the button that posts to this page's own URL. */
  readonly button?: string
}

type Kind = PageName | 'void' | 'invitation void' | 'digest void' | 'last admin' | 'closed' | 'later'

const WORDS: Readonly<Record<Kind, Readonly<Record<Language, Words>>>> = {
  verified: {
    fr: {
      title: 'Votre adresse est confirmée',
      text: 'Merci. Votre compte est prêt : vous pouvez vous connecter.',
      hint: 'Vous pouvez fermer cette page et revenir à l’application.',
    },
    en: {
      title: 'Your address is confirmed',
      text: 'Thank you. Your account is ready: you can sign in.',
      hint: 'You can close this page and go back to the app.',
    },
  },
  declining: {
    fr: {
      title: 'Refuser cette invitation ?',
      text: 'Ce qui vous attendait à cette adresse sera retiré, et les liens de l’invitation n’ouvriront plus rien.',
      hint: 'Aucun compte ne sera ouvert. Vous pourrez être invité de nouveau.',
      button: 'Refuser l’invitation',
    },
    en: {
      title: 'Decline this invitation?',
      text: 'What waited for you at this address will be taken away, and the links of the invitation will open nothing.',
      hint: 'No account will be opened. You may be invited again.',
      button: 'Decline the invitation',
    },
  },
  declined: {
    fr: {
      title: 'L’invitation est refusée',
      text: 'Rien ne vous attend plus à cette adresse, et aucun compte n’a été ouvert.',
      hint: 'Vous pouvez fermer cette page.',
    },
    en: {
      title: 'The invitation is declined',
      text: 'Nothing waits for you at this address any more, and no account was opened.',
      hint: 'You can close this page.',
    },
  },
  'invitation void': {
    fr: {
      title: 'Cette invitation n’attend plus de réponse',
      text: 'Elle a expiré, a été acceptée, ou son lien n’a pas été repris en entier du message.',
      hint: 'Vous pouvez fermer cette page.',
    },
    en: {
      title: 'This invitation waits for no answer',
      text: 'It has expired, was accepted, or its link was not copied whole from the message.',
      hint: 'You can close this page.',
    },
  },
  'last admin': {
    fr: {
      title: 'Cette invitation ne peut pas être refusée',
      text: 'Personne d’autre n’administre ce service pour le moment.',
      hint: 'Écrivez à la personne qui vous a invité.',
    },
    en: {
      title: 'This invitation cannot be declined',
      text: 'Nobody else administers this service for now.',
      hint: 'Write to the person who invited you.',
    },
  },
  stopping: {
    fr: {
      title: 'Ne plus recevoir ces courriels ?',
      text: 'Les courriels comme celui-là ne vous seront plus envoyés. Vos droits ne changent pas.',
      hint: 'Vous pourrez les demander de nouveau dans « Mon compte ».',
      button: 'Ne plus les recevoir',
    },
    en: {
      title: 'Stop these mails?',
      text: 'Mails like that one will no longer be sent to you. Your rights do not change.',
      hint: 'You can ask for them again in “My account”.',
      button: 'Stop them',
    },
  },
  stopped: {
    fr: {
      title: 'Vous ne recevrez plus ces courriels',
      text: 'Les courriels comme celui-là ne vous sont plus envoyés.',
      hint: 'Vous pourrez les demander de nouveau dans « Mon compte ».',
    },
    en: {
      title: 'You will no longer receive these mails',
      text: 'Mails like that one are no longer sent to you.',
      hint: 'You can ask for them again in “My account”.',
    },
  },
  'digest void': {
    fr: {
      title: 'Ce lien n’est plus valable',
      text: 'Il n’a pas été repris en entier du message, ou le compte n’existe plus.',
      hint: 'Ces courriels se règlent aussi dans « Mon compte ».',
    },
    en: {
      title: 'This link is no longer valid',
      text: 'It was not copied whole from the message, or the account no longer exists.',
      hint: 'These mails can also be set in “My account”.',
    },
  },
  void: {
    fr: {
      title: 'Ce lien n’est plus valable',
      text: 'Il a expiré, ou n’a pas été repris en entier du message.',
      hint: 'Connectez-vous si votre adresse est déjà confirmée ; sinon, demandez un nouveau lien dans l’application.',
    },
    en: {
      title: 'This link is no longer valid',
      text: 'It has expired, or was not copied whole from the message.',
      hint: 'Sign in if your address is confirmed already; otherwise ask for a new link in the app.',
    },
  },
  closed: {
    fr: {
      title: 'Les inscriptions se font sur invitation',
      text: 'Cette adresse n’est pas attendue ici : le compte n’a pas été ouvert.',
      hint: 'Adressez-vous à votre mairie ou à la personne qui vous a proposé de vous inscrire.',
    },
    en: {
      title: 'Signing up is by invitation',
      text: 'This address is not expected here: no account was opened.',
      hint: 'Ask your town hall, or whoever suggested that you sign up.',
    },
  },
  later: {
    fr: {
      title: 'Réessayez dans un instant',
      text: 'Le service n’a pas pu répondre. Votre lien reste valable.',
      hint: 'Ouvrez-le de nouveau dans une minute.',
    },
    en: {
      title: 'Try again in a moment',
      text: 'The service could not answer. Your link remains valid.',
      hint: 'Open it again in a minute.',
    },
  },
}

const MARKS: Readonly<Partial<Record<Kind, string>>> = {
  verified: '✓',
  declined: '✓',
  declining: '?',
  stopping: '?',
  stopped: '✓',
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
@media (max-width: 26rem) { main { padding: 2rem 1.25rem } h1 { font-size: 1.375rem } }
`

const styleHash = createHash('sha256').update(STYLE).digest('base64')

const policy = (name: PageName) =>
  `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action ${WORDS[name].fr.button ? "'self'" : "'none'"}; frame-ancestors 'none'`

export const pageHeaders = (name: PageName) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policy(name),
  // The URL of this page contains the token of the link.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  vary: 'Accept, Accept-Language',
})

export function pageFor(name: PageName, problem: Problem | undefined, language: Language): string {
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
${button ? `<form method="post"><button>${button}</button></form>\n` : ''}<p class="hint">${hint}</p>
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
  if (name === 'stopping' || name === 'stopped') return 'digest void'
  return name === 'verified' ? 'void' : 'invitation void'
}
