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
          'All communes of France, by name, postal code or code of INSEE, with elected officials, waste collections and contacts of the town hall.',
        of: ['app'],
        paths: ['/communes'],
      },
      {
        name: 'publications',
        title: 'Publications',
        description:
          'News, events and alerts that are visible now: decided on as `approved` or `published`, `valide`, and due. Reporting a publication.',
        of: ['app'],
        paths: ['/publications', '/communes/:communeId/publications', '/acteurs/:acteurId/publications'],
      },
      {
        name: 'acteurs',
        title: 'Acteurs',
        description: 'Who publishes: associations, shops, schools, town halls. Claiming one.',
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
        description: 'Crash reports from the pages of the back-office.',
        of: ['app'],
        paths: ['/crashes'],
      },
      {
        name: 'admin-dashboard',
        title: 'Dashboard',
        description:
          'Numbers of what waits, in all and in the caller’s areas. Colleagues who look at the same item.',
        of: ['admin'],
        paths: ['/admin/dashboard', '/admin/counts', '/admin/stats', '/admin/presence'],
      },
      {
        name: 'admin-pick',
        title: 'Finding',
        description: 'Autocompletion for acteurs, communes and people, and search over the caller’s areas.',
        of: ['admin'],
        paths: ['/admin/pick', '/admin/search', '/admin/views'],
      },
      {
        name: 'admin-publications',
        title: 'Moderation',
        description:
          'All publications in every state: find, decide singly or in bulk, undo, feature, delete, restore. Reports and duplicates.',
        of: ['admin'],
        paths: ['/admin/publications', '/admin/operations', '/admin/refusal-presets', '/admin/media'],
      },
      {
        name: 'admin-acteurs',
        title: 'Acteurs',
        description: 'Create, validate, give a badge and the right to publish, deactivate, delete, restore.',
        of: ['admin'],
        paths: ['/admin/acteurs'],
      },
      {
        name: 'admin-claims',
        title: 'Claims',
        description: 'Requests to join an acteur. An approval makes the claimant a member.',
        of: ['admin'],
        paths: ['/admin/claims'],
      },
      {
        name: 'admin-messages',
        title: 'Support',
        description: 'Conversations by form or mail: answer, note, assign, merge. Prepared answers.',
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
          'The national register, the corrections of communes, and syncs. Corrections survive every sync.',
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
        description: 'Feeds and calendars that are imported automatically, and their runs.',
        of: ['admin'],
        paths: ['/admin/import-sources'],
      },
      {
        name: 'admin-users',
        title: 'Users',
        description: 'Users: roles, invitations, suspension; export and erasure of personal data.',
        of: ['admin'],
        paths: ['/admin/users', '/admin/personal-data'],
      },
      {
        name: 'admin-payments',
        title: 'Subscriptions',
        description: 'Subscriptions by the payment provider’s events.',
        of: ['admin'],
        paths: ['/admin/subscriptions', '/admin/payment-events', '/admin/payment-comparison'],
      },
      {
        name: 'admin-settings',
        title: 'Settings',
        description: 'Publication types: add, rename, order, retire. Apps: name, limit, switch off.',
        of: ['admin'],
        paths: ['/admin/publication-types', '/admin/app-sources'],
      },
      {
        name: 'admin-health',
        title: 'Health',
        description: 'Health of the service; failed mails and failed jobs: retry or dismiss.',
        of: ['admin'],
        paths: ['/admin/health', '/admin/failed-mails', '/admin/failed-jobs'],
      },
      {
        name: 'admin-audit',
        title: 'Audit trail',
        description: 'The audit trail: actor, time, values before and after.',
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
