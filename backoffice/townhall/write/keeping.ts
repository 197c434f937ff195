import { useEffect, useRef, useState } from 'react'
import type { Draft, DraftContent } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { call } from '../../kit/api/session.ts'
import { sendOnNewest } from '../../kit/forms/newest.ts'
import { fingerprint, forgetHere, keepHere } from './kept-here.ts'
import { fromDraft, isBlank, type Typed, toDraft } from './typed.ts'

/** Stores the draft while it is typed: in this browser at every key, on the service after a pause. */

const SILENCE_MS = 1_200
const AGAIN_MS = 15_000
/** A request every 15 s that fails, for an hour. */
const MOST_LOST = 240

export type Kept =
  | { readonly kind: 'nothing' | 'keeping' | 'here' | 'full' }
  | { readonly kind: 'kept'; readonly at: Date }
  /** Another device changed the draft. */
  | { readonly kind: 'other'; readonly draft: Draft }

export interface Begun {
  readonly id: string | undefined
  readonly version: number | undefined
  readonly once: string
  /** This browser has input that the service does not have. */
  readonly isAhead: boolean
  /** The fingerprints of what was sent without an answer: the service may have any of it. */
  readonly lost: readonly string[]
}

interface About {
  readonly acteurId: string
  readonly publicationId: string | undefined
  /** The local key until the service has given it an id. */
  readonly slot: string
}

class Keeper {
  private readonly about: About
  private readonly tell: (kept: Kept) => void
  private readonly named: (id: string) => void
  private at: Begun
  private typed: Typed
  private sent: string
  private timer: ReturnType<typeof setTimeout> | undefined
  /** The request in flight. */
  private running: Promise<void> | undefined
  private isOver = false
  private other: Draft | undefined
  private isGone = false
  /** The content of the creation: retries send the same content with the same key. */
  private first: DraftContent | undefined

  constructor(
    about: About,
    begun: Begun,
    typed: Typed,
    tell: (kept: Kept) => void,
    named: (id: string) => void,
  ) {
    this.about = about
    this.at = begun
    this.typed = typed
    this.tell = tell
    this.named = named
    this.sent = begun.isAhead ? '' : JSON.stringify(toDraft(typed))
  }

  /** The idempotency key of the publication, also after a reload. */
  get sentOnce(): string {
    return `publication.${this.at.once}`
  }

  private get slot(): string {
    return this.at.id ?? this.about.slot
  }

  private get isAhead(): boolean {
    return JSON.stringify(toDraft(this.typed)) !== this.sent
  }

  write(typed: Typed): void {
    this.typed = typed
    if (this.isOver) return
    this.keep()
    this.soon(SILENCE_MS)
  }

  private keep(): void {
    const { id, version, once, lost } = this.at
    keepHere(this.slot, { typed: this.typed, id, version, once, isAhead: this.isAhead, lost })
  }

