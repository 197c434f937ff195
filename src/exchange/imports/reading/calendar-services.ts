import { FetchRefused } from '../../../kernel/fetch/fetch.ts'

/** Calendars of Google and Outlook: their pages hold no events, and many are not public. */

const OUTLOOK = /^outlook\.(?:office365|office|live)\.com$/
const SIGN_IN = /^(?:accounts\.google\.com|login\.(?:microsoftonline|live)\.com)$/
const hostOf = (url: string): string => URL.parse(url)?.hostname ?? ''

/** The address of a calendar whose page of Google or Outlook this is; undefined for any other. */
export function publicCalendarOf(page: string): string | undefined {
  const url = URL.parse(page)
  if (url?.hostname === 'calendar.google.com') {
    const id = url.searchParams.get('src') ?? fromBase64(url.searchParams.get('cid'))
    return id
      ? `https://calendar.google.com/calendar/ical/${encodeURIComponent(id)}/public/basic.ics`
      : undefined
  }
  if (!OUTLOOK.test(url?.hostname ?? '')) return undefined
  return url?.pathname.endsWith('/calendar.html')
    ? page.replace(/\/calendar\.html/, '/calendar.ics')
    : undefined
}

const fromBase64 = (text: string | null) => text && Buffer.from(text, 'base64url').toString('utf8')

export const isCalendarService = (url: string): boolean =>
  hostOf(url) === 'calendar.google.com' || OUTLOOK.test(hostOf(url))

/** Whether the server refuses the calendar at this address because it is not shared. */
export const isOfPrivateCalendar = (url: string, error: unknown): boolean =>
  error instanceof FetchRefused && [401, 403, 404].includes(error.status ?? 0) && isCalendarService(url)

/** Whether somebody who is not signed in was led to this page of Google or Microsoft. */
export const isCalendarSignIn = (url: string): boolean => SIGN_IN.test(hostOf(url))
