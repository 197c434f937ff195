import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { errorsOf } from '../src/kernel/openapi/refusals.ts'
import { signInRoutes } from '../src/routes.ts'
import { BASE } from '../src/sign-in/paths.ts'
import type { Answer, TestApp } from './app.ts'
import { ask } from './ask.ts'

/** Calls `/auth` like a front end, and reads the mails. */
export interface Asking {
  readonly bearer?: string | undefined
  readonly headers?: Record<string, string>
  readonly raw?: string
}

export const PASSWORD = 'un mot de passe assez long'

export function signInAt(app: TestApp, url = app.url) {
  const send = async (method: string, path: string, body?: unknown, asking: Asking = {}): Promise<Answer> => {
    const payload = asking.raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const { status, headers, text } = await ask(`${url}/auth${path}`, {
      method,
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(asking.bearer !== undefined && { authorization: `Bearer ${asking.bearer}` }),
        ...asking.headers,
      },
      body: payload,
    })
    const answer = { status, headers, body: text === '' ? undefined : JSON.parse(text) }
    refuseUndeclared(method, path, answer)
    return answer
  }
  const post = (path: string, body?: unknown, asking?: Asking) => send('POST', path, body, asking)
  const get = (path: string, asking?: Asking) => send('GET', path, undefined, asking)

  const mailsTo = async (email: string): Promise<{ template: string; text: string; language: string }[]> =>
    (
      await app.owner.query(
        'select template, text, language from mails where recipient_email = $1 order by place',
        [email],
      )
    ).rows
  /** The link in the latest mail, as a path below `/auth`. */
  const linkTo = async (email: string, template?: string): Promise<string> => {
    const mails = (await mailsTo(email)).filter(mail => !template || mail.template === template)
    const found = /https?:\/\/\S+?\/auth(\/\S+)/.exec(mails.at(-1)?.text ?? '')?.[1]
    assert.ok(found, `no mail with a link for ${email}`)
    return found
  }
  const signUp = (email: string, password = PASSWORD, name = 'Anne') =>
    post('/sign-up/email', { email, password, name })
  const signIn = (email: string, password = PASSWORD) => post('/sign-in/email', { email, password })
  return {
    send,
    post,
    get,
    mailsTo,
    linkTo,
    signUp,
    signIn,
    /** Signs up, verifies and signs in: returns the session token. */
    async member(email: string, password = PASSWORD): Promise<string> {
      assert.equal((await signUp(email, password)).status, 200)
      assert.equal((await get(await linkTo(email))).status, 200)
      return await this.session(email, password)
    },
    async session(email: string, password = PASSWORD): Promise<string> {
      const { status, body } = await signIn(email, password)
      assert.equal(status, 200)
      assert.ok(body.token)
      return body.token
    },
    /** An access token for the API. */
    async token(bearer: string): Promise<string> {
      const { status, body } = await get('/token', { bearer })
      assert.equal(status, 200)
      return body.token
    },
  }
}

export const outcome = ({ status, body }: Answer) => `${status} ${body?.error ?? ''}`.trim()

const matches = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)

/** Like for the API, every error must be documented. */
function refuseUndeclared(method: string, path: string, { status, body }: Answer): void {
  if (status < 400 || body === undefined) return
  const plain = path.split('?')[0] ?? ''
  const endpoint = signInRoutes.find(one => one.method === method && matches(one.path, BASE + plain))
  if (!endpoint) return
  assert.ok(
    errorsOf(endpoint).includes(body.error),
    `${method} /auth${path} answered ${status} ${body.error}`,
  )
}

/** The TOTP code (RFC 6238) for an otpauth address. */
export function totp(uri: string, at = Date.now()): string {
  const secret = new URL(uri).searchParams.get('secret') ?? ''
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(at / 30_000)))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return `${(digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000}`.padStart(6, '0')
}

function fromBase32(text: string): Buffer {
  let bits = ''
  for (const letter of text.replaceAll('=', ''))
    bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
}