  private soon(ms: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.push(), ms)
  }

  /** Sends the current content now. */
  async push(): Promise<void> {
    clearTimeout(this.timer)
    if (this.running || this.isOver || this.other || !this.isAhead) return await this.running
    if (this.at.id === undefined && isBlank(this.typed)) return
    this.running = this.carry()
    await this.running
  }

  private async carry(): Promise<void> {
    this.tell({ kind: 'keeping' })
    let next = SILENCE_MS
    try {
      const { data, content } = await this.send()
      this.sent = JSON.stringify(content)
      const isNew = this.at.id !== data.id
      if (isNew) forgetHere(this.slot)
      this.at = { ...this.at, id: data.id, version: data.version, lost: [] }
      if (this.isOver) return
      this.keep()
      // Also while more was typed: it may be undone before the next push, which then has nothing to send.
      this.tell({ kind: 'kept', at: new Date() })
      if (isNew && !this.isGone) this.named(data.id)
    } catch (error) {
      next = await this.failed(error)
    } finally {
      this.running = undefined
    }
    if (this.isAhead && !this.other) this.soon(next)
  }

  private async send() {
    const { id, version, once } = this.at
    if (id !== undefined) {
      const content = toDraft(this.typed)
      // Stored before it leaves: the page may be gone before the answer.
      const lost = new Set(this.at.lost).add(fingerprint(JSON.stringify(content)))
      this.at = { ...this.at, lost: [...lost].slice(-MOST_LOST) }
      this.keep()
      const { data } = await call('PATCH /api/v1/me/drafts/{id}', {
        params: { id },
        body: { content },
        version,
      })
      return { data, content }
    }
    const { acteurId: acteur_id, publicationId: publication_id = null } = this.about
    this.first ??= toDraft(this.typed)
    const content = this.first
    const { data } = await call('POST /api/v1/me/drafts', {
      body: { acteur_id, publication_id, content },
      once,
    })
    return { data, content }
  }

  /** Answers the delay of the retry. */
  private async failed(error: unknown): Promise<number> {
    if (!(error instanceof Refused)) throw error
    const { id } = this.at
    // Refused: the key may be used with other content.
    if (error.status >= 400 && error.status < 500) this.first = undefined
    if (error.code === 'idempotency_key_reused') {
      // Created before a reload with other content: both drafts stay.
      this.at = { ...this.at, once: crypto.randomUUID() }
      return 0
    }
    if (error.status === 412 && id !== undefined) {
      const there = await call('GET /api/v1/me/drafts/{id}', { params: { id } }).catch(() => undefined)
      if (there) this.compare(there.data)
      return there ? SILENCE_MS : AGAIN_MS
    }
    if (error.status === 404) {
      // Deleted elsewhere: created again.
      this.at = { id: undefined, version: undefined, once: crypto.randomUUID(), isAhead: true, lost: [] }
      return SILENCE_MS
    }
    if (error.status === 422) {
      this.tell({ kind: 'full' })
      this.sent = JSON.stringify(toDraft(this.typed))
      return SILENCE_MS
    }
    this.sent = ''
    this.tell({ kind: 'here' })
    return AGAIN_MS
  }

  /** Version conflict: another device's content, or our own whose answer was lost. */
  private compare(there: Draft): void {
    const theirs = JSON.stringify(toDraft(fromDraft(there)))
    if (!this.isOwn(theirs)) {
      this.other = there
      this.tell({ kind: 'other', draft: there })
      return
    }
    this.at = { ...this.at, version: there.version, lost: [] }
    this.sent = theirs
    this.keep()
    this.tell({ kind: 'kept', at: new Date(there.updated_at) })
  }

  /** Whether this browser sent this content, perhaps without an answer. */
  private isOwn(content: string): boolean {
    return this.at.lost.includes(fingerprint(content)) || content === JSON.stringify(toDraft(this.typed))
  }

  /** Resolves the conflict: takes the other device's content, or keeps this one's. */
  settle(take: boolean): Typed {
    const { other } = this
    if (!other) return this.typed
    this.other = undefined
    this.at = { ...this.at, version: other.version, lost: [] }
    this.sent = JSON.stringify(other.content)
    if (take) this.typed = fromDraft(other)
    this.tell({ kind: 'kept', at: new Date(other.updated_at) })
    if (take) this.sent = JSON.stringify(toDraft(this.typed))
    else this.soon(0)
    this.keep()
    return this.typed
  }

  /** Leaves it among the drafts; false while the service does not have all of it. */
  async putAside(): Promise<boolean> {
    await this.push()
    // The input typed during the first push.
    await this.push()
    if (this.isAhead || this.other || this.at.id === undefined) return false
    this.end()
    void client.invalidateQueries({ queryKey: ['GET /api/v1/me/drafts'] })
    return true
  }

  private end(): void {
    this.isOver = true
    clearTimeout(this.timer)
    forgetHere(this.slot)
    forgetHere(this.about.slot)
  }

  /** The publication was sent. A draft that cannot be deleted now is, by the service, after half a year. */
  done(): Promise<boolean> {
    return this.drop().catch(() => {
      this.end()
      return false
    })
  }

  /** Deletes the draft, or throws and keeps it. Answers whether it stays, because another device wrote in it meanwhile. */
  async drop(): Promise<boolean> {
    this.end()
    // A push in flight would recreate it.
    await this.running?.catch(() => {})
    try {
      return await this.remove()
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return false
      this.isOver = false
      this.keep()
      throw error
    } finally {
      void client.invalidateQueries({ queryKey: ['GET /api/v1/me/drafts'] })
    }
  }

  private async remove(): Promise<boolean> {
    const { id, version } = this.at
    if (id === undefined) return false
    const params = { id }
    const outcome = await sendOnNewest(
      { version, isOwn: true },
      {
        send: ({ version }) => call('DELETE /api/v1/me/drafts/{id}', { params, version }),
        reread: async () => {
          const { data } = await call('GET /api/v1/me/drafts/{id}', { params })
          return { version: data.version, isOwn: this.isOwn(JSON.stringify(toDraft(fromDraft(data)))) }
        },
        follow: ({ isOwn }) => isOwn,
      },
    )
    return 'theirs' in outcome
  }

  /** The screen was left: the address must not change any more. */
  stop(): void {
    this.isGone = true
    void this.push()
    clearTimeout(this.timer)
  }
}

export function useKeeping(about: About, begun: Begun, first: Typed, named: (id: string) => void) {
  const [kept, setKept] = useState<Kept>({ kind: begun.isAhead ? 'here' : 'nothing' })
  const keeper = useRef<Keeper>(null)
  keeper.current ??= new Keeper(about, begun, first, setKept, named)
  const { current } = keeper
  useEffect(() => {
    const now = () => void current.push()
    const hidden = () => {
      if (document.visibilityState === 'hidden') now()
    }
    if (begun.isAhead) now()
    addEventListener('online', now)
    addEventListener('pagehide', now)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      removeEventListener('online', now)
      removeEventListener('pagehide', now)
      document.removeEventListener('visibilitychange', hidden)
      current.stop()
    }
  }, [current, begun.isAhead])
  return { kept, keeper: current }
}
