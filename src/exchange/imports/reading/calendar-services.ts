import { FetchRefused } from '../../../kernel/fetch/fetch.ts'

/** Calendars of Google, Outlook, Nextcloud and Teamup: their pages hold no events, and many are not public. */

const OUTLOOK = /^outlook\.(?:office365|office|live)\.com$/
const SIGN_IN = /^(?:accounts\.google\.com|login\.(?:microsoftonline|live)\.com)$/
const hostOf = (url: string): string => URL.parse(url)?.hostname ?? ''

/** The first calendar of a page of Google or Outlook; undefined for any other. */
export const publicCalendarOf = (page: string): string | undefined => publicCalendarsOf(page)[0]

/** The addresses of the calendars that such a page shows. */
export function publicCalendarsOf(page: string): readonly string[] {
  const url = URL.parse(page)
  if (url?.hostname === 'calendar.google.com') {
    const named = url.searchParams.getAll('src')
    const ids = named.length > 0 ? named : [fromBase64(url.searchParams.get('cid'))]
    return ids.flatMap(id =>
      id ? [`https://calendar.google.com/calendar/ical/${encodeURIComponent(id)}/public/basic.ics`] : [],
    )
  }
  const token = /\/apps\/calendar\/(?:p|embed)\/([A-Za-z0-9]{5,40})(?=[/-]|$)/.exec(url?.pathname ?? '')?.[1]
  if (url && token !== undefined) return [`${url.origin}/remote.php/dav/public-calendars/${token}?export`]
  const key = url?.hostname === 'teamup.com' && /^\/(ks[a-z0-9]{5,40})\/?$/.exec(url.pathname)?.[1]
  if (key) return [`https://ics.teamup.com/feed/${key}/0.ics`]
  const isOutlook = OUTLOOK.test(url?.hostname ?? '') && url?.pathname.endsWith('/calendar.html')
  return isOutlook ? [page.replace(/\/calendar\.html/, '/calendar.ics')] : []
}

const fromBase64 = (text: string | null) => text && Buffer.from(text, 'base64url').toString('utf8')

export const isCalendarService = (url: string): boolean =>
  hostOf(url) === 'calendar.google.com' || OUTLOOK.test(hostOf(url))

/** Whether the server refuses the calendar at this address because it is not shared. */
export const isOfPrivateCalendar = (url: string, error: unknown): boolean =>
  error instanceof FetchRefused && [401, 403, 404].includes(error.status ?? 0) && isCalendarService(url)

/** Whether somebody who is not signed in was led to this page of Google or Microsoft. */
export const isCalendarSignIn = (url: string): boolean => SIGN_IN.test(hostOf(url))
