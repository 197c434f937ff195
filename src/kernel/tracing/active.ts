import type { Kind, Span, Tracer } from './tracer.ts'

/**
 * The tracer of this process: none, unless the operator names a collector. Whoever may be traced asks here, which costs one
 * comparison without one; the tracer itself is loaded only then.
 */
export let tracer: Tracer | undefined

export function traceWith(one: Tracer | undefined): void {
  tracer = one
}

/** Does the work within a span, where what asked for it is traced. */
export function inSpan<T>(
  name: string,
  kind: Kind,
  attributes: Readonly<Record<string, string | number>>,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = tracer?.start(name, kind, attributes)
  return tracer && span ? tracer.within(span, () => work(span)) : work(undefined)
}
