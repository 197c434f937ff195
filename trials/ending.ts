/** What a trial has opened is closed when it ends, also by a signal or an error: the last one first. */

/** Each caller that closes it waits until it is closed, also the second one. */
class Scope extends AsyncDisposableStack {
  #closing: Promise<void> | undefined

  override disposeAsync(): Promise<void> {
    this.#closing ??= super.disposeAsync()
    return this.#closing
  }
  override [Symbol.asyncDispose](): Promise<void> {
    return this.disposeAsync()
  }
}

const open: Scope[] = []
let ending: Promise<void> | undefined
let endEarly: (() => void) | undefined

/** What `await using` closes earlier may be in it too. */
export function openScope(): AsyncDisposableStack {
  if (ending) throw new Error('The trial has ended.')
  const scope = new Scope()
  open.push(scope)
  return scope
}

/** Closes it also where the trial ends while it opens. */
export async function opened<T>(
  scope: AsyncDisposableStack,
  opening: Promise<T>,
  close: (opened: T) => unknown,
): Promise<T> {
  scope.defer(async () => {
    await opening.then(close, () => {})
  })
  return await opening
}

/** The first signal ends the trial by this, with its report; the second one at once. */
export function onFirstSignal(end: () => void): void {
  endEarly = end
}

export const endAll = (): Promise<void> => {
  ending ??= (async () => {
    for (const scope of open.reverse())
      await scope.disposeAsync().catch(error => process.stderr.write(`Not closed: ${error}\n`))
  })()
  return ending
}

/** Also Ctrl-C, which reaches the processes of the trial too. */
export function endBySignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      const end = endEarly
      endEarly = undefined
      if (end) end()
      else void endAll().then(() => process.exit(130))
    })
}
