import { slugOf } from '../kernel/slugs.ts'

/** Five digits are a postal code, anything else the beginning of a name. Nothing searched for means everything. */
export function searchFor(q: string | undefined): {
  name: string | undefined
  postalCode: string | undefined
} {
  if (q === undefined || !/[\p{L}\p{N}]/u.test(q)) return { name: undefined, postalCode: undefined }
  const digits = q.replaceAll(/\s/g, '')
  return /^\d{5}$/.test(digits) ? { name: undefined, postalCode: digits } : { name: q, postalCode: undefined }
}

/** Where several share a name, each takes its departement, so that no slug depends on who came first. */
export const slugWithDepartement = (slug: string, departement: string) =>
  slugOf(`${slug.slice(0, 90)}-${departement}`)
