import { DOCUMENT_NAME } from '../../media/keys.ts'
import { mediaAddress } from '../../media/shown.ts'
import { certificateOf } from '../../publishing/actes/certificate.ts'
import { certificatePdf } from '../../publishing/actes/certificate-text.ts'
import { listActes } from '../../publishing/actes/queries.ts'
import { deliberationsCsv } from '../../publishing/actes/scdl.ts'
import { acteAt, actePath, siretOf } from '../acte-address.ts'
import { Elsewhere, type Visit } from '../visit.ts'
import type { Written } from './feed.ts'

/** Files about acts: the certificate of each, and the deliberations as open data. */

/** Its rows are sealed within a minute. */
const CERTIFICATE_SECONDS = 60
const CSV_SECONDS = 300
/** The most deliberations in the file of all years, latest first; each year has a file of its own. */
const MOST_DELIBERATIONS = 10_000

export const certificate =
  (as: 'json' | 'pdf') => async (visit: Visit, rest: readonly string[], _: URLSearchParams, self: string) => {
    const [named = '', ...others] = rest
    const acte = others.length > 0 ? undefined : await acteAt(visit, named)
    if (!acte) return undefined
    const address = `${visit.base}${actePath(acte)}`
    if (self !== `${address}.${as}`) return new Elsewhere(`${address}.${as}`, 302)
    const said = await certificateOf(visit.slow, acte, visit.origin + address, visit.now)
    const caching = { seconds: CERTIFICATE_SECONDS, freshMs: CERTIFICATE_SECONDS * 1_000 }
    return as === 'pdf'
      ? { type: 'application/pdf', text: certificatePdf(said, visit.fuseau), ...caching }
      : { type: 'application/json; charset=utf-8', text: JSON.stringify(said), ...caching }
  }

/** Undefined while the town hall has no SIRET: the schema requires it. */
export async function deliberations(visit: Visit, rest: readonly string[]): Promise<Written | undefined> {
  const [year, ...others] = rest
  if (others.length > 0 || (year !== undefined && !/^\d{4}$/.test(year))) return undefined
  const siret = await siretOf(visit)
  if (siret === undefined) return undefined
  const filter = {
    communeId: visit.town.id,
    acteurIds: visit.source.acteurIds,
    nature: 'deliberation' as const,
    year: year === undefined ? undefined : Number(year),
  }
  const rows = (await listActes(visit.slow, filter, MOST_DELIBERATIONS)).slice(0, MOST_DELIBERATIONS)
  const media = mediaAddress(visit.config)
  const text = deliberationsCsv(
    { nom: visit.town.nom, siret },
    rows.flatMap(acte => {
      const [document] = acte.documents ?? []
      if (acte.matiere === null || document === undefined) return []
      const { numero, pris_le: date, matiere, title: objet, transmis_le } = acte
      return [{ numero, date, matiere, objet, transmis_le, url: `${media}/${document.key}/${DOCUMENT_NAME}` }]
    }),
  )
  return { type: 'text/csv; charset=utf-8', text, seconds: CSV_SECONDS }
}
