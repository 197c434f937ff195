import { setTimeout as sleep } from 'node:timers/promises'

const ASK_AGAIN_MS = 100
const SAY_AGAIN_MS = 15_000

/**
 * Waits until an advisory lock is free, however long its holder works, and tells the operator for whom. It asks again and again: a
 * statement that waits would meet the lock timeout, and `create index concurrently` would wait for it.
 */
export async function awaitTurn(isMine: () => Promise<boolean>, holder: string): Promise<void> {
  for (let asked = 0; !(await isMine()); asked++) {
    if (asked % (SAY_AGAIN_MS / ASK_AGAIN_MS) === 0) process.stderr.write(`Waiting for ${holder}.\n`)
    await sleep(ASK_AGAIN_MS)
  }
}
