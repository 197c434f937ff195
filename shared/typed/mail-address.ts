/** `marie@village.fr`, also as mail programs copy it: `Marie Martin <marie@village.fr>`, `mailto:marie@village.fr`. */
export function mailAddressOf(typed: string): string | undefined {
  const address = (/^[^<>]*<([^<>]*)>\s*$/.exec(typed)?.[1] ?? typed).trim().replace(/^mailto:/i, '')
  return /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]{2,}$/.test(address) ? address : undefined
}
