import { type AnyRow, isSigned, type Signed } from '../routes/route.ts'

/** Security requirements in the document: those of the guard, or a signature. */

const signatureOf = ({ header }: Signed) => ({
  type: 'apiKey',
  in: 'header',
  name: header,
  description:
    '`t=<unix time>,v1=<HMAC-SHA256 of "<t>.<body>" in hexadecimal>`, computed with a shared secret. The time may differ from the service’s by five minutes at most.',
})
const nameOf = ({ header }: Signed) => header.replaceAll('-', '').replace(/^./, one => one.toLowerCase())

export const signatureSchemes = (rows: readonly AnyRow[]) =>
  Object.fromEntries(rows.filter(isSigned).map(({ access }) => [nameOf(access), signatureOf(access)]))

/** The alternatives accepted by a row. */
export const requirements = (row: AnyRow) =>
  isSigned(row) ? [{ [nameOf(row.access)]: [] }] : row.access.document.security

/** The scope that an API key needs here. */
export const keyScopeOf = (row: AnyRow) => (isSigned(row) ? undefined : row.access.document.keyScope)
