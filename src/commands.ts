import type { OpenDatabase } from './foundation/database.ts'
import { type Command, helpOf, say } from './kernel/commands/command.ts'

/** TABLE 3: the operator's commands, `npm run -s parvis -- COMMAND`. Each loads only what it needs (the service takes a second). */

const ONE = { type: 'string' } as const
const MANY = { type: 'string', multiple: true } as const

const communes = () => import('./territory/communes/commands.ts')
const users = () => import('./people/users/commands.ts')
const personalData = () => import('./office/personal-data/commands.ts')
const apiKeys = () => import('./exchange/api-keys/commands.ts')
const communeFiles = () => import('./office/commune-file/commands.ts')
const backups = () => import('./operation/backup/commands.ts')

export const commands: Readonly<Record<string, Command>> = {
  start: {
    summary: 'the whole service: database, API and worker',
    run: async ({ config }) => (await import('./serve.ts')).serve(config),
  },
  dev: {
    summary: 'the whole service, with the back-office from its sources as they are saved',
    run: async ({ config }) => (await import('./serve.ts')).serve(config, { sources: true }),
  },
  build: {
    summary: 'build the back-office now, for an image: the start finds it',
    run: async () => {
      // The account that serves the files is often not the one that installs, so they must be readable by everyone.
      process.umask(0o022)
      const { builtBackoffice, letOthersRead } = await import('./operation/backoffice/build.ts')
      const { size } = await builtBackoffice()
      // An earlier build may have been made under another umask.
      await letOthersRead()
      say(`Built: ${size} files.`)
    },
  },
  version: {
    summary: 'which Parvis this is, with its newest migration and its Node; --version says the same',
    run: async () => {
      const { versionInWords } = await import('./kernel/settings/version.ts')
      say(`Parvis ${versionInWords()}`)
    },
  },
  migrate: {
    summary: 'bring the database up to date, and stop',
    usage: '[--adopt, a database that a release before 0.4.0 has migrated]',
    options: { adopt: { type: 'boolean' } },
    run: async ({ config, queues, values }) => {
      const { withOwner } = await import('./foundation/command-line.ts')
      const { migrate } = await import('./kernel/migrations/migrate.ts')
      const { adopt } = await import('./kernel/migrations/adopt.ts')
      const bringUpToDate = async ({ connection }: OpenDatabase) => {
        const applied = await migrate(connection, await queues())
        say(applied.length === 0 ? 'Nothing to do.' : `Applied: ${applied.map(one => one.name).join(', ')}.`)
      }
      const takeOver = async ({ connection }: OpenDatabase) => say(await adopt(connection))
      await (values.adopt ? withOwner(config, takeOver) : withOwner(config, bringUpToDate, { makes: true }))
    },
  },
  doctor: {
    summary: 'what is configured, reachable and up to date, a line each; exit code 1 when something is wrong',
    usage: '[--json]',
    options: { json: { type: 'boolean' } },
    run: async input => (await import('./operation/doctor/doctor.ts')).doctor(input),
  },
  'communes load': {
    summary: 'load or refresh all communes of France; what was edited here stays',
    run: async input => {
      const { loadCommunes } = await import('./communes-merged.ts')
      return await (await communes()).load(input, loadCommunes)
    },
  },
  'communes infos load': {
    summary: 'town halls from the national directory (JSON, its file or its API); what was edited here stays',
    usage: 'FILE',
    words: 1,
    run: async input => (await communes()).infos(input),
  },
  'communes dpnt load': {
    summary: 'official addresses of town halls from the data on digital presence (JSON or CSV, gzip too)',
    usage: 'FILE [--force, although a fifth of the communes is missing]',
    words: 1,
    options: { force: { type: 'boolean' } },
    run: async input => (await communes()).dpnt(input),
  },
  'commune export': {
    summary: 'everything that a commune published here, as one file that another Parvis reads',
    usage: 'INSEE --to FILE',
    words: 1,
    options: { to: ONE },
    run: async input => (await communeFiles()).exportCommune(input),
  },
  'commune import': {
    summary:
      'put the file of a commune, a WordPress export, a folder of PanneauPocket pages or a register of acts (CSV) into this Parvis: all of it or nothing, and nothing twice',
    usage: 'FILE [--trial, which writes nothing] [--insee CODE [--acteur ID], for another site]',
    words: 1,
    options: { trial: { type: 'boolean' }, insee: ONE, acteur: ONE },
    run: async input => (await communeFiles()).importFile(input),
  },
  'elus load': {
    summary:
      'elus from a file of the national register (CSV, any of its spellings); what was edited here stays',
    usage: 'FILE [--force, although it looks cut short]',
    words: 1,
    options: { force: { type: 'boolean' } },
    run: async input => (await communes()).elus(input),
  },
  'defibrillateurs load': {
    summary:
      'defibrillators from a file of the national register (CSV, GeoJSON or JSON, gzip too); what is said of them here stays',
    usage: 'FILE [--force, although a fifth of them is missing]',
    words: 1,
    options: { force: { type: 'boolean' } },
    run: async input => (await import('./territory/defibrillateurs/commands.ts')).load(input),
  },
  'user create': {
    summary: 'make an account; without a password it waits for a sign-in with this address',
    usage: '--email E [--password -, typed or piped in] [--nom N] [--role R]...',
    options: { email: ONE, password: ONE, nom: ONE, role: MANY },
    run: async input => (await import('./sign-in/commands.ts')).create(input),
  },
  'user grant': {
    summary: 'give somebody roles',
    usage: '--email E --role R...',
    options: { email: ONE, role: MANY },
    run: async input => (await users()).grant(input),
  },
  'user revoke': {
    summary: 'take roles away; the last administrator keeps theirs',
    usage: '--email E --role R...',
    options: { email: ONE, role: MANY },
    run: async input => (await users()).revoke(input),
  },
  'user export': {
    summary: 'write out everything that is held about a person, as JSON',
    usage: '--email E',
    options: { email: ONE },
    run: async input => (await personalData()).exportData(input),
  },
  'user erase': {
    summary: 'erase what is held about a person; shows what, and asks, unless --yes',
    usage: '--email E [--yes]',
    options: { email: ONE, yes: { type: 'boolean' } },
    run: async input => (await personalData()).erase(input),
  },
  'member set': {
    summary: 'make somebody a member of an acteur, or change what they may do there',
    usage: '--acteur ID --email E [--role owner|editor] [--permission P]...',
    options: { acteur: ONE, email: ONE, role: ONE, permission: MANY },
    run: async input => (await users()).member(input),
  },
  token: {
    summary: 'print a token for the API, and nothing else',
    usage: '--email E [--ttl 1h]',
    options: { email: ONE, ttl: { ...ONE, default: '1h' } },
    run: async input => (await users()).printToken(input),
  },
  'secret exchange': {
    summary:
      'seal everything with another PARVIS_SECRET; with --leaked, everybody signs in again and every token is refused',
    usage: '[--leaked]',
    options: { leaked: { type: 'boolean' } },
    run: async input => (await import('./operation/secret-exchange.ts')).exchangeSecret(input),
  },
  'app-source set': {
    summary: 'limit what one app may show; without ids it may show everything',
    usage: 'SLUG [--commune ID]... [--acteur ID]...',
    words: 1,
    options: { commune: MANY, acteur: MANY },
    run: async input => (await import('./people/access/commands.ts')).setAppSource(input),
  },
  'key create': {
    summary: 'print a new API key, and nothing else; it depends on no person',
    usage: '--nom N --scope S... (--acteur ID | --commune ID... | --epci CODE...) [--days 365]',
    options: {
      nom: ONE,
      scope: MANY,
      acteur: ONE,
      commune: MANY,
      epci: MANY,
      days: { ...ONE, default: '365' },
    },
    run: async input => (await apiKeys()).create(input),
  },
  'key list': {
    summary: 'every API key with its state, scopes, limit, expiry and last use',
    usage: '[--acteur ID]',
    options: { acteur: ONE },
    run: async input => (await apiKeys()).list(input),
  },
  'key revoke': {
    summary: 'refuse an API key from now on, on all nodes',
    usage: 'ID',
    words: 1,
    run: async input => (await apiKeys()).revoke(input),
  },
  'publications check': {
    summary: 'hold the kept totals against the publications themselves; exit code 1 when they differ',
    usage: '[--repair]',
    options: { repair: { type: 'boolean' } },
    run: async input => (await import('./publishing/publications/commands.ts')).checkPublications(input),
  },
  'subscriptions reconcile': {
    summary: 'hold subscriptions against the payment provider’s; exit code 1 when they differ',
    usage: '[--repair]',
    options: { repair: { type: 'boolean' } },
    run: async input => (await import('./exchange/payments/reconcile.ts')).reconcile(input),
  },
  'media sweep': {
    summary:
      'remove pictures and documents that the database does not know; many at once are left, and exit code 1 says so',
    usage: '[--remove-unknown, however many]',
    options: { 'remove-unknown': { type: 'boolean' } },
    run: async input => (await import('./publishing/uploads/commands.ts')).sweep(input),
  },
  'media forget': {
    summary:
      'remove pictures and documents at once, for legal reasons: the same bytes are refused from then on; kept encrypted for seven days, or not at all',
    usage: 'KEY | ADDRESS | --publication ID, with --reason TEXT [--now, keeping nothing] [--yes]',
    words: 'one or none',
    options: { publication: ONE, reason: ONE, now: { type: 'boolean' }, yes: { type: 'boolean' } },
    run: async input => (await import('./office/legal-removal/commands.ts')).forgetFiles(input),
  },
  'media unseal': {
    summary: 'bring back pictures and documents that were removed for legal reasons, within seven days',
    usage: 'KEY | ADDRESS [--yes]',
    words: 'one or none',
    options: { yes: { type: 'boolean' } },
    run: async input => (await import('./office/legal-removal/commands.ts')).unsealFiles(input),
  },
  demo: {
    summary: 'fill an empty Parvis with a small town that exists nowhere, and its neighbours',
    usage:
      '[--publications N, for a month of three communes] [--hostile, with texts that attack what shows them]',
    options: { publications: ONE, hostile: { type: 'boolean' } },
    run: async input => (await import('./demo/demo.ts')).demo(input),
  },
  'clock accept': {
    summary:
      'the clock is right, although it is far ahead of the last time that was trusted: deletion by age goes on',
    run: async input => (await import('./operation/doctor/commands.ts')).accept(input),
  },
  'audit verify': {
    summary: 'prove that no row of the audit trail was changed, moved or removed',
    usage: '[--head HASH, noted from an earlier run or from the log]',
    options: { head: ONE },
    run: async input => (await import('./office/audit/commands.ts')).verify(input),
  },
  backup: {
    summary:
      'a consistent snapshot of everything, while the service runs; without FILE into BACKUP_DIR, restored on trial, as every night',
    usage: '[FILE [--encrypt]]',
    words: 'one or none',
    options: { encrypt: { type: 'boolean' } },
    run: async input => (await backups()).backup(input),
  },
  backups: {
    summary: 'what there is in BACKUP_DIR, the oldest first',
    run: async input => (await backups()).backups(input),
  },
  restore: {
    summary:
      'put a snapshot into an empty database; one of BACKUP_DIR by its name, or the newest, with its pictures',
    usage:
      'FILE | NAME | latest [--sha256 HEX, noted when it was made] [--unencrypted, although there is a passphrase]',
    words: 1,
    options: { sha256: ONE, unencrypted: { type: 'boolean' } },
    run: async input => (await backups()).restore(input),
  },
}

export const usage = () =>
  [
    'npm run -s parvis -- COMMAND',
    ...Object.entries(commands).map(([name, command]) => `  ${helpOf(name, command)}`),
  ].join('\n')
