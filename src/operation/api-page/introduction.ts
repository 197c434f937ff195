import { MARKDOWN_LIMITS } from '../../../shared/markdown-limits.ts'
import { GUIDE_LINKS, RULE_LINKS } from './guides.ts'

const { nesting, lines, cells, work, run } = MARKDOWN_LIMITS
const figure = new Intl.NumberFormat('en')

/** The text before the first chapter. */
export const INTRODUCTION = `
Back-office and API of a local-community platform, in three documents: \`/openapi/public.json\` for apps, residents and
members, \`/openapi/office.json\` for the back-office and town halls, and \`/openapi.json\` with all routes, which says at
each one who may call it, all its headers, statuses and errors.

**Guides.** ${GUIDE_LINKS}.

**Rules**, which the agreed interface leaves open: ${RULE_LINKS}. Each chapter links to its own.

**First request.** Every request names its app in the header \`X-App-Source\` (1 to 40 lower-case letters, digits, \`-\` or
\`_\`). Any name is accepted; use \`public\` if your app has none. Public reads need nothing else. The back-office
(\`/api/v1/admin\`) requires \`X-App-Source: backoffice\` and \`Authorization: Bearer <token>\`. Get a token from
\`GET /auth/token\` after signing in, or ask an operator.

**API keys.** A program uses a key instead of a token: \`Authorization: Bearer pk_parvis_…\`, from its server, never from a
browser. An owner creates it for an acteur (\`POST /me/acteurs/{id}/api-keys\`), an administrator also for communes or
intercommunalities (\`POST /admin/api-keys\`). \`GET /key\` says whom it acts for, its communes and scopes, and until when.
Operations with the security scheme \`key\` accept keys with the scope that
they name; all others refuse keys. A publication outside of the communes of a key, also one that lay inside before, is
404 \`not_found\`, like one that does not exist. Rate limits count each key by itself.

**Following changes.** \`GET /changes\` gives all public records and then each change, for mirrors and search engines. Webhooks
(\`POST /me/acteurs/{id}/webhooks\`, \`POST /admin/webhooks\`) tell a program of changes, as Standard Webhooks says.

**Replies.** A record is returned as \`{data}\`, a list as \`{data, meta}\`. Two replies differ: the dashboard returns its
figures without \`data\`, and \`/communes/{id}/defibrillateurs\` returns \`{defibrillateurs, meta}\`. Restoring is
\`PATCH …/restore\` for publications and \`DELETE …/restore\` for acteurs.

**Pages.** Long lists take \`page\` and \`per_page\`, or \`after\`; short lists are returned whole. \`meta\` is one of five named
shapes: \`PageMeta\` (\`current_page\`, \`last_page\`, \`per_page\`, \`total\`; most lists), \`NumberedPageMeta\` (\`page\`
instead of \`current_page\`; communes), \`OpenPageMeta\` (\`has_more\` and no total; public lists of publications),
\`SyncedPageMeta\` (\`PageMeta\` and the state of the last sync; defibrillators in the back-office) and
\`AdminPublicationPageMeta\` (\`PageMeta\` and whether the total is exact; the moderators' list). All five have
\`meta.next\`: send it as \`after\` to get the next page; it is null on the last page. Pages by \`after\` take the same time at
any depth, and neither repeat nor miss a row. The default of \`per_page\` is 15 on public lists, and 20 on lists that need a
token.

**Texts** are plain text, trimmed and normalised (NFC). They are returned as they were typed, even if they contain
\`<b>\` or \`javascript:\`, so escape them when you show them as HTML. Only link fields are limited to \`http\` and \`https\`.
Lengths are counted in code points.

**Markdown.** A publication's \`body\` may be shown as Markdown, by a parser that leaves HTML as text. A malicious text may
overflow the stack of a parser (4 000 times \`>\`) or block a page for minutes (a table of millions of cells). Check each
body before you parse it. Show it as plain text with its line breaks when it has more than:
- ${nesting} markers of quotations and lists (\`>\`, \`-\`, \`*\`, \`+\`, \`1.\`) at the beginning of a line; two spaces before a
  marker count as another marker;
- ${figure.format(lines)} lines;
- ${figure.format(cells)} table cells: the columns of the line of dashes below a head, times the lines up to the next empty line;
- ${figure.format(work)} as the sum, over its paragraphs, of characters times Markdown characters (\`\`* _ ~ \` [ ] < ! \\ &\`\`).
  Each list item and each heading is a paragraph;
- ${figure.format(run)} characters without a space, or as many spaces in a row.

Check it in one pass over the characters, as the back-office does (\`shared/markdown-limits.ts\`): a pattern such as
\`\\S{2500}\` may itself take quadratic time. Also catch exceptions of the parser, and show plain text then.

**Errors** always have the form \`{error, message, request_id}\`, with \`details: [{path, message}]\` when values are invalid.
\`error\` is a code for programs, \`message\` a text for people: in French, or in English if \`Accept-Language\` prefers it.
Each operation lists its own refusals; \`x-errors\` of \`/openapi.json\` has all codes that it may return. Unknown fields of a body are refused with their names. Unknown query
parameters are refused in the back-office and for town halls. Elsewhere they are ignored, and reads name them in
\`X-Ignored-Parameters\`.

**Saving.** Records have a \`version\`. Send it back as \`If-Match: "3"\`, in quotes: if another user has changed the record
meanwhile, your change is refused with 412. The \`ETag\` of a public reply is a different value: send it as
\`If-None-Match\`. With an \`Idempotency-Key\` (1 to 255 visible ASCII characters), a write can safely be retried for 24 hours:
the same key and body get the first reply, and nothing is executed again.

**Browsers.** \`/api/v1\` allows every origin (CORS) and uses no cookies: do not send \`credentials\` there. \`/auth\` and
\`/api/v1/admin\` allow only the origins that the operator configured, \`/auth\` with cookies (\`credentials: 'include'\`).

**Caches.** Public replies are cached for 30 seconds, and may be used for another 30 while they are revalidated
(\`Cache-Control\`). After a write, read from routes that need a token (\`/me/publications\`, \`/me/acteurs/{id}\`): they are
never cached. \`fetch(…, {cache: 'no-cache'})\` bypasses the browser's cache.

**Rate limits.** Each reply that counts says in \`RateLimit\` how many requests are left and in how many seconds all are
free again, in \`RateLimit-Policy\` how many there are. One too many gets 429, with the seconds to wait in \`Retry-After\`. An overloaded service
answers 503 with the same header; below \`/api/v1\`, such a request does not count towards the limit, unless a file or feed
was already being processed.

\`x-extension: true\` marks additions to the agreed interface, in \`/openapi.json\`.
`.trim()
