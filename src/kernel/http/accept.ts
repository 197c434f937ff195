/** A caller who names a media type in `Accept` gets it, unless JSON has a higher weight (RFC 9110, 12.5.1). */
export function prefersToJson(accept: string | undefined, type: string): boolean {
  const weights = new Map(
    (accept ?? '')
      .toLowerCase()
      .split(',', 20)
      .map(range => {
        const [name = '', ...parameters] = range.split(';').map(part => part.trim())
        const q = parameters.find(parameter => parameter.startsWith('q='))
        return [name, q === undefined ? 1 : Number(q.slice(2)) || 0] as const
      }),
  )
  const wanted = weights.get(type) ?? 0
  const json = weights.get('application/json') ?? weights.get('application/*') ?? weights.get('*/*') ?? 0
  return wanted > 0 && wanted >= json
}
