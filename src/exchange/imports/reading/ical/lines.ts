/** Splits iCalendar into properties, line by line; a malformed line does not affect the others. */

export interface Property {
  /** Upper case. */
  readonly name: string
  /** Names in upper case. */
  readonly params: Readonly<Record<string, string>>
  /** As written, still escaped. */
  readonly value: string
}

/** Properties whose text may go on in lines that were not folded: such a text ends at a known property name. */
const KNOWN = new Set(
  `BEGIN END UID SUMMARY DESCRIPTION LOCATION URL DTSTART DTEND DURATION DTSTAMP CREATED LAST-MODIFIED RRULE RDATE
  EXDATE EXRULE RECURRENCE-ID SEQUENCE STATUS CLASS TRANSP CATEGORIES ORGANIZER ATTENDEE CONTACT ATTACH GEO PRIORITY
  RESOURCES COMMENT RELATED-TO REQUEST-STATUS IMAGE COLOR CONFERENCE NAME SOURCE REFRESH-INTERVAL VERSION PRODID
  CALSCALE METHOD TZID TZNAME TZOFFSETFROM TZOFFSETTO TZURL ACTION TRIGGER REPEAT DUE COMPLETED PERCENT-COMPLETE
  FREEBUSY STYLED-DESCRIPTION ACKNOWLEDGED`.split(/\s+/),
)
const LONGEST_LINE = 100_000
const TEXTS = new Set(['DESCRIPTION', 'SUMMARY', 'LOCATION', 'COMMENT'])

// The pattern matches each part in one way only, or a line of commas would backtrack for ever.
const LINE = /^([A-Za-z][\w-]*)((?:;[^:;="]+=(?:"[^"]*"|[^",:;]*)(?:,(?:"[^"]*"|[^",:;]*))*)*):(.*)$/s

export function propertiesOf(text: string): Property[] {
  const found: { name: string; params: Readonly<Record<string, string>>; value: string }[] = []
  for (const line of unfolded(text).split(/\r\n|\n|\r/)) {
    if (line.trim() === '') continue
    const property = propertyIn(line)
    const last = found.at(-1)
    if (property && (isKnown(property.name) || !last || !TEXTS.has(last.name))) found.push(property)
    // A malformed line with a known name does not continue the text before: ATTENDEE, say, holds personal addresses.
    else if (isKnown(/^([\w-]+)[;:=]/.exec(line)?.[1])) found.push({ name: '', params: {}, value: '' })
    // A line without a known name continues a text whose lines were not folded.
    else if (last && TEXTS.has(last.name)) last.value += `\\n${line}`
  }
  return found
}

const PLAIN = /^([A-Za-z][\w-]*):/
const NO_PARAMS: Readonly<Record<string, string>> = Object.create(null)

function propertyIn(
  line: string,
): { name: string; params: Readonly<Record<string, string>>; value: string } | undefined {
  // No useful property is longer. The limit keeps the pattern from running on megabytes.
  const start = line.slice(0, LONGEST_LINE)
  const plain = PLAIN.exec(start)
  if (plain)
    return { name: plain[1]?.toUpperCase() ?? '', params: NO_PARAMS, value: start.slice(plain[0].length) }
  const parts = LINE.exec(start)
  if (!parts) return undefined
  const name = parts[1]?.toUpperCase() ?? ''
  return withWholeZone({ name, params: paramsOf(parts[2] ?? ''), value: parts[3] ?? '' })
}

const isKnown = (name = ''): boolean => KNOWN.has(name.toUpperCase()) || /^x-/i.test(name)

/** `TZID=tzone://Microsoft/Custom:2026…`: an unquoted name with a colon ends at the last colon. */
function withWholeZone(property: { name: string; params: Readonly<Record<string, string>>; value: string }) {
  const { name, params, value } = property
  if (params.TZID === undefined) return property
  const at = value.lastIndexOf(':')
  if (at < 0) return property
  const zone = `${params.TZID}:${value.slice(0, at).replaceAll('"', '')}`
  return { name, params: { ...params, TZID: zone }, value: value.slice(at + 1) }
}

const unfolded = (text: string): string => text.replaceAll(/(?:\r\n|\n|\r)[ \t]/g, '')

/** Unfolds bytes before decoding, because lines may be folded in the middle of a UTF-8 character. */
export function unfoldedBytes(bytes: Buffer): Buffer {
  if (!/^\ufeff?(?:\xef\xbb\xbf)?\s*BEGIN:VCALENDAR/i.test(bytes.subarray(0, 100).toString('latin1')))
    return bytes
  return Buffer.from(bytes.toString('latin1').replaceAll(/\r?\n[ \t]/g, ''), 'latin1')
}

function paramsOf(text: string): Record<string, string> {
  const params: Record<string, string> = Object.create(null)
  for (const [, name = '', value = ''] of text.matchAll(/;([^:;="]+)=((?:"[^"]*"|[^":;])*)/g))
    params[name.toUpperCase()] = value.replaceAll('"', '').trim()
  return params
}

/** Unescapes a value. */
export const textOf = (value: string): string =>
  value.replaceAll(/\\([\\;,nN:"])/g, (_, escaped: string) => (/n/i.test(escaped) ? '\n' : escaped))
