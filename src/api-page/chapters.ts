import type { Audience } from '../access/blocks.ts'
import type { Part } from '../kernel/openapi/document.ts'

/** The parts and chapters of the API page, in reading order. A route belongs to the chapter that lists its path. */
export const parts: readonly Part<Audience['kind'] | 'signed'>[] = [
  {
    title: 'For everybody',
    chapters: [
      {
        name: 'communes',
        title: 'Communes',
        description:
          'All communes of France, by name, postal code or code of INSEE, and what hangs on each: who is elected, when what is collected, how the town hall is reached.',
        of: ['app'],
        paths: ['/communes'],
      },
      {
        name: 'publications',
        title: 'Publications',
        description:
          'News, events and alerts that are visible now: decided on as `approved` or `published`, `valide`, and their hour has come. Reporting one that should not be there.',
        of: ['app'],
        paths: ['/publications', '/communes/:communeId/publications', '/acteurs/:acteurId/publications'],
      },
      {
        name: 'acteurs',
        title: 'Acteurs',
        description:
          'Who publishes: associations, shops, schools, town halls. Asking to take one over that is one’s own.',
        of: ['app'],
        paths: ['/acteurs', '/communes/:id/acteurs', '/claims'],
      },
      {
        name: 'defibrillateurs',
        title: 'Defibrillators',
        description:
          'Those in service, from the national register as communes correct it: of a commune, in a rectangle, or the nearest.',
        of: ['app'],
        paths: ['/defibrillateurs', '/communes/:id/defibrillateurs'],
      },
      {
        name: 'messages',
        title: 'Questions',
        description: 'Writing to the support. The answer comes by e-mail.',
        of: ['app'],
        paths: ['/messages'],
      },
    ],
  },
  {
    title: 'For whoever signs in',
    chapters: [
      {
        name: 'auth',
        title: 'Signing in',
        description:
          'Sign up, sign in, second factor, sessions, and the access token for everything below. Two things are called token: a session is good at `/auth` alone, seven days; an access token is good at `/api/v1` alone, fifteen minutes. **Ids:** `user.id` here is the account at the issuer, the `sub` of an access token. It is another id than the `id` of `/me` and of `/admin/users`, which is the one that the rest of the API speaks of.',
        of: [],
        paths: ['/auth'],
      },
      {
        name: 'me',
        title: 'Me',
        description:
          'Who is signed in, what they may do, and what their acteurs have written. `id` is the one that the whole API means, and not the `user.id` of `/auth`.',
        of: ['bearer'],
        paths: ['/me'],
      },
      {
        name: 'members',
        title: 'Publishing',
        description:
          'Members write for their acteur. What they write is visible at once where the acteur has `can_publish` and they `publish_publications`; else it waits as `pending`.',
        of: ['bearer'],
        paths: ['/publications'],
      },
      {
        name: 'uploads',
        title: 'Pictures and documents',
        description:
          'A picture or a PDF is sent once, with its bytes as the body, and attached by its id. Front ends show `sources` (a `<picture>`), whose addresses lie below `/media`: they need neither app nor token, never change what they hold, answer ranges and may be kept for as long as `Cache-Control` says. What was removed for legal reasons answers 410 (`removed`). A PDF comes as an attachment.',
        of: ['bearer'],
        paths: ['/uploads'],
      },
      {
        name: 'mairie',
        title: 'Town halls',
        description:
          'An acteur that is the town hall of a commune: its own publications, and an eye on what others publish for its communes.',
        of: ['mairie'],
        paths: ['/mairie'],
      },
    ],
  },
  {
    title: 'For the back-office',
    chapters: [
      {
        name: 'crashes',
        title: 'Crashes',
        description: 'What fails in a browser, reported by the pages of the back-office.',
        of: ['app'],
        paths: ['/crashes'],
      },
      {
        name: 'admin-dashboard',
        title: 'Dashboard',
        description:
          'What waits, in numbers: of the whole town, and of the areas of whoever asks. Who looks at the same item.',
        of: ['admin'],
        paths: ['/admin/dashboard', '/admin/counts', '/admin/stats', '/admin/presence'],
      },
      {
        name: 'admin-pick',
        title: 'Finding',
        description:
          'Choosing an acteur, a commune or somebody by what one types, and finding anything of one’s areas.',
        of: ['admin'],
        paths: ['/admin/pick', '/admin/search', '/admin/views'],
      },
      {
        name: 'admin-publications',
        title: 'Moderation',
        description:
          'The whole stock in every state: found, decided one at a time or five hundred, taken back, put in front, deleted and restored. Reports, and what says the same.',
        of: ['admin'],
        paths: ['/admin/publications', '/admin/operations', '/admin/refusal-presets', '/admin/media'],
      },
      {
        name: 'admin-acteurs',
        title: 'Acteurs',
        description:
          'Written down, validated, given a badge and the right to publish, switched off, deleted and restored.',
        of: ['admin'],
        paths: ['/admin/acteurs'],
      },
      {
        name: 'admin-claims',
        title: 'Claims',
        description: 'Who asks to take over an acteur. Approved, the claimant is its member.',
        of: ['admin'],
        paths: ['/admin/claims'],
      },
      {
        name: 'admin-messages',
        title: 'Support',
        description:
          'Conversations with whoever wrote, here or by mail: answered, noted, given to a colleague, put together. Prepared answers.',
        of: ['admin'],
        paths: ['/admin/messages', '/admin/reply-templates'],
      },
      {
        name: 'admin-communes',
        title: 'Communes',
        description:
          'The record of a commune with its elus, collectes and infos: each array replaces the one before.',
        of: ['admin'],
        paths: ['/admin/communes'],
      },
      {
        name: 'admin-defibrillateurs',
        title: 'Defibrillators',
        description:
          'What the register says, what a commune makes of it, and how the register is read again. The word of a commune and its corrections outlive every reading.',
        of: ['admin'],
        paths: [
          '/admin/defibrillateurs',
          '/admin/defibrillateurs-france',
          '/admin/communes/:id/defibrillateurs',
        ],
      },
      {
        name: 'admin-import-sources',
        title: 'Imports',
        description: 'Feeds and calendars that are read by themselves, and what each reading did.',
        of: ['admin'],
        paths: ['/admin/import-sources'],
      },
      {
        name: 'admin-users',
        title: 'Users',
        description:
          'People, their roles, inviting, letting in or shutting out; what is held about somebody, and its erasure.',
        of: ['admin'],
        paths: ['/admin/users', '/admin/personal-data'],
      },
      {
        name: 'admin-payments',
        title: 'Subscriptions',
        description: 'Subscriptions as the payment provider tells of them, and the events it sent.',
        of: ['admin'],
        paths: ['/admin/subscriptions', '/admin/payment-events', '/admin/payment-comparison'],
      },
      {
        name: 'admin-settings',
        title: 'Settings',
        description:
          'The kinds of publications: added, renamed, put in order, retired and brought back. The apps: named, limited, switched off.',
        of: ['admin'],
        paths: ['/admin/publication-types', '/admin/app-sources'],
      },
      {
        name: 'admin-health',
        title: 'Health',
        description:
          'How the service is, part by part; mails that did not arrive and jobs that failed for good: tried again, or left at that.',
        of: ['admin'],
        paths: ['/admin/health', '/admin/failed-mails', '/admin/failed-jobs'],
      },
      {
        name: 'admin-audit',
        title: 'Audit trail',
        description: 'Who did what, when, and how it was before and after.',
        of: ['admin'],
        paths: ['/admin/audit'],
      },
    ],
  },
  {
    title: 'For machines',
    chapters: [
      {
        name: 'webhooks',
        title: 'Webhooks',
        description:
          'Called by the payment provider and by the mail server: neither app nor token, but a signature over the bytes of the body.',
        of: ['signed'],
        paths: ['/webhooks'],
      },
    ],
  },
]
