import { Problem } from '../../kernel/refusals/errors.ts'
import { threadPool, workInThread } from '../../kernel/threads/thread-pool.ts'
import { type Register, readRegister } from './register-reading.ts'

/** Reads a register without blocking the event loop: two thousand lines take a tenth of a second, crafted ones a whole one. */

type Task = readonly [...Parameters<typeof readRegister>]

const NAME = 'acts.register'
const threads = threadPool<Task, Register | undefined>(
  NAME,
  import.meta.url,
  () => new Problem('unavailable'),
)

export const readRegisterApart = (...task: Task): Promise<Register | undefined> => threads.run(task)

workInThread<Task, Register | undefined, never, never>(NAME, async task => readRegister(...task))
