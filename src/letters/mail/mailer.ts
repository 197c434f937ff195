import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import { madeFolder } from '../../kernel/files/folder.ts'
import type { Config } from '../../kernel/settings/config.ts'
import { type Installation, installationOf } from './addresses.ts'
import type { LeasedMail } from './leases.ts'
import { outboxFolder } from './outbox-folder.ts'
import { NOT_WRITTEN, type SendResult, sendResultOf } from './smtp-answers.ts'

export interface Mailer {
  /** Never throws: a failure is an outcome. */
  send(mail: LeasedMail, signal: AbortSignal): Promise<SendResult>
  close(): void
}

interface Limits {
  readonly connectMs: number
  /** Until the whole mail is handed over. */
  readonly sendMs: number
  /** From then on: servers that scan for viruses answer late, and giving up would send the mail again and again. */
  readonly answerMs: number
}
/** As long as RFC 5321 asks for (4.5.3.2.6). Together shorter than the lease (LEASE_SECONDS). */
const LIMITS: Limits = { connectMs: 10_000, sendMs: 60_000, answerMs: 600_000 }

/** Nothing in a mail may make the service read a file or fetch an address. */
const NO_ACCESS = { disableFileAccess: true, disableUrlAccess: true } as const

export const createMailer = (config: Config, limits: Limits = LIMITS): Mailer =>
  config.smtpUrl === undefined
    ? folderMailer(config)
    : smtpMailer(config.smtpUrl, installationOf(config), limits)

/** The name in EHLO: relays dislike `[127.0.0.1]`, the library's choice where the machine's name has no dot. */
const greeting = ({ url }: Installation): { name?: string } => {
  const host = url === undefined ? '' : new URL(url).hostname
  return /[a-z]/i.test(host) && host.includes('.') ? { name: host } : {}
}

function connectionTo(smtpUrl: string, installation: Installation, { connectMs }: Pick<Limits, 'connectMs'>) {
  const server = parseConnectionUrl(smtpUrl)
  return {
    ...server,
    ...NO_ACCESS,
    ...greeting(installation),
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    // STARTTLS is used wherever it is offered, with a valid certificate; but a relay on this machine has a self-made
    // one, and no network is in between. A password is never sent unencrypted.
    requireTLS: server.requireTLS === undefined ? needsEncryption(server) : Boolean(server.requireTLS),
    tls: { ...(isThisMachine(server.host) && { rejectUnauthorized: false }), ...server.tls },
    logger: false as const,
  }
}

/** Connects, encrypts and signs in as for a mail, and sends none. Throws the error of the library. */
export async function signInAtMailServer(
  config: Config & { readonly smtpUrl: string },
  connectMs: number,
): Promise<void> {
  const connection = connectionTo(config.smtpUrl, installationOf(config), { connectMs })
  const transport = nodemailer.createTransport({ ...connection, socketTimeout: connectMs })
  await transport.verify().finally(() => transport.close())
}

function smtpMailer(smtpUrl: string, installation: Installation, limits: Limits): Mailer {
  const transport = nodemailer.createTransport({
    ...connectionTo(smtpUrl, installation, limits),
    pool: true,
    maxConnections: 2,
    // Attempts are counted in the row: the library must not retry by itself.
    maxRequeues: 0,
    idleTimeout: 30_000,
    // Longer than any mail takes, so that only the limits of each mail apply.
    socketTimeout: limits.sendMs + limits.answerMs,
  })
  // Errors are reported for the mail they concern; without a listener this event would end the process.
  transport.on('error', () => {})
  // Read once the server has asked for it (DATA); at its end all of it has been sent.
  transport.use('stream', ({ message, data }, done) => {
    const read = message.createReadStream.bind(message)
    message.createReadStream = () => read().once('end', (data as Handed).handedOver)
    done()
  })
  return {
    async send(mail, signal) {
      const late = new AbortController()
      const after = (ms: number) => setTimeout(() => late.abort(), ms)
      let timer = after(limits.sendMs)
      const handed: Handed = {
        ...compose(mail, installation),
        signal: AbortSignal.any([signal, late.signal]),
        handedOver() {
          clearTimeout(timer)
          timer = after(limits.answerMs)
        },
      }
      try {
        await transport.sendMail(handed)
        return { kind: 'sent' }
      } catch (error) {
        return sendResultOf(error)
      } finally {
        clearTimeout(timer)
      }
    },
    close: () => transport.close({ force: true }),
  }
}

