import type { Email } from 'postal-mime'
import { htmlConverter } from '../../../kernel/html/convert.ts'
import { asWritten } from '../../../kernel/texts/encodings.ts'
import { firstLetters, storableLines } from '../../../kernel/texts/texts.ts'
import { oneLine } from '../../mail/addresses.ts'
import { LONGEST_NAME } from '../shapes.ts'

/** The plain text of a mail. Quoted text stays: where it begins cannot be known for sure. */

const LONGEST = 20_000
const MOST_NAMES = 50

const fromHtml = htmlConverter({ isPlain: true })

export function bodyOf(mail: Email): string {
  const text = mail.text?.trim() ? mail.text : withoutBlanks(fromHtml(mail.html ?? '').text)
  const storable = storableLines(asWritten(text).replaceAll(PGP, ENCRYPTED)).trim()
  const beginning = firstLetters(storable, LONGEST)
  const whole = beginning === storable ? storable : `${beginning.trimEnd()}\n\n[Message coupé]`
  return whole || (isEncrypted(mail) ? ENCRYPTED : '(message vide)')
}

/** Without the blanks at the ends of lines. */
const withoutBlanks = (text: string): string =>
  text
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')

const ENCRYPTED = '(message chiffré : il ne peut pas être lu ici)'
const PGP = /^-----BEGIN PGP MESSAGE-----$[^-]*^-----END PGP MESSAGE-----$/gm
/** S/MIME and PGP/MIME. */
const isEncrypted = ({ attachments }: Email): boolean =>
  attachments.some(({ mimeType }) => /^application\/(?:x-)?(?:pkcs7-mime|pgp-encrypted)$/i.test(mimeType))

/** A part that its HTML shows is a photo from this size on, else the logo of a signature. */
const LARGE = 20 * 1024
const sizeOf = (content: ArrayBuffer | Uint8Array | string): number =>
  typeof content === 'string' ? content.length : content.byteLength

/** Names only; contents are not stored, since they may be personal papers. */
export const attachmentsOf = ({ attachments }: Email): string[] =>
  attachments
    .filter(({ related, content }) => !related || sizeOf(content) >= LARGE)
    .slice(0, MOST_NAMES)
    .map(({ filename, mimeType }) => {
      const name = oneLine(asWritten(filename ?? ''), LONGEST_NAME) || 'sans nom'
      return /ms-tnef$/i.test(mimeType) || /^winmail\.dat$/i.test(name) ? OF_OUTLOOK : name
    })

/** Outlook packs attachments into it for other Outlooks: the requester has to send them again. */
const OF_OUTLOOK = 'winmail.dat (pièces jointes emballées par Outlook, illisibles ailleurs)'
