import type { Attachment, Email } from 'postal-mime'
import { clockTime } from '../../../../shared/event-time.ts'
import { MOST_DATES } from '../../../../shared/fields/publications.ts'
import { dayAsTyped } from '../../../../shared/typed/day.ts'
import type { MailNote } from '../../../../shared/words/mailed-drafts.ts'
import { escapeText } from '../../../kernel/html/escape.ts'
import { asWritten } from '../../../kernel/texts/encodings.ts'
import { plainLine } from '../../../kernel/texts/plain-text.ts'
import { parseMail } from '../../../letters/support/inbound/incoming.ts'
import { LONGEST_TITLE } from '../../imports/reading/normalize-item.ts'
import { fromHtml } from '../../imports/reading/texts/html.ts'
import { bodyFrom } from '../../imports/reading/texts/safe-markdown.ts'
import { type EventTime, eventTimeOf } from './event-time.ts'
import { bare, isGreeting, isRequest, unbroken } from './line-kinds.ts'
import { ownWords } from './own-words.ts'
import { placeIn } from './place.ts'
import { type Poster, readPoster } from './poster.ts'
import { tells, titleOf } from './title.ts'

/** A mail to an acteur as a draft: its fields as the form holds them, its files, and what a person has to look at. */

export interface MailedDraft {
  readonly title: string
  readonly body: string
  readonly date_debut: string
  readonly heure_debut: string
  readonly date_fin: string
  readonly heure_fin: string
  /** One a line. */
  readonly dates: string
  readonly lieu: string
  readonly files: readonly MailFile[]
  readonly notes: readonly MailNote[]
}

export interface MailFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

const EMPTY_DAYS = { date_debut: '', heure_debut: '', date_fin: '', heure_fin: '', dates: '' }
const MOST_NOTED_DAYS = 10

/** A draft, and whether a poster may tell what its mail does not. */
export interface DraftRead {
  readonly draft: MailedDraft
  readonly wantsPoster: boolean
}

/** `withPosters`: also reads PDFs, which may take longer than the mail. */
export async function readDraft(raw: Buffer, now: Date, { withPosters = false } = {}): Promise<DraftRead> {
  const mail = await parseMail(raw)
  const files = filesOf(mail)
  const { markdown, hasRemotePictures } = wordsOf(mail)
  const subject = asWritten(mail.subject ?? '')
  const own = ownWords({ markdown: beginningOf(markdown), subject, name: mail.from?.name ?? null })
  const shown = new Set([...own.text.matchAll(MARKS)].map(([, at]) => Number(at)))
  const kept = files.flatMap(({ mark, ...file }) => (mark === undefined || shown.has(mark) ? [file] : []))
  const text = withoutGreeting(own.text.replaceAll(MARKS, ''))
  const content = own.content.replaceAll(MARKS, '')
  const subjects = [subject, own.subject]
  const given = titleOf({ subjects, texts: [content], fileNames: [] })
  const time = timeOf(subjects, content, text, now)
  const tellsNothing = text
    .split('\n')
    .every(line => bare(line) === '' || isGreeting(line) || isRequest(line))
  const pdfs = kept.filter(isPdf)
  const isLacking = given === '' || tellsNothing || (time.days.length === 0 && time.several.length === 0)
  const wantsPoster = isLacking && pdfs.length > 0
  const poster = wantsPoster && withPosters ? await posterOf(pdfs) : undefined

  const posterText = poster ? escapeText(unbroken(poster.text)) : ''
  const posterTitle = poster && tells(poster.title) ? (plainLine(poster.title, LONGEST_TITLE) ?? '') : ''
  const when = isLacking && poster && time.days.length === 0 ? timeOf([], posterText, posterText, now) : time
  const title =
    given ||
    posterTitle ||
    titleOf({ subjects: [], texts: [posterText], fileNames: kept.map(({ name }) => name) })
  const body = bodyFrom(tellsNothing && posterText ? posterText : text)
  const usesPoster = when !== time || title !== given || (tellsNothing && posterText !== '')
  const days = (all: readonly string[]) => all.slice(0, MOST_NOTED_DAYS).map(dayAsTyped)
  const notes: (MailNote | false)[] = [
    when.several.length > 0 && { code: 'several_events', texts: days(when.several) },
    when.days.length > 0 && when.others.length > 0 && { code: 'other_days', texts: days(when.others) },
    when.unsure !== undefined && { code: 'unsure_day', texts: [when.unsure] },
    poster !== undefined && usesPoster && { code: 'poster_text', texts: [] },
    title === '' && { code: 'no_title', texts: [] },
    body === '' && { code: 'no_text', texts: [] },
    hasRemotePictures && { code: 'remote_pictures', texts: [] },
  ]
  return {
    draft: {
      title,
      body,
      ...daysTyped(when),
      lieu: when.days.length === 0 ? '' : (placeIn(content) ?? placeIn(posterText) ?? ''),
      files: kept,
      notes: notes.filter(note => note !== false),
    },
    wantsPoster,
  }
}

