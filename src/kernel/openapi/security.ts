import type { Row } from '../routes/route.ts'

/** How somebody is let in, as the document says it: the app by its name, the person by their token, a sender by signing. */

const APP = {
  type: 'apiKey',
  in: 'header',
  name: 'X-App-Source',
  description:
    'The app that calls, by a name of its own: 1 to 40 lower-case letters, digits, `-` or `_`. `public` if it has none.',
}
const BACKOFFICE = {
  type: 'apiKey',
  in: 'header',
  name: 'X-App-Source',
  description: '`backoffice`: the app of the back-office, and nothing else.',
}
const BEARER = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'An access token, good for fifteen minutes at `/api/v1`: `GET /auth/token` gives it.',
}
const SESSION = {
  type: 'http',
  scheme: 'bearer',
  description: 'The session that `/auth/sign-in/email` answers (`token`), good at `/auth` alone.',
}
const COOKIE = {
  type: 'apiKey',
  in: 'cookie',
  name: 'parvis.session_token',
  description:
    'The same session in a browser, which holds it by itself; `__Secure-parvis.session_token` where the service has https.',
}

type Signed = Extract<Row['access'], { kind: 'signed' }>
const signatureOf = ({ header }: Signed) => ({
  type: 'apiKey',
  in: 'header',
  name: header,
  description:
    '`t=<unix time>,v1=<HMAC-SHA256 of "<t>.<body>" in hexadecimal>`, under a secret that both sides hold; the time is at most five minutes off.',
})
const nameOf = ({ header }: Signed) => header.replaceAll('-', '').replace(/^./, one => one.toLowerCase())

export const securitySchemes = (rows: readonly Row[]) => ({
  app: APP,
  backoffice: BACKOFFICE,
  bearer: BEARER,
  session: SESSION,
  cookie: COOKIE,
  ...Object.fromEntries(
    rows.flatMap(({ access }) => (access.kind === 'signed' ? [[nameOf(access), signatureOf(access)]] : [])),
  ),
})

type Requirements = readonly Readonly<Record<string, readonly never[]>>[]

/** What a row asks for; of several, one is enough. */
export function requirements(access: Row['access']): Requirements {
  switch (access.kind) {
    case 'app':
      return access.bearer === 'welcome' ? [{ app: [] }, { app: [], bearer: [] }] : [{ app: [] }]
    case 'bearer':
      return [{ bearer: [] }, { app: [], bearer: [] }]
    case 'mairie':
      return [{ app: [], bearer: [] }]
    case 'admin':
      return [{ backoffice: [], bearer: [] }]
    case 'signed':
      return [{ [nameOf(access)]: [] }]
  }
}
