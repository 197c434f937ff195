/** Navigating browsers accept HTML; programs accept JSON or anything. */
export const wantsPage = (accept: string | undefined): boolean =>
  /(?:^|,)\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|,|$)/i.test(accept ?? '')
