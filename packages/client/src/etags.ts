/** Replies with an ETag by their address: the service answers 304 while they are current. */
export interface ETags {
  get(name: string): { readonly etag: string; readonly text: string } | undefined
  set(name: string, etag: string | null, text: string): void
}

/** Holds the most recently used replies: `most` of them, and `room` characters in all. */
export function etags(most = 100, room = 2_000_000): ETags {
  const held = new Map<string, { readonly etag: string; readonly text: string }>()
  let used = 0
  const forget = (name: string) => {
    used -= held.get(name)?.text.length ?? 0
    held.delete(name)
  }
  return {
    get(name) {
      const known = held.get(name)
      if (known) {
        held.delete(name)
        held.set(name, known)
      }
      return known
    },
    set(name, etag, text) {
      forget(name)
      if (!etag || text.length > room) return
      held.set(name, { etag, text })
      used += text.length
      for (const oldest of held.keys()) {
        if (held.size <= most && used <= room) break
        forget(oldest)
      }
    },
  }
}
