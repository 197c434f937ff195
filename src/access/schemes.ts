/** `X-App-Source` and the access token, as the API page describes them. */

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

export const SCHEMES = { app: APP, backoffice: BACKOFFICE, bearer: BEARER, session: SESSION, cookie: COOKIE }
