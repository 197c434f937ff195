import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { ERRORS, type ErrorCode, statusOf } from '../../kernel/refusals/errors.ts'
import { REASON_PHRASES } from '../../kernel/refusals/reason-phrases.ts'

/** The guides beside the API page, made from the Markdown files of the repository. */

const ROOT = join(import.meta.dirname, '../../..')

export interface Guide {
  readonly name: string
  readonly title: string
  /** The file below the repository; the image has it too. */
  readonly file?: string
  markdown(): Promise<string>
}

const fromFile = (name: string, title: string, file: string): Guide => ({
  name,
  title,
  file,
  markdown: () => readFile(join(ROOT, file), 'utf8'),
})

/** In reading order. */
export const GUIDES: readonly Guide[] = [
  fromFile('signing-in', 'Signing in', 'docs/signing-in.md'),
  fromFile('webhooks', 'Webhooks and mirrors', 'docs/webhooks.md'),
  fromFile('client', 'The client for JavaScript', 'packages/client/README.md'),
  { name: 'errors', title: 'Errors', markdown: async () => errorsPage() },
  fromFile('forbidden-addresses', 'Addresses that are refused', 'docs/forbidden-addresses.md'),
]

export const pathOfGuide = ({ name }: Pick<Guide, 'name'>): string => `/docs/guides/${name}`

/** For the introduction of the API page. */
export const GUIDE_LINKS = GUIDES.map(guide => `[${guide.title}](${pathOfGuide(guide)})`).join(', ')

/** The guide that a link of another one leads to; undefined where only the repository has the page. */
export const guideFrom = (target: string): Guide | undefined =>
  GUIDES.find(({ file }) => file !== undefined && basename(file) === basename(target))

function errorsPage(): string {
  const byStatus = Map.groupBy(Object.keys(ERRORS) as ErrorCode[], statusOf)
  const chapters = [...byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, codes]) => {
      const rows = codes.map(code => `| \`${code}\` | ${cell(ERRORS[code][2])} | ${cell(ERRORS[code][1])} |`)
      return `## ${status} ${REASON_PHRASES[status]}\n| \`error\` | in English | in French |\n|---|---|---|\n${rows.join('\n')}`
    })
  return `${ABOUT_ERRORS}\n\n${chapters.join('\n\n')}\n`
}

const cell = (text: string) => text.replaceAll('|', '\\|')

const ABOUT_ERRORS = `# Errors
Every refusal of the API has the same form: \`error\` is for programs and never changes its meaning, \`message\` is for people.

\`\`\`json
{
  "error": "validation_failed",
  "message": "${ERRORS.validation_failed[1]}",
  "details": [{ "path": "title", "message": "…" }],
  "request_id": "…"
}
\`\`\`

Decide by \`error\`, and treat a code that you do not know by its status. \`details\` names the invalid values, ten at most.
\`request_id\` is also in \`X-Request-Id\`: tell it to the operator. After 429 and 503 wait as many seconds as \`Retry-After\`
says. Each operation lists the codes that it may return.`
