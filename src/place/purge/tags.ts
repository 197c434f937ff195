/** The tags by which a cache in front drops what it keeps: a page has those of all that it shows. */

/** Every page and feed has it. */
export const WHOLE = 'place'

/** The last twelve digits of an id: a page may show sixty neighbours, and proxies refuse responses with long headers. */
export const tagOf = (id: string): string => id.slice(-12)
