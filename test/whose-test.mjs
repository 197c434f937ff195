/**
 * Node's runner finds out whose a hook, a subtest or an error is by looking at every promise that is ever made, in tests and
 * in what is tested: a third of the work of a test that asks much. Here it asks `AsyncLocalStorage` instead, which follows
 * the same paths and costs nothing. Read before the runner itself; a Node whose runner no longer looks for itself is left
 * as it is.
 */
import { createRequire } from 'node:module'

const hooks = createRequire(import.meta.url)('node:async_hooks')
const { AsyncLocalStorage, AsyncResource, createHook, executionAsyncId } = hooks

const running = new AsyncLocalStorage()
let announce = () => {}

/** Each test, suite and hook of the runner is one of these, and runs what it has to in its own scope. */
class Scope extends AsyncResource {
  constructor(type, options) {
    super(type, options)
    announce(this.asyncId(), type, this.triggerAsyncId(), this)
  }

  runInAsyncScope(work, self, ...given) {
    return super.runInAsyncScope(() => running.run(this, () => Reflect.apply(work, self, given)))
  }
}

Object.assign(hooks, {
  AsyncResource: Scope,
  executionAsyncId: () => running.getStore()?.asyncId() ?? 0,
  createHook({ init }) {
    announce = init
    return { enable() {}, disable() {} }
  },
})
await import('node:test')
Object.assign(hooks, { AsyncResource, createHook, executionAsyncId })
