import { Ajv, type ValidateFunction } from 'ajv'
import { isId } from '../../shared/shapes.ts'
import { isDay, isTimestamp } from '../../src/kernel/routes/check.ts'
import { type Document, type Operation, operationAt, type Schema } from './document.ts'
import type { Hostile } from './requests.ts'
import type { Reply } from './wire.ts'

/** Rules for every answer. Returns the broken rule, or undefined. */
export type Judge = (request: Hostile, reply: Reply | undefined) => string | undefined

/** Errors returned before a route is matched. */
const BEFORE_ANY_ROUTE = ['headers_too_large']

export function judge(document: Document, operations: readonly Operation[]): Judge {
  // Unoptimised validators: most are used only a few times.
  const ajv = new Ajv({ strict: false, allErrors: false, allowUnionTypes: true, code: { optimize: false } })
  ajv.addFormat('uuid', isId).addFormat('date', isDay).addFormat('date-time', isTimestamp)
  // Cached: many of the thousand described answers are equal.
  const compiled = new Map<string, ValidateFunction>()
  const validatorFor = (schema: Schema) => {
    const key = JSON.stringify(schema)
    const known = compiled.get(key) ?? ajv.compile(schema)
    compiled.set(key, known)
    return known
  }
  const isError = validatorFor(document.components.schemas.Refusal)
  const validators = new Map<string, ValidateFunction | undefined>()
  const validatorOf = (operation: Operation, status: number) => {
    const key = `${operation.method} ${operation.path} ${status}`
    if (!validators.has(key)) {
      const schema = operation.responses[status]?.content?.['application/json']?.schema
      validators.set(key, schema && validatorFor(schema))
    }
    return validators.get(key)
  }

  return (request, reply) => {
    if (!reply) return 'no answer that could be read'
    const { status, headers, body } = reply
    if (status >= 500) return `answered ${status}`
    if (!headers['x-request-id']) return 'no x-request-id'
    const operation = operationAt(operations, request.method, request.target)
    const unsaid = undocumented(operation, reply)
    if (unsaid) return `${operation?.method} ${operation?.path} ${status}: ${unsaid} is not documented`
    if (status === 304) return body === '' ? undefined : '304 with a body'
    if (status === 301 || status === 302) {
      if (!operation?.responses[status]) return `${status} where the document knows none`
      return headers.location && body === '' ? undefined : `${status} to nowhere, or with a body`
    }
    if (headers['content-type'] === 'text/html; charset=utf-8') return notThePage(operation, reply)
    if (headers['content-type'] !== 'application/json; charset=utf-8') return 'not application/json'
    const value = parsed(body)
    if (value === undefined) return 'the body is not JSON'

    if (status >= 400) {
      if (!isError(value)) return `not the shape of an error: ${body.slice(0, 200)}`
      const { error, request_id } = value as { error: string; request_id: string }
      if (request_id !== headers['x-request-id']) return 'request_id differs from x-request-id'
      if (BEFORE_ANY_ROUTE.includes(error)) return undefined
      if (!operation) return error === 'not_found' || status === 400 || status === 414 ? undefined : error
    }
    if (!operation) return 'an answer where no operation is'
    if (status >= 400 && !operation['x-errors'].includes(errorIn(value)))
      return `${operation.method} ${operation.path} does not list ${errorIn(value)}`
    const documented = operation.responses[status]
    if (!documented)
      return `${operation.method} ${operation.path} does not document ${status} ${errorIn(value)}`
    const validate = validatorOf(operation, status)
    if (!validate || validate(value)) return undefined
    const where = validate.errors?.[0]
    return `${operation.method} ${operation.path} ${status} ${errorIn(value)}: ${where?.instancePath} ${where?.message}`
  }
}

/** Standard headers, and those that browsers read. */
const OF_HTTP =
  /^(date|connection|keep-alive|transfer-encoding|content-(type|length|security-policy)|vary|set-cookie|x-(content-type-options|robots-tag)|referrer-policy|access-control-.*)$/

/** A header that the document does not describe. */
function undocumented(operation: Operation | undefined, { status, headers }: Reply): string | undefined {
  const said = operation?.responses[status]?.headers
  const names = Object.keys(said ?? {}).map(name => name.toLowerCase())
  return said && Object.keys(headers).find(name => !OF_HTTP.test(name) && !names.includes(name))
}

/** HTML is allowed only where documented, and never with scripts. */
function notThePage(operation: Operation | undefined, { status, headers, body }: Reply): string | undefined {
  if (!operation?.responses[status]?.content?.['text/html']) return 'a page where the document knows none'
  if (!body.startsWith('<!doctype html>')) return 'not a page'
  return headers['content-security-policy']?.includes("default-src 'none'")
    ? undefined
    : 'a page that may run'
}

const errorIn = (value: unknown) => (value as { error?: string } | null)?.error ?? ''

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
