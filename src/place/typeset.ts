const NBSP = '\u00a0'

/**
 * What is sent back, copied or run stays as it is, and so do tags; of the text these blanks: before closing punctuation,
 * within « », and before the h of “15 h”.
 */
const PARTS =
  /<(textarea|pre|code|script)\b.*?<\/\1>|<[^>]*>| (?=[:;?!»€%])|(?<=«) |(?<=\d) (?=h(?!\p{L}))/gsu

/** Keeps a page as it was made, except that no line begins with closing punctuation, or ends with an opening one. */
export const typeset = (page: string): string => page.replaceAll(PARTS, part => (part === ' ' ? NBSP : part))
