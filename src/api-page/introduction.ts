import { MARKDOWN_LIMITS } from '../../shared/markdown-limits.ts'

const { nesting, lines, cells, work, run } = MARKDOWN_LIMITS
const figure = new Intl.NumberFormat('en')

/** The text before the first chapter. */
export const INTRODUCTION = `
Back-office and API of a local-community platform.

**Begin.** Every request says which app it comes from, in \`X-App-Source\` (1 to 40 lower-case letters, digits, \`-\` or
\`_\`): any name will do, \`public\` if you have none. Public reading needs nothing more. The back-office
(\`/api/v1/admin\`) asks for \`X-App-Source: backoffice\` and \`Authorization: Bearer <token>\`. Get one at
\`GET /auth/token\` once signed in, or from an operator.

**Answers.** One record is \`{data}\`; a list is \`{data, meta}\`. Two answers differ: the
dashboard is its numbers without \`data\`, and \`/communes/{id}/defibrillateurs\` is \`{defibrillateurs, meta}\`. Restoring is
\`PATCH …/restore\` for publications and \`DELETE …/restore\` for acteurs.

**Pages.** Lists that may be long take \`page\` and \`per_page\`, or \`after\`; the others come whole. \`meta\` has five forms, each
with a name: \`PageMeta\` (\`current_page\`, \`last_page\`, \`per_page\`, \`total\`: most lists), \`NumberedPageMeta\` (\`page\` in
place of \`current_page\`: communes), \`OpenPageMeta\` (\`has_more\`, and no total: public lists of publications),
\`SyncedPageMeta\` (\`PageMeta\` and how the last sync went: defibrillators in the back-office) and
\`AdminPublicationPageMeta\` (\`PageMeta\` and whether the total is exact: the moderators' list). All five have
\`meta.next\`, the \`after\` of the next page, null at the end: following it costs the same at any depth and neither repeats
nor misses a row. Without \`per_page\` a page has 15 rows for everybody, 20 for members and in the back-office.

**Texts** are plain text, trimmed and NFC. They come back as they were typed, \`<b>\` and \`javascript:\` too: escape
them when you show them as HTML. Only fields that are links are held to \`http\` and \`https\`. Lengths are counted in code
points.

**Markdown.** A publication's \`body\` may be shown as Markdown, by a parser that leaves HTML as text. A hostile text may
overflow a parser (4 000 times \`>\`) or keep a page busy for minutes (a table of millions of cells). Check a body
before parsing it, and show it as plain text with its line breaks when it has more than:
- ${nesting} marks of quotations and lists (\`>\`, \`-\`, \`*\`, \`+\`, \`1.\`) at the beginning of a line, where two blanks before
  a mark count as one more;
- ${figure.format(lines)} lines;
- ${figure.format(cells)} cells of tables: the columns of the line of dashes below a head, times the lines up to the next empty line;
- ${figure.format(work)} as the sum, over its paragraphs, of letters times marks (\`\`* _ ~ \` [ ] < ! \\ &\`\`). An item of a
  list and a heading are paragraphs of their own;
- ${figure.format(run)} letters without a blank, or as many blanks in a row.

Check it in one pass over the letters, as the back-office does (\`shared/markdown-limits.ts\`): a pattern such as
\`\\S{2500}\` may itself take quadratic time. Also catch what the parser throws, and show plain text then.

**Refusals** are always \`{error, message, request_id}\`, with \`details: [{path, message}]\` when values are wrong.
\`error\` is for programs, \`message\` for people: French, or English when \`Accept-Language\` prefers it. \`x-errors\` lists
the codes of each operation. A field that does not exist is refused by name, never ignored; so is a filter of the
back-office and of town halls. Elsewhere a filter that does not exist is ignored.

**Saving.** Records carry a \`version\`: send it back as \`If-Match: "3"\`, in quotes, and a change that would overwrite
another user's is refused with 412. The \`ETag\` of a public answer is something else: send that as \`If-None-Match\`. Send
an \`Idempotency-Key\` with a POST and it is safe to send it again.

**Browsers.** \`/api/v1\` answers pages of every origin, and takes no cookies: send no \`credentials\` there. \`/auth\` and
\`/api/v1/admin\` answer those origins alone that the operator named, \`/auth\` with cookies (\`credentials: 'include'\`).

**Caches.** Public answers are cached for half a minute, and may be used for another half while they are revalidated
(\`Cache-Control\`). After a write, read behind your token (\`/me/publications\`, \`/me/acteurs/{id}\`),
where nothing is cached; \`fetch(…, {cache: 'no-cache'})\` bypasses the browser's cache.

**Limits.** Beyond one, 429 says in \`Retry-After\` when to come back; so does 503, which is
not counted below \`/api/v1\` unless a file or a feed was worked on.

\`x-extension: true\` marks additions to the agreed interface.
`.trim()
