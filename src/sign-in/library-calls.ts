import { isAPIError, originCheckMiddleware } from 'better-auth/api'
import type { Issuer } from './issuer/issuer.ts'
import { isStandIn } from './issuer/provider.ts'
import { BASE } from './paths.ts'
import type { LibraryCall } from './row.ts'

type Endpoint = ((input: object) => Promise<Response>) & {
  readonly path?: string
  readonly options: { readonly method: string | readonly string[] }
}

/**
 * Calls the library's endpoints without its HTTP handler, which builds a router and a context per request. The
 * handler's origin check is done here; plugins that hook into requests are refused.
 */
export async function libraryCalls(issuer: Issuer, publicUrl: string): Promise<LibraryCall> {
  const context = await issuer.$context
  for (const plugin of context.options.plugins ?? [])
    if ('onRequest' in plugin || 'onResponse' in plugin || 'middlewares' in plugin)
      throw new Error(`The plugin ${plugin.id} hooks into requests, which nothing calls.`)
  const endpoints = new Map(
    (Object.values(issuer.api) as unknown as Endpoint[]).flatMap(endpoint =>
      [endpoint.options.method].flat().map(method => [`${method} ${endpoint.path}`, endpoint] as const),
    ),
  )
  const base = new URL(publicUrl).origin + BASE

  return async (method, path, { params, query, body, headers }) => {
    const endpoint = endpoints.get(`${method} ${path}`)
    if (!endpoint) throw new Error(`The library has no ${method} ${path}.`)
    const filled = path.replaceAll(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''))
    const url = new URL(base + filled)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const input = {
      method,
      headers,
      params: { ...params },
      query: { ...query },
      ...(method === 'POST' && { body: { ...body } }),
      request: new Request(url, { method, headers }),
    }
    try {
      await originCheckMiddleware({ ...input, path: filled, context: { ...context } } as never)
    } catch (error) {
      if (!isAPIError(error)) throw error
      return { status: error.statusCode, body: error.body, headers: new Headers() }
    }
    const response = await endpoint({ ...input, asResponse: true })
    const text = await response.text()
    const answered = text === '' ? null : JSON.parse(text)
    const shown = withoutStandIn(withBearer(answered, response.headers))
    return { status: response.status, body: shown, headers: response.headers }
  }
}

/** The library returns the bare token; clients may only use the signed one. */
function withBearer(body: unknown, headers: Headers): unknown {
  if (typeof body !== 'object' || body === null || !('token' in body) || body.token === null) return body
  const { token: _, ...rest } = body
  const signed = headers.get('set-auth-token')
  return signed === null ? rest : { ...rest, token: signed }
}

/** Accounts from an outside provider have no real e-mail address. */
function withoutStandIn(body: unknown): unknown {
  const { user } = (body ?? {}) as { user?: { email?: string } }
  return user?.email && isStandIn(user.email) ? { ...(body as object), user: { ...user, email: null } } : body
}
