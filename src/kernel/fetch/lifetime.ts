import { FetchRefused } from './refused.ts'

/** One fetch, from the first DNS lookup to the last byte. Everything it opened closes when its signal aborts. */
export interface Lifetime {
  readonly signal: AbortSignal
  /** Must be called, also after success: aborts the signal and removes the listeners. */
  end(): void
}

/** The fetches in progress. */
export class Lifetimes {
  readonly #running = new Set<AbortController>()
  #closed = false

  begin(timeoutMs: number, caller: AbortSignal | undefined): Lifetime {
    const controller = new AbortController()
    const end = () => controller.abort(new FetchRefused('aborted'))
    const timer = setTimeout(() => controller.abort(new FetchRefused('timeout')), timeoutMs)
    this.#running.add(controller)
    caller?.addEventListener('abort', end, { once: true })
    controller.signal.addEventListener('abort', () => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', end)
      this.#running.delete(controller)
    })
    if (this.#closed || caller?.aborted) end()
    return { signal: controller.signal, end }
  }

  close(): void {
    this.#closed = true
    for (const controller of this.#running) controller.abort(new FetchRefused('aborted'))
  }
}
