import { plainLine } from '../texts/plain-text.ts'

const LONGEST = 2000

/** Returns an absolute http(s) address that may be stored; null for any other, or one with a password. */
export function httpUrl(text: string | null | undefined, base: string | null = null): string | null {
  const asked = text?.trim() ?? ''
  if (asked === '' || asked.length > LONGEST * 2) return null
  const url = URL.parse(asked, base ?? undefined)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  if (url.username !== '' || url.password !== '' || url.hostname === '') return null
  return url.href.length <= LONGEST ? url.href : null
}

const IMAGE = /\.(?:jpe?g|png|gif|webp|avif|svg)$/i

/** Whether an attachment is a picture: by its type or, without one, by its name. */
export const isImage = (url: string, type: string | null | undefined): boolean =>
  type ? /^image\//i.test(type.trim()) : IMAGE.test(URL.parse(url)?.pathname ?? '')

const DOCUMENT = /\.(?:pdf|docx?|odt|rtf|xlsx?|ods|csv|pptx?|odp|zip)$/i
const DOCUMENT_TYPE =
  /^(?:application\/(?:pdf|msword|rtf|zip|vnd\.(?:ms-|openxmlformats|oasis|google-apps))|text\/(?:csv|rtf))/i

/** Whether an attachment is a document: by its type, or by its name where the type says nothing. */
export const isDocument = (url: string, type: string | null | undefined): boolean =>
  DOCUMENT_TYPE.test(type?.trim() ?? '') ||
  ((!type || /octet-stream|x-download/i.test(type)) && DOCUMENT.test(URL.parse(url)?.pathname ?? ''))

/** Whether an attachment is a PDF, by its type, or by its name where the type says nothing. */
export const isPdf = (url: string, type: string | null | undefined): boolean =>
  /^application\/pdf/i.test(type?.trim() ?? '') ||
  ((!type || /octet-stream|x-download/i.test(type)) && /\.pdf$/i.test(URL.parse(url)?.pathname ?? ''))

/** The last part of an address. */
export function fileName(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return plainLine(decodeURIComponent(name), 100) ?? url.slice(0, 100)
  } catch {
    return plainLine(name, 100) ?? url.slice(0, 100)
  }
}

/** Encodes an address so that it ends where the link ends, and no other link, picture or tag begins in it. */
export const inBrackets = (url: string): string =>
  url.replaceAll(/[()<>[\]!\\`]/g, character => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
