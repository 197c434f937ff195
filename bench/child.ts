import { type ForkOptions, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { isAbsolute, join } from 'node:path'

const TIMEOUT_MS = 5_000

/** A child process of the bench, which answers one message at a time. */
export interface Child extends AsyncDisposable {
  ask<Answer>(message: object): Promise<Answer>
}

// Discards the log, but writing it is part of the measurement.
const stdio: ForkOptions['stdio'] = ['ignore', 'ignore', 'inherit', 'ipc']

/** Starts a file of this folder, or a program by its whole path. Ends with its scope, and when the bench is stopped. */
export function startChild(file: string, stop: AbortSignal, nodeOptions: readonly string[] = []): Child {
  const child = isAbsolute(file)
    ? spawn(file, { stdio })
    : fork(join(import.meta.dirname, file), { execArgv: [...nodeOptions], stdio })
  const hangUp = () => {
    if (child.connected) child.disconnect()
  }
  stop.addEventListener('abort', hangUp, { once: true })
  // A child that ended does not answer.
  const ended = new AbortController()
  child.once('exit', () => ended.abort(new Error(`${file} ended before it answered.`)))
  return {
    ask: async <Answer>(message: object) => {
      stop.throwIfAborted()
      ended.signal.throwIfAborted()
      const answer = once(child, 'message', { signal: ended.signal })
      child.send(message)
      const [first] = (await answer) as [Answer]
      return first
    },
    async [Symbol.asyncDispose]() {
      stop.removeEventListener('abort', hangUp)
      hangUp()
      if (ended.signal.aborted) return
      const late = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS)
      await once(child, 'exit')
      clearTimeout(late)
    },
  }
}