interface Handed extends ReturnType<typeof compose> {
  readonly signal: AbortSignal
  readonly handedOver: () => void
}

/** Without `requireTLS` an attacker in the network could hide STARTTLS and read the password. */
const needsEncryption = ({ auth, secure, host }: ReturnType<typeof parseConnectionUrl>) =>
  auth !== undefined && secure !== true && !isThisMachine(host)

const isThisMachine = (host: string | undefined) =>
  host === undefined || host === 'localhost' || host === '::1' || host === '[::1]' || host.startsWith('127.')

/** The mail as the library takes it: one recipient as an object, texts as strings, an explicit envelope. */
function compose(mail: LeasedMail, { from }: Installation) {
  const { recipient_email: to, subject, text, html } = mail
  for (const value of [to, subject, text, html ?? ''])
    if (typeof value !== 'string') throw new Error('A header or body of the mail is not a string.')
  return {
    ...NO_ACCESS,
    envelope: { from: from.address, to: [to] },
    from,
    to: { name: mail.recipient_name ?? '', address: to },
    ...(mail.reply_to !== null && { replyTo: { name: '', address: mail.reply_to } }),
    subject,
    text,
    ...(html !== null && { html }),
    // The time of the decision, so that a second copy has identical headers.
    date: new Date(mail.created_at),
    messageId: mail.message_id,
    ...(mail.in_reply_to !== null && { inReplyTo: mail.in_reply_to }),
    ...(mail.reference_ids.length > 0 && { references: [...mail.reference_ids] }),
    xMailer: false as const,
    headers: {
      ...(mail.auto_submitted !== null && {
        'Auto-Submitted': mail.auto_submitted,
        // Exchange sends absence notes unless this header is set.
        'X-Auto-Response-Suppress': 'OOF, AutoReply',
      }),
      ...(mail.unsubscribe_url !== null && {
        'List-Unsubscribe': `<${mail.unsubscribe_url}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}

/** Without a mail server each mail is written as a file that any mail program opens. */
function folderMailer(config: Config): Mailer {
  const folder = outboxFolder(config.dataDir)
  const installation = installationOf(config)
  const transport = nodemailer.createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...NO_ACCESS,
  })
  return {
    async send(mail) {
      try {
        const { message } = await transport.sendMail(compose(mail, installation))
        const file = join(folder, nameOf(mail))
        await madeFolder(folder, 0o700)
        await writeWhole(file, message as Buffer)
        return { kind: 'sent', file }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
        return { kind: 'delayed', words: `${NOT_WRITTEN} (${code}).`, code }
      }
    },
    close: () => transport.close(),
  }
}

/** By time and Message-ID: written again after a crash, it is the same file. */
const nameOf = ({ created_at, message_id }: LeasedMail) =>
  `${created_at.replaceAll(':', '-')}-${message_id.slice(1, message_id.indexOf('@')).replaceAll(/[^\w.-]/g, '_')}.eml`

/** Removes an incomplete file: the mail may never be tried again. */
async function writeWhole(file: string, content: Buffer): Promise<void> {
  const begun = `${file}.part`
  try {
    const handle = await open(begun, 'w', 0o600)
    try {
      await handle.writeFile(content)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(begun, file)
  } catch (error) {
    await rm(begun, { force: true }).catch(() => {})
    throw error
  }
}
