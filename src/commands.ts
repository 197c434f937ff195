import { setAppSource } from './access/commands.ts'
import * as audit from './audit/commands.ts'
import * as backup from './backup/commands.ts'
import { withOwner } from './command-line.ts'
import * as communes from './communes/commands.ts'
import * as defibrillateurs from './defibrillateurs/commands.ts'
import { demo } from './demo/demo.ts'
import { doctor } from './doctor/doctor.ts'
import { type Command, helpOf, say } from './kernel/command.ts'
import { migrate } from './kernel/db/migrate.ts'
import { reconcile } from './payments/reconcile.ts'
import * as personalData from './personal-data-commands.ts'
import { checkPublications } from './publications/commands.ts'
import { serve } from './serve.ts'
import * as users from './users/commands.ts'

/** TABLE 3: what an operator may type, as `npm run -s parvis -- COMMAND`. */

const ONE = { type: 'string' } as const
const MANY = { type: 'string', multiple: true } as const

export const commands: Readonly<Record<string, Command>> = {
  start: {
    summary: 'the whole service: database, API and worker',
    run: ({ config }) => serve(config),
  },
  migrate: {
    summary: 'bring the database up to date, and stop',
    run: ({ config, queues }) =>
      withOwner(config, async ({ connection }) => {
        const applied = await migrate(connection, queues)
        say(applied.length === 0 ? 'Nothing to do.' : `Applied: ${applied.map(one => one.name).join(', ')}.`)
      }),
  },
  doctor: {
    summary: 'what is configured, reachable and up to date, a line each; exit code 1 when something is wrong',
    run: doctor,
  },
  'communes load': {
    summary: 'load or refresh all communes of France; what was edited here stays',
    run: communes.load,
  },
  'communes infos load': {
    summary: 'town halls from the national directory (JSON, its file or its API); what was edited here stays',
    usage: 'FILE',
    words: 1,
    run: communes.infos,
  },
  'elus load': {
    summary:
      'elus from a file of the national register (CSV, any of its spellings); what was edited here stays',
    usage: 'FILE [--force, although it looks cut short]',
    words: 1,
    options: { force: { type: 'boolean' } },
    run: communes.elus,
  },
  'defibrillateurs load': {
    summary:
      'defibrillators from a file of the national register (CSV, GeoJSON or JSON, gzip too); what is said of them here stays',
    usage: 'FILE [--force, although a fifth of them is missing]',
    words: 1,
    options: { force: { type: 'boolean' } },
    run: defibrillateurs.load,
  },
  'user create': {
    summary: 'make an account; without a password it waits for a sign-in with this address',
    usage: '--email E [--password -, typed or piped in] [--nom N] [--role R]...',
    options: { email: ONE, password: ONE, nom: ONE, role: MANY },
    run: users.create,
  },
  'user grant': {
    summary: 'give somebody roles',
    usage: '--email E --role R...',
    options: { email: ONE, role: MANY },
    run: users.grant,
  },
  'user revoke': {
    summary: 'take roles away; the last administrator keeps theirs',
    usage: '--email E --role R...',
    options: { email: ONE, role: MANY },
    run: users.revoke,
  },
  'user export': {
    summary: 'write out everything that is held about a person, as JSON',
    usage: '--email E',
    options: { email: ONE },
    run: personalData.exportData,
  },
  'user erase': {
    summary: 'erase what is held about a person; shows what, and asks, unless --yes',
    usage: '--email E [--yes]',
    options: { email: ONE, yes: { type: 'boolean' } },
    run: personalData.erase,
  },
  'member set': {
    summary: 'make somebody a member of an acteur, or change what they may do there',
    usage: '--acteur ID --email E [--role owner|editor] [--permission P]...',
    options: { acteur: ONE, email: ONE, role: ONE, permission: MANY },
    run: users.member,
  },
  token: {
    summary: 'print a token for the API, and nothing else',
    usage: '--email E [--ttl 1h]',
    options: { email: ONE, ttl: { ...ONE, default: '1h' } },
    run: users.printToken,
  },
  'app-source set': {
    summary: 'limit what one app may show; without ids it may show everything',
    usage: 'SLUG [--commune ID]... [--acteur ID]...',
    words: 1,
    options: { commune: MANY, acteur: MANY },
    run: setAppSource,
  },
  'publications check': {
    summary: 'hold the kept totals against the publications themselves; exit code 1 when they differ',
    usage: '[--repair]',
    options: { repair: { type: 'boolean' } },
    run: checkPublications,
  },
  'subscriptions reconcile': {
    summary: 'hold subscriptions against the payment provider’s; exit code 1 when they differ',
    usage: '[--repair]',
    options: { repair: { type: 'boolean' } },
    run: reconcile,
  },
  demo: {
    summary: 'fill an empty Parvis with a small town that exists nowhere',
    run: demo,
  },
  'audit verify': {
    summary: 'prove that no row of the audit trail was changed, moved or removed',
    usage: '[--head HASH, noted from an earlier run or from the log]',
    options: { head: ONE },
    run: audit.verify,
  },
  backup: {
    summary: 'a consistent snapshot of everything, while the service runs',
    usage: 'FILE',
    words: 1,
    run: backup.backup,
  },
  restore: {
    summary: 'put a snapshot into an empty database',
    usage: 'FILE',
    words: 1,
    run: backup.restore,
  },
}

export const usage = () =>
  [
    'npm run -s parvis -- COMMAND',
    ...Object.entries(commands).map(([name, command]) => `  ${helpOf(name, command)}`),
  ].join('\n')
