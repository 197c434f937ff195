/** `node script.ts URL EMAIL PASSWORD`, with the client of orval and the `send` beside it. */
import {
  getMe,
  getMePublications,
  getToken,
  type OwnPublication,
  patchPublication,
  postPublications,
  postSignInEmail,
  type Refusal,
} from './client.ts'
import { caller, Refused } from './send.ts'

const refusalOf = (work: Promise<unknown>): Promise<Refusal | undefined> =>
  work.then(
    () => undefined,
    error => (error instanceof Refused ? error.refusal : Promise.reject(error)),
  )

// Sign in: a session token at /auth, then an access token for the API.
const [, , url = '', email = '', password = ''] = process.argv
caller.url = url
caller.token = (await postSignInEmail({ email, password })).token ?? ''
caller.token = (await getToken()).token
const { acteur_id, communes } = (await getMe()).data.acteurs[0] ?? {}
const commune_id = communes?.[0]?.id
if (!acteur_id || !commune_id) throw new Error('This person is a member of no acteur.')

// List, two at a time, until the cursor is null.
const listed: OwnPublication[] = []
for (let after: string | null | undefined; after !== null; ) {
  const { data, meta } = await getMePublications({ per_page: 2, after })
  listed.push(...data)
  after = meta.next
}

// Create: the same key on a retry creates once.
const text = { acteur_id, commune_id, title: 'Bal', body: 'Sur la place, à 21 h.' }
const key = { headers: { 'Idempotency-Key': crypto.randomUUID() } }
const { data: created } = await postPublications(text, key)

// Edit the version that was read: a second edit of the same version is refused with 412.
const read = { headers: { 'If-Match': `"${created.version}"` } }
const { data: edited } = await patchPublication(created.id, { title: 'Grand bal' }, read)
const stale = await refusalOf(patchPublication(created.id, { title: 'Petit bal' }, read))

// 422: `details` says which fields are wrong.
const invalid = await refusalOf(postPublications({ ...text, title: '' }))
const wrong = invalid?.details?.map(({ path }) => path)
console.log(JSON.stringify({ listed: listed.length, edited: edited.title, stale: stale?.error, wrong }))
