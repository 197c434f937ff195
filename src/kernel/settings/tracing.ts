import { Refusal } from '../refusals/refusal.ts'

/** OpenTelemetry's standard variables for traces sent over HTTP. */
export interface TracingSettings {
  /** The address that batches are posted to. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly gzip: boolean
  /** `service.name` and the attributes that the operator adds. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: Sampler
}

export interface Sampler {
  /** The share of traces started here that is sampled, from 0 to 1. */
  readonly share: number
  /** Honours a caller's decision not to trace. */
  readonly followsRefusal: boolean
}

interface Reader {
  text(name: string): string | undefined
  url(name: string, protocols: readonly string[]): string | undefined
  number(name: string, min: number, max: number): number | undefined
  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

/** Undefined: no tracing. */
export function tracingFrom(read: Reader): TracingSettings | undefined {
  const protocols = ['http:', 'https:']
  const base = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', protocols)
  const url =
    read.url('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', protocols) ??
    (base && `${base.replace(/\/+$/, '')}/v1/traces`)
  if (!url || read.text('OTEL_SDK_DISABLED') === 'true' || read.text('OTEL_TRACES_EXPORTER') === 'none')
    return undefined
  if (read.text('OTEL_EXPORTER_OTLP_PROTOCOL')?.startsWith('grpc'))
    throw new Refusal(
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json: traces are sent over HTTP (port 4318 of most collectors).',
    )
  return {
    url,
    headers: pairs('OTEL_EXPORTER_OTLP_HEADERS', read.text('OTEL_EXPORTER_OTLP_HEADERS')),
    gzip: read.oneOf('OTEL_EXPORTER_OTLP_COMPRESSION', ['gzip', 'none']) === 'gzip',
    resource: {
      'service.name': 'parvis',
      ...pairs('OTEL_RESOURCE_ATTRIBUTES', read.text('OTEL_RESOURCE_ATTRIBUTES')),
      ...nameOf(read.text('OTEL_SERVICE_NAME')),
    },
    sampler: samplerFrom(read),
  }
}

const nameOf = (name: string | undefined) => (name === undefined ? {} : { 'service.name': name })

function samplerFrom(read: Reader): Sampler {
  const name = read.oneOf('OTEL_TRACES_SAMPLER', SAMPLERS) ?? 'parentbased_always_on'
  const share = name.endsWith('_off')
    ? 0
    : name.endsWith('_on')
      ? 1
      : (read.number('OTEL_TRACES_SAMPLER_ARG', 0, 1) ?? 1)
  return { share, followsRefusal: name.startsWith('parentbased') }
}

/** `key=value,key=value`, the values percent-encoded. */
function pairs(name: string, text = ''): Record<string, string> {
  const refuse = (): never => {
    throw new Refusal(
      `${name} must be pairs such as key=value, separated by commas, the values percent-encoded.`,
    )
  }
  const found = text.split(',').flatMap((part): [string, string][] => {
    if (part.trim() === '') return []
    const [, key, value] = /^\s*([\w.-]+)\s*=(.*)$/.exec(part) ?? refuse()
    try {
      return [[key as string, decodeURIComponent((value as string).trim())]]
    } catch {
      return refuse()
    }
  })
  return Object.fromEntries(found)
}
