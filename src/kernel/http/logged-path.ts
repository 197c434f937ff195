/** The path of a request for the log: without query and link tokens. */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '')
    .replace(
      /((?:reset-password|decline-invitation|stop-digest|(?:confirm|stop)-week|appeal|claim-(?:dis)?agree)\/).*/i,
      '$1…',
    )
    .slice(0, 200)
