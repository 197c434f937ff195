import type { Database } from '../../kernel/db/database.ts'
import type { ServerState } from '../../kernel/db/server-state.ts'
import type { Config } from '../../kernel/settings/config.ts'
import type { Secrets } from '../../kernel/settings/secrets.ts'
import { storeOf } from '../../media/which-store.ts'
import { superuser } from './account.ts'
import { address } from './address.ts'
import { backoffice } from './backoffice.ts'
import { backups } from './backups.ts'
import { caches } from './caches.ts'
import { clock } from './clock.ts'
import { administrators, audit, communes, key } from './contents.ts'
import { migrations, rights, writes } from './database.ts'
import { declarations } from './declarations.ts'
import { explain, type Subject } from './explanations.ts'
import { type Finding, note, ok } from './finding.ts'
import { failedMails, inboundMail, mail } from './mail.ts'
import { mailsToActeurs } from './mailed-drafts.ts'
import { mediaOfAll, mediaRoom, unknownFiles } from './media.ts'
import { outwards, payment, paymentEvents, providers, proxies } from './outside.ts'
import { pictures } from './pictures.ts'
import { settings } from './settings.ts'
import { worker } from './worker.ts'

interface Examined {
  readonly db: Database
  readonly config: Config
  readonly state: ServerState
  readonly place: string
  readonly secrets: Secrets
  readonly replica: (() => Promise<Finding>) | undefined
  /** Verifies the whole audit trail and tries a build, which may take minutes: only from the terminal. */
  readonly thorough: boolean
  /** Timeout of each part in milliseconds. */
  readonly within?: number
}

/** The findings of `parvis doctor` and of the health page, in this order. */
export async function examine(examined: Examined): Promise<Finding[]> {
  const { db, config, state, place, secrets, replica, thorough } = examined
  const parts: readonly (readonly [about: Subject, part: Promise<Finding>])[] = [
    ['clock', clock(db)],
    ['migrations', migrations(db)],
    ['rights', rights(db)],
    ['secret', key(db, secrets)],
    ['administrators', administrators(db)],
    ['communes', communes(db)],
    ['worker', worker(db, config)],
    ['audit', audit(db, thorough)],
    ['address', inTime('address', address(db, config), LONGEST_MS)],
    ['mail', inTime('mail', mail(config), LONGEST_MS)],
    ['mails', failedMails(db)],
    ['payment events', paymentEvents(db)],
    ...providers(config).map(one => ['provider', one] as const),
    ['back-office', backoffice(config, undefined, thorough)],
    ['pictures', pictures()],
    ['media', mediaOfAll(storeOf(config), db)],
    ['room', mediaRoom(config)],
    ['unknown files', unknownFiles(db)],
    ['backup', inTime('backup', backups(db, config), LONGEST_MS)],
    ...(replica ? [['replica', replica()] as const] : []),
  ]
  const { within } = examined
  return [
    whereDataLies(config, place),
    ...settings(config),
    ok('postgresql', `${state.version}, ${state.encoding}`, explain('server', { version: state.version })),
    writes(state),
    ...(await Promise.all(parts.map(([about, part]) => (within ? inTime(about, part, within) : part)))),
    // The embedded server is Parvis’s own: its account has to be one, and nobody chose it.
    ...(config.databaseUrl ? await superuser(db) : []),
    inboundMail(config),
    ...(await mailsToActeurs(db, config).catch(() => [])),
    payment(config),
    proxies(config),
    ...declarations(config),
    ...(await caches(db, config).catch(() => [])),
    ...[outwards()].filter(one => one !== undefined),
  ]
}

/** Holds at the terminal too: another machine, or a disk in the network, may never answer. */
const LONGEST_MS = 15_000

export const whereDataLies = ({ databaseUrl }: Pick<Config, 'databaseUrl'>, place: string): Finding =>
  ok('data', place, explain(databaseUrl ? 'data_yours' : 'data_embedded'))

/** A part that throws counts as unanswered, so that the page shows the others. */
async function inTime(about: Subject, part: Promise<Finding>, ms: number): Promise<Finding> {
  const silent = note(about, 'has not answered in time', explain('unanswered'))
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Finding>(resolve => {
    timer = setTimeout(() => resolve(silent), ms)
  })
  return await Promise.race([part.catch(() => silent), late]).finally(() => clearTimeout(timer))
}
