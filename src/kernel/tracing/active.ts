import type { Kind, Span, Tracer } from './tracer.ts'

/**
 * The tracer of this process, undefined unless the operator configured a collector. Without one tracing costs one
 * comparison, and the tracer is not loaded.
 */
export let tracer: Tracer | undefined

export function traceWith(one: Tracer | undefined): void {
  tracer = one
}

/** Runs the work in a span when a trace is active. */
export function inSpan<T>(
  name: string,
  kind: Kind,
  attributes: Readonly<Record<string, string | number>>,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = tracer?.start(name, kind, attributes)
  return tracer && span ? tracer.within(span, () => work(span)) : work(undefined)
}
