import type { IncomingHttpHeaders } from 'node:http'

const ROBOT =
  /bot|crawl|spider|slurp|preview|prerender|monitor|uptime|lighthouse|headless|facebookexternalhit|whatsapp|embedly|feed|^(?:curl|wget|python|go-http|java|node|axios|okhttp|ruby|php|libwww)/i

/**
 * Whether a request opens a page for a reader: not for a robot that says so, not ahead of a click, and not from the
 * back-office, whose links alone come from our site without a `Referer`.
 */
export function isReader(headers: IncomingHttpHeaders): boolean {
  const agent = headers['user-agent']
  if (agent === undefined || ROBOT.test(agent)) return false
  if (/prefetch|prerender/.test(`${headers['sec-purpose'] ?? ''} ${headers.purpose ?? ''}`)) return false
  return !/^same-/.test(String(headers['sec-fetch-site'] ?? '')) || headers.referer !== undefined
}
