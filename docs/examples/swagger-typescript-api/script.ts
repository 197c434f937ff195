/** `node script.ts URL EMAIL PASSWORD`, with the client of swagger-typescript-api. */
import { Api, type OwnPublication, type Refusal } from './client.ts'

const [, , url = '', email = '', password = ''] = process.argv
const { api, auth, setSecurityData } = new Api<string>({
  baseUrl: url,
  baseApiParams: { headers: { 'X-App-Source': 'public' }, secure: true },
  securityWorker: token => (token ? { headers: { Authorization: `Bearer ${token}` } } : {}),
})

/** The client throws the response, whose `error` is the body. */
const isRefused = (thrown: unknown): thrown is { readonly error: Refusal } =>
  thrown instanceof Response && 'error' in thrown && thrown.error !== null
const refusalOf = (work: Promise<unknown>): Promise<Refusal | undefined> =>
  work.then(
    () => undefined,
    thrown => (isRefused(thrown) ? thrown.error : Promise.reject(thrown)),
  )

// Sign in: a session token at /auth, then an access token for the API.
const { data: session } = await auth.postSignInEmail({ email, password })
setSecurityData(session.token ?? '')
setSecurityData((await auth.getToken()).data.token)
const { acteur_id, communes } = (await api.getMe()).data.data.acteurs[0] ?? {}
const commune_id = communes?.[0]?.id
if (!acteur_id || !commune_id) throw new Error('This person is a member of no acteur.')

// List, two at a time, until the cursor is null.
const listed: OwnPublication[] = []
for (let after: string | null | undefined; after !== null; ) {
  const { data: page } = await api.getMePublications({ per_page: 2, after })
  listed.push(...page.data)
  after = page.meta.next
}

// Create: the same key on a retry creates once.
const text = { acteur_id, commune_id, title: 'Bal', body: 'Sur la place, à 21 h.' }
const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } }
const { data: created } = (await api.postPublications(text, key)).data

// Edit the version that was read: a second edit of the same version is refused with 412.
const read = { headers: { 'If-Match': `"${created.version}"` } }
const { data: edited } = (await api.patchPublication(created.id, { title: 'Grand bal' }, read)).data
const stale = await refusalOf(api.patchPublication(created.id, { title: 'Petit bal' }, read))

// 422: `details` says which fields are wrong.
const invalid = await refusalOf(api.postPublications({ ...text, title: '' }))
const wrong = invalid?.details?.map(({ path }) => path)
console.log(JSON.stringify({ listed: listed.length, edited: edited.title, stale: stale?.error, wrong }))
