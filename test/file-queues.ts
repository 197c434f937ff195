import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A queue of test files shared by some processes (`leaders`): a free process takes the next file. */
export interface FileQueue {
  readonly leaders: readonly string[]
  /** Each once; a file that runs in a browser has the name of the browser after a space. */
  readonly files: readonly string[]
}

/** As `run.mjs` dealt them. */
export const queues = (): FileQueue[] => JSON.parse(process.env.PARVIS_TEST_QUEUES ?? '[]')

const markOf = (file: string) => join(process.env.PARVIS_TEST_TAKEN ?? '', file.replaceAll(/[/\\]/g, '+'))
const endOf = (file: string) => join(markOf(file), 'ended')

/** Whether it is this process that runs the file: one alone can make a folder. */
export function take(file: string): boolean {
  try {
    mkdirSync(markOf(file))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

export const markEnded = (file: string): void => writeFileSync(endOf(file), '')

/** A process that breaks down takes its file with it, and the last one leaves files that nobody takes any more. */
export const notEnded = (): string[] =>
  [...new Set(queues().flatMap(({ files }) => files))].filter(file => !existsSync(endOf(file)))
