/** `X-App-Source` and the access token, as the API page describes them. */

const APP = {
  type: 'apiKey',
  in: 'header',
  name: 'X-App-Source',
  description:
    'The name of the calling app: 1 to 40 lower-case letters, digits, `-` or `_`; `public` if it has none.',
}
const BACKOFFICE = {
  type: 'apiKey',
  in: 'header',
  name: 'X-App-Source',
  description: 'Must be `backoffice`, the app of the back-office.',
}
const BEARER = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'JWT',
  description: 'An access token from `GET /auth/token`, valid for fifteen minutes at `/api/v1`.',
}
const KEY = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'pk_parvis_…',
  description: 'An API key, for programs: in this header alone, never in the address.',
}
const SESSION = {
  type: 'http',
  scheme: 'bearer',
  description: 'The session token from the reply of `/auth/sign-in/email` (`token`), valid only at `/auth`.',
}
const COOKIE = {
  type: 'apiKey',
  in: 'cookie',
  name: 'parvis.session_token',
  description:
    'The same session as a cookie, which browsers store and send by themselves. With https it is called `__Host-parvis.session_token`.',
}

export const SCHEMES = {
  app: APP,
  backoffice: BACKOFFICE,
  bearer: BEARER,
  key: KEY,
  session: SESSION,
  cookie: COOKIE,
}
