/** `node script.ts URL EMAIL PASSWORD` (Node ≥ 22.18), with the types of openapi-typescript and plain fetch. */
import type { components, operations } from './types.ts'

type Refusal = components['schemas']['Refusal']
type Publication = components['schemas']['OwnPublication']
type Json<R> = R extends { content: { 'application/json': infer Body } } ? Body : never
type Replies<Id extends keyof operations> = operations[Id]['responses']
type Reply<Id extends keyof operations> = Json<Replies<Id>[keyof Replies<Id> & (200 | 201)]>
type Body<Id extends keyof operations> = Json<operations[Id]['requestBody']>

class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

const [, , url = '', email = '', password = ''] = process.argv
const headers = new Headers({ 'X-App-Source': 'public', 'Content-Type': 'application/json' })

async function send<Id extends keyof operations>(route: string, body?: Body<Id>, more?: [string, string]) {
  const [method = 'GET', path = ''] = route.split(' ')
  const own = new Headers(headers)
  if (more) own.set(...more)
  const response = await fetch(url + path, { method, headers: own, body: body && JSON.stringify(body) })
  const reply = await response.json()
  if (!response.ok) throw new Refused(reply)
  const typed: Reply<Id> = reply
  return typed
}
const refusalOf = (work: Promise<unknown>): Promise<Refusal | undefined> =>
  work.then(
    () => undefined,
    error => (error instanceof Refused ? error.refusal : Promise.reject(error)),
  )

// Sign in: a session token at /auth, then an access token for the API.
const session = await send<'postSignInEmail'>('POST /auth/sign-in/email', { email, password })
headers.set('Authorization', `Bearer ${session.token}`)
const { token } = await send<'getToken'>('GET /auth/token')
headers.set('Authorization', `Bearer ${token}`)
const { acteur_id, communes } = (await send<'getMe'>('GET /api/v1/me')).data.acteurs[0] ?? {}
const commune_id = communes?.[0]?.id
if (!acteur_id || !commune_id) throw new Error('This person is a member of no acteur.')

// List, two at a time, until the cursor is null.
const listed: Publication[] = []
for (let after: string | null = ''; after !== null; ) {
  const path = `/api/v1/me/publications?per_page=2${after && `&after=${after}`}`
  const page: Reply<'getMePublications'> = await send<'getMePublications'>(`GET ${path}`)
  listed.push(...page.data)
  after = page.meta.next
}

// Create: the same key on a retry creates once.
const text = { acteur_id, commune_id, title: 'Bal', body: 'Sur la place, à 21 h.' }
const key: [string, string] = ['Idempotency-Key', crypto.randomUUID()]
const { data: created } = await send<'postPublications'>('POST /api/v1/publications', text, key)

// Edit the version that was read: a second edit of the same version is refused with 412.
const edit = `PATCH /api/v1/publications/${created.id}`
const read: [string, string] = ['If-Match', `"${created.version}"`]
const { data: edited } = await send<'patchPublication'>(edit, { title: 'Grand bal' }, read)
const stale = await refusalOf(send<'patchPublication'>(edit, { title: 'Petit bal' }, read))

// 422: `details` says which fields are wrong.
const invalid = await refusalOf(send<'postPublications'>('POST /api/v1/publications', { ...text, title: '' }))
const wrong = invalid?.details?.map(({ path }) => path)
console.log(JSON.stringify({ listed: listed.length, edited: edited.title, stale: stale?.error, wrong }))