/** A body holds 20 000 letters; quoted answers and headers may stand before its end. */
const LONGEST = 60_000
const MOST_LINES = 1_500
const beginningOf = (markdown: string): string =>
  markdown.slice(0, LONGEST).split('\n', MOST_LINES).join('\n')

/** By the subjects and what was forwarded, else also by what the sender wrote above it. */
function timeOf(
  subjects: readonly (string | undefined)[],
  content: string,
  text: string,
  now: Date,
): EventTime {
  const time = eventTimeOf(subjects.filter(Boolean).join('\n'), content, now)
  return time.days.length === 0 && time.several.length === 0 && content !== text
    ? eventTimeOf('', text, now)
    : time
}

const isPdf = ({ type, name }: MailFile): boolean => /\/pdf$/i.test(type) || /\.pdf$/i.test(name)
const MOST_POSTERS = 2

async function posterOf(pdfs: readonly MailFile[]): Promise<Poster | undefined> {
  for (const { bytes } of pdfs.slice(0, MOST_POSTERS)) {
    const poster = await readPoster(bytes).catch(() => undefined)
    if (poster) return poster
  }
  return undefined
}

function daysTyped({ days, isRange, hours }: EventTime) {
  const [first, ...others] = days
  if (first === undefined) return EMPTY_DAYS
  const last = isRange ? others.at(-1) : undefined
  const clock = (time: string | null | undefined) => (time ? clockTime('fr', time) : '')
  return {
    date_debut: dayAsTyped(first),
    heure_debut: clock(hours?.begin),
    date_fin: dayAsTyped(last),
    heure_fin: clock(hours?.end),
    dates: isRange
      ? ''
      : others
          .slice(0, MOST_DATES)
          .map(day => `${dayAsTyped(day)}\n`)
          .join(''),
  }
}

/** It tells residents nothing. */
function withoutGreeting(text: string): string {
  const lines = text.split('\n')
  const first = lines.findIndex(line => bare(line) !== '' && !isGreeting(line))
  return first === -1 ? '' : lines.slice(first).join('\n')
}

/** Stands where the text of a mail shows one of its pictures; no text holds this letter. */
const MARK = '\ufdd0'
const MARKS = /\ufdd0(\d+)\ufdd0/g
const CID = /<img\b[^>]*?\bsrc\s*=\s*["']?cid:([^"'\s>]+)[^>]*>/gi

function wordsOf(mail: Email): { readonly markdown: string; readonly hasRemotePictures: boolean } {
  const html = mail.html ?? ''
  if (/<[a-z!]/i.test(html)) {
    const ids = mail.attachments.map(({ contentId }) => contentId?.replaceAll(/[<>]/g, '').toLowerCase())
    const marked = html.replaceAll(MARK, '').replaceAll(CID, (_whole, id: string) => {
      const at = ids.indexOf(safely(id).toLowerCase())
      return at === -1 ? '' : `${MARK}${at}${MARK}`
    })
    const { text, images } = fromHtml(marked)
    const markdown = asWritten(text)
    if (/\S/.test(markdown.replaceAll(MARKS, '')) || !mail.text?.trim())
      return { markdown, hasRemotePictures: images.length > 0 }
  }
  const text = asWritten(mail.text ?? '')
    .replaceAll(MARK, '')
    .replaceAll(/\r\n?/g, '\n')
  return { markdown: escapeText(text.replaceAll(/^[^\S\n]+/gm, '')), hasRemotePictures: false }
}

const safely = (id: string): string => {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** A picture of this size in a signature is a logo. */
const SMALL_PICTURE = 8 * 1024

/** `mark`: the text must still show it. */
function filesOf({ attachments }: Email): (MailFile & { readonly mark?: number })[] {
  return attachments.flatMap((attachment, at) => {
    const bytes = bytesOf(attachment)
    const file = { name: asWritten(attachment.filename ?? ''), type: attachment.mimeType, bytes }
    if (!attachment.related) return isLetter(attachment) ? [] : [file]
    return bytes.length < SMALL_PICTURE ? [] : [{ ...file, mark: at }]
  })
}

const bytesOf = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content)

/** Signatures of the mail itself, and cards of persons. */
const isLetter = ({ mimeType }: Attachment): boolean =>
  /^(?:application\/(?:x-)?pkcs7-signature|application\/pgp-signature|text\/(?:x-)?vcard)$/i.test(mimeType)
