const NBSP = '\u00a0'

/** Keeps the text of a user, except that no line begins with closing punctuation, or with the h of “15 h”. */
export const unbroken = (text: string): string =>
  text.replaceAll(/ ([:;!?»€%])|(?<=\d) (h)(?!\p{L})/gu, (_, mark = '', hour = '') => `${NBSP}${mark}${hour}`)
