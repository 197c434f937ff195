import { readFileSync } from 'node:fs'

/** Files in the structure of public data sets, in our own words. */
export const sample = (name: string): string =>
  readFileSync(new URL(`./samples/${name}`, import.meta.url), 'utf8')
