const NBSP = '\u00a0'

/** Keeps the text of a user, except that no line begins with closing punctuation. */
export const unbroken = (text: string): string => text.replaceAll(/ ([:;!?»€%])/g, `${NBSP}$1`)
