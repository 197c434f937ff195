import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { namesOf } from '../../../shared/fields/field.ts'
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
export const HOW_TO: readonly Guide[] = [
  fromFile('signing-in', 'Signing in', 'docs/signing-in.md'),
  fromFile('webhooks', 'Webhooks and mirrors', 'docs/webhooks.md'),
  fromFile('client', 'The client for JavaScript', 'packages/client/README.md'),
  { name: 'errors', title: 'Errors', markdown: async () => errorsPage() },
  fromFile('forbidden-addresses', 'Addresses that are refused', 'docs/forbidden-addresses.md'),
]

/** The rules that the interface left open: a page for each subject. */
const RULE_TITLES = {
  api: 'Every request',
  'accounts-and-rights': 'Accounts and rights',
  'api-keys': 'API keys',
  publications: 'Publications',
  'lists-and-searches': 'Lists and searches',
  moderation: 'Moderation',
  'appeals-and-claims': 'Appeals and claims',
  acteurs: 'Acteurs',
  communes: 'Communes and defibrillators',
  imports: 'Imports',
  mail: 'Mail and payments',
  teamwork: 'Working together',
  'webhooks-and-changes': 'Webhooks and changes',
  'la-place': 'La place',
  notifications: 'Notifications and the weekly mail',
  files: 'Pictures and documents',
  'personal-data': 'Personal data',
} as const
export type RulesPage = keyof typeof RULE_TITLES

export const RULES = namesOf(RULE_TITLES).map(name =>
  fromFile(name, RULE_TITLES[name], `docs/rules/${name}.md`),
)

export const GUIDES: readonly Guide[] = [...HOW_TO, ...RULES]

export const pathOfGuide = ({ name }: Pick<Guide, 'name'>): string => `/docs/guides/${name}`

const linkTo = (guide: Pick<Guide, 'name' | 'title'>) => `[${guide.title}](${pathOfGuide(guide)})`

/** For the introduction of the API page. */
export const GUIDE_LINKS = HOW_TO.map(linkTo).join(', ')
export const RULE_LINKS = RULES.map(linkTo).join(', ')

/** For a chapter of the API page. */
export const linksToRules = (names: readonly RulesPage[]): string =>
  names.map(name => linkTo({ name, title: RULE_TITLES[name] })).join(', ')

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
