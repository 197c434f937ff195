import { connect as dial } from 'node:net'
import type { Database } from '../../kernel/db/database.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { countFailed, retriedMails } from '../../letters/mail/failed.ts'
import { signInAtMailServer } from '../../letters/mail/mailer.ts'
import { replyAddress, TOKEN_LETTERS } from '../../letters/support/reply-address.ts'
import { backlogOf, isWorked } from '../health/backlog.ts'
import { explain } from './explanations.ts'
import { type Finding, note, ok, wrong } from './finding.ts'

/** Signs in at the mail server as for a mail, and sends none. */
export async function mail(config: Config): Promise<Finding> {
  const { smtpUrl, dataDir } = config
  if (!smtpUrl)
    return note('mail', `SMTP_URL is not set: mails are written to ${dataDir}/outbox`, explain('mail_folder'))
  const { protocol, hostname, port: given, username } = new URL(smtpUrl)
  const port = Number(given) || (protocol === 'smtps:' ? 465 : 587)
  if (!(await answers(hostname, port)))
    return wrong(
      'mail',
      `${hostname} does not answer at port ${port}: start it, or correct SMTP_URL; mails wait`,
      explain('mail_away'),
    )
  try {
    await signInAtMailServer({ ...config, smtpUrl }, CONNECT_MS)
    return ok(
      'mail',
      username ? `${hostname} answers, and takes the password of SMTP_URL` : `${hostname} answers`,
      explain('mail_server'),
    )
  } catch (error) {
    // Not the message: it may repeat what was sent.
    const { code = 'unknown', responseCode = '' } = error as { code?: string; responseCode?: number }
    return code === 'EAUTH'
      ? wrong(
          'mail',
          `${hostname} refuses the name or the password of SMTP_URL (${`${code} ${responseCode}`.trim()}): correct them; mails wait`,
          explain('mail_refused'),
        )
      : wrong(
          'mail',
          `${hostname} answers at port ${port}, but no connection is made (${`${code} ${responseCode}`.trim()}): correct SMTP_URL, or see its log; mails wait`,
          explain('mail_unfit'),
        )
  }
}

const CONNECT_MS = 5_000

const answers = (host: string, port: number) =>
  new Promise<boolean>(resolve => {
    const socket = dial({ host: host.replace(/^\[|\]$/g, ''), port, timeout: 3_000 })
    const done = (reached: boolean) => {
      socket.destroy()
      resolve(reached)
    }
    socket
      .once('connect', () => done(true))
      .once('error', () => done(false))
      .once('timeout', () => done(false))
  })

/** Whether mails leave, also while the server answers and takes none. Without a worker none is tried. */
export async function failedMails(db: Database): Promise<Finding> {
  const retried = await retriedMails(db.pool).catch(() => undefined)
  const works = await backlogOf(db).then(isWorked, () => false)
  if (works && retried && !retried.others_leave && retried.minutes >= 1) {
    const { n, minutes } = retried
    return wrong(
      'mails',
      `${n} ${n === 1 ? 'has' : 'have'} waited for ${minutes} min, and none has left since: Santé, Courriels non partis, says why`,
      explain('mails_wait', { n, minutes }),
    )
  }
  // Zero when the database is older than this version.
  const n = await countFailed(db.pool).catch(() => 0)
  return n === 0
    ? ok('mails', 'none has failed', explain('mails_arrive'))
    : note(
        'mails',
        `${n} were refused, given up or came back: the back-office says why`,
        explain('mails_failed', { n }),
      )
}

/** Whether replies to support mails reach their conversation. */
export function inboundMail(config: Pick<Config, 'inboundMailSecrets' | 'mailFrom' | 'publicUrl'>): Finding {
  const about = 'inbound mail'
  const secrets = config.inboundMailSecrets.length
  if (secrets === 0)
    return note(
      about,
      'INBOUND_MAIL_SECRETS is not set: every mail that is handed over is refused',
      explain('inbound_off'),
    )
  const held = `${secrets} ${secrets === 1 ? 'secret' : 'secrets'}`
  if (config.mailFrom === undefined)
    return note(
      about,
      `${held}, but MAIL_FROM is not set: nobody has an address to answer to`,
      explain('inbound_nowhere'),
    )
  const example = replyAddress(config, '0'.repeat(TOKEN_LETTERS))
  return example === undefined
    ? note(
        about,
        `${held}; the name before the @ of MAIL_FROM is too long to carry a token: answers are known by what they answer alone`,
        explain('inbound_long'),
      )
    : ok(
        about,
        `${held}; answers come to ${example.replace(/0+@/, '<token>@')}: the mail server must take such addresses`,
        explain('inbound'),
      )
}
