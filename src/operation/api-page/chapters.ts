import type { Part } from '../../kernel/openapi/document.ts'
import type { Audience } from '../../people/access/blocks.ts'
import { linksToRules, type RulesPage } from './guides.ts'

/** `public`: apps, residents, members and their webhooks. `office`: the back-office, town halls, payments, and what only a browser opens. */
export type Readers = 'public' | 'office'

interface AudiencePart extends Part<Audience['kind'] | 'signed' | 'session' | 'link'> {
  readonly readers: Readers
}
type Chapter = AudiencePart['chapters'][number] & { readonly rules: readonly RulesPage[] }
type WrittenPart = Omit<AudiencePart, 'chapters'> & { readonly chapters: readonly Chapter[] }

/**
 * The parts and chapters of the API page, in reading order. A route belongs to the chapter that lists its path, and
 * to the document of its part's readers.
 */
const PARTS: readonly WrittenPart[] = [
  {
    title: 'For everybody',
    readers: 'public',
    chapters: [
      {
        name: 'communes',
        title: 'Communes',
        rules: ['communes'],
        description:
          'All communes of France, found by name, postal code or INSEE code, with elected officials, waste collections and contacts of the town hall.',
        of: ['app'],
        paths: ['/communes'],
      },
      {
        name: 'publications',
        title: 'Publications',
        rules: ['publications', 'lists-and-searches'],
        description:
          'News, events and alerts that are visible now: `approved` or `published`, with `valide` true and `publie_le` in the past. Reports about a publication.',
        of: ['app'],
        paths: ['/publications', '/communes/:communeId/publications', '/acteurs/:acteurId/publications'],
      },
      {
        name: 'acteurs',
        title: 'Acteurs',
        rules: ['acteurs', 'appeals-and-claims'],
        description:
          'Organisations that publish: associations, shops, schools, town halls. Claims: requests to become a member of one.',
        of: ['app'],
        paths: ['/acteurs', '/communes/:id/acteurs', '/claims'],
      },
      {
        name: 'defibrillateurs',
        title: 'Defibrillators',
        rules: ['communes'],
        description:
          'Defibrillators in service, from the national register with the corrections of communes: those of a commune, within a rectangle, or the nearest ones.',
        of: ['app'],
        paths: ['/defibrillateurs', '/communes/:id/defibrillateurs'],
      },
      {
        name: 'messages',
        title: 'Questions',
        rules: ['mail'],
        description: 'Questions to the support, which answers by e-mail.',
        of: ['app'],
        paths: ['/messages'],
      },
      {
        name: 'push-subscriptions',
        title: 'Alerts in browsers',
        rules: ['notifications'],
        description: 'Browsers get the alerts of a commune as notifications (Web Push), without an account.',
        of: ['app'],
        paths: ['/push-subscriptions'],
      },
      {
        name: 'changes',
        title: 'Changes',
        rules: ['webhooks-and-changes'],
        description:
          'For mirrors, search engines and apps that keep a copy: all public records, then each change of them in order.',
        of: ['app'],
        paths: ['/changes'],
      },
      {
        name: 'transparency',
        title: 'Transparency',
        rules: ['moderation'],
        description:
          'Figures of moderation of the months that are over, for the transparency report. 404 unless the team publishes them.',
        of: ['app'],
        paths: ['/transparency'],
      },
    ],
  },
  {
    title: 'For signed-in users',
    readers: 'public',
    chapters: [
      {
        name: 'auth',
        title: 'Signing in',
        rules: ['accounts-and-rights'],
        description:
          'Sign up, sign in, second factor and sessions. A session token is valid for seven days, at `/auth` alone; an access token for fifteen minutes, at `/api/v1` alone. **Ids:** here, `user.id` is the account at the issuer, the `sub` of an access token; the rest of the API uses the `id` of `/me`.',
        of: ['session'],
        paths: ['/auth'],
      },
      {
        name: 'me',
        title: 'Me',
        rules: ['accounts-and-rights', 'acteurs', 'appeals-and-claims'],
        description:
          'The signed-in user, their permissions, and the publications of their acteurs. `id` is the id of the user throughout the API; it differs from the `user.id` of `/auth`.',
        of: ['bearer'],
        paths: ['/me'],
      },
      {
        name: 'members',
        title: 'Publishing',
        rules: ['publications'],
        description:
          'Members write publications for their acteur. A publication is visible at once if the acteur has `can_publish` and the member `publish_publications`; otherwise it waits for review as `pending`. One that the back-office sent back (`changes_requested`) or rejected is edited with `resubmit`, and waits again.',
        of: ['bearer'],
        paths: ['/publications'],
      },
      {
        name: 'key',
        title: 'API key',
        rules: ['api-keys'],
        description: 'What a program is told about the API key that it carries.',
        of: ['key'],
        paths: ['/key'],
      },
      {
        name: 'uploads',
        title: 'Pictures and documents',
        rules: ['files'],
        description:
          'Upload a picture or PDF once, with its bytes as the body, then attach it by its id. Front ends show `sources` in a `<picture>`. The files lie below `/media`, without app or token: their content never changes, and range requests work. Files that were removed for legal reasons answer 410. PDFs are sent as attachments.',
        of: ['bearer'],
        paths: ['/uploads'],
      },
    ],
  },
  {
    title: 'For town halls',
    readers: 'office',
    chapters: [
      {
        name: 'mairie',
        title: 'Town halls',
        rules: ['publications', 'moderation'],
        description:
          'For members of an acteur that is the town hall of a commune: its own publications, and control over the publications of other acteurs in its communes.',
        of: ['mairie'],
        paths: ['/mairie'],
      },
    ],
  },
  {
    title: 'For owners of an acteur',
    readers: 'public',
    chapters: [
      {
        name: 'own-webhooks',
        title: 'Webhooks of an acteur',
        rules: ['webhooks-and-changes'],
        description:
          'A program hears of what concerns an acteur, as Standard Webhooks says. Its owners add, verify, change, test and delete endpoints, and read their log. The events are below `webhooks`.',
        of: ['bearer'],
        paths: ['/me/acteurs/:id/webhooks'],
      },
    ],
  },
  {
    title: 'For the back-office',
    readers: 'office',
    chapters: [
      {
        name: 'crashes',
        title: 'Crashes',
        rules: ['api'],
        description: 'Crash reports sent by the pages of the back-office.',
        of: ['app'],
        paths: ['/crashes'],
      },
      {
        name: 'admin-dashboard',
        title: 'Dashboard',
        rules: ['teamwork', 'lists-and-searches', 'moderation'],
        description:
          'How many items wait, in all and in the caller’s areas; what is assigned to the caller and which notes mention them; which colleagues look at the same item; what changes, as it happens; and how the team works.',
        of: ['admin'],
        paths: [
          '/admin/dashboard',
          '/admin/counts',
          '/admin/stats',
          '/admin/transparency',
          '/admin/presence',
          '/admin/live',
          '/admin/for-me',
          '/admin/mentions',
          '/admin/team-settings',
        ],
      },
      {
        name: 'admin-appeals',
        title: 'Appeals',
        rules: ['appeals-and-claims'],
        description:
          'Decisions that authors, reporters or claimants contest. Each lies in the area and territory of the contested decision, and somebody else than its decider decides it, if there is one.',
        of: ['admin'],
        paths: ['/admin/appeals'],
      },
      {
        name: 'admin-pick',
        title: 'Search',
        rules: ['lists-and-searches'],
        description: 'Autocompletion for acteurs, communes and people, and search over the caller’s areas.',
        of: ['admin'],
        paths: ['/admin/pick', '/admin/search', '/admin/views'],
      },
      {
        name: 'admin-publications',
        title: 'Moderation',
        rules: ['moderation', 'publications', 'lists-and-searches'],
        description:
          'All publications in every state: find them, decide one or many, undo, feature, delete, restore. Reports and duplicates.',
        of: ['admin'],
        paths: [
          '/admin/publications',
          '/admin/operations',
          '/admin/refusal-presets',
          '/admin/media',
          '/admin/watched-words',
        ],
      },
      {
        name: 'admin-acteurs',
        title: 'Acteurs',
        rules: ['acteurs'],
        description: 'Create, validate, give a badge and the right to publish, deactivate, delete, restore.',
        of: ['admin'],
        paths: ['/admin/acteurs'],
      },
      {
        name: 'admin-claims',
        title: 'Claims',
        rules: ['appeals-and-claims'],
        description: 'Requests to join an acteur. An approval makes the claimant a member.',
        of: ['admin'],
        paths: ['/admin/claims'],
      },
      {
        name: 'admin-messages',
        title: 'Support',
        rules: ['mail'],
        description:
          'Support conversations, begun by form or by mail: answer, note, assign, merge. Prepared answers.',
        of: ['admin'],
        paths: ['/admin/messages', '/admin/reply-templates'],
      },
      {
        name: 'admin-communes',
        title: 'Communes',
        rules: ['communes'],
        description:
          'The record of a commune with its `elus`, `collectes` and `infos`: each array that is sent replaces the stored one.',
        of: ['admin'],
        paths: ['/admin/communes'],
      },
      {
        name: 'admin-defibrillateurs',
        title: 'Defibrillators',
        rules: ['communes'],
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
        rules: ['imports'],
        description: 'Feeds and calendars that are imported automatically, and their runs.',
        of: ['admin'],
        paths: ['/admin/import-sources'],
      },
      {
        name: 'admin-users',
        title: 'Users',
        rules: ['accounts-and-rights', 'personal-data'],
        description: 'Users: roles, invitations, suspension; export and erasure of personal data.',
        of: ['admin'],
        paths: ['/admin/users', '/admin/personal-data'],
      },
      {
        name: 'admin-payments',
        title: 'Subscriptions',
        rules: ['mail'],
        description: 'Subscriptions, as the events of the payment provider report them.',
        of: ['admin'],
        paths: ['/admin/subscriptions', '/admin/payment-events', '/admin/payment-comparison'],
      },
      {
        name: 'admin-settings',
        title: 'Settings',
        rules: ['api-keys', 'webhooks-and-changes', 'accounts-and-rights'],
        description: 'Publication types: add, rename, order, retire. Apps: name, limit, switch off.',
        of: ['admin'],
        paths: ['/admin/publication-types', '/admin/app-sources', '/admin/api-keys', '/admin/webhooks'],
      },
      {
        name: 'admin-health',
        title: 'Health',
        rules: ['mail'],
        description: 'Health of the service; failed mails and failed jobs: retry or dismiss.',
        of: ['admin'],
        paths: ['/admin/health', '/admin/failed-mails', '/admin/failed-jobs'],
      },
      {
        name: 'admin-audit',
        title: 'Audit trail',
        rules: ['lists-and-searches', 'personal-data'],
        description: 'The audit trail: actor, time, values before and after.',
        of: ['admin'],
        paths: ['/admin/audit'],
      },
    ],
  },
  {
    title: 'For browsers and machines',
    readers: 'office',
    chapters: [
      {
        name: 'links',
        title: 'Links of mails',
        rules: ['accounts-and-rights', 'appeals-and-claims'],
        description:
          'Addresses that browsers open from a mail or are redirected to: pages, what their buttons send, and redirects; and where identity providers tell of ended sessions.',
        of: ['link'],
        paths: ['/auth'],
      },
      {
        name: 'passkeys',
        title: 'Passkeys',
        rules: ['accounts-and-rights'],
        description:
          'What pages at PUBLIC_URL, or of CORS_ORIGINS below its host, ask for around `navigator.credentials`; each first answer sets a cookie that the second request needs.',
        of: ['link'],
        paths: ['/auth/passkeys', '/auth/sign-in/passkey'],
      },
      {
        name: 'webhooks',
        title: 'Webhooks',
        rules: ['mail'],
        description:
          'Called by the payment provider and by the mail server. They need neither app nor token, but a signature over the bytes of the body.',
        of: ['signed'],
        paths: ['/webhooks'],
      },
    ],
  },
]

const withLinks = ({ rules, description, ...chapter }: Chapter) => ({
  ...chapter,
  description: `${description} Rules: ${linksToRules(rules)}.`,
})

/** Each chapter links to the pages of its rules. */
export const parts: readonly AudiencePart[] = PARTS.map(part => ({
  ...part,
  chapters: part.chapters.map(withLinks),
}))
