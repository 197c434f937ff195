import { useRef, useState } from 'react'
import { isVersionConflict } from '../../kit/api/refused.ts'
import { Done, Failure, sentenceOf } from '../../kit/ui/message.tsx'
import css from './settings.module.css'
import { t } from './texts.ts'

/** The result of the last action. `stale`: what a version conflict says. */
export function useActionResult(afterwards: () => Promise<unknown>, stale: string = t.changedSince) {
  const [notice, setNotice] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const isBusy = useRef(false)
  const run = async (work: () => Promise<string>) => {
    // Ignores clicks while an action is being sent, not while the list reloads.
    if (isBusy.current) return
    isBusy.current = true
    setNotice(undefined)
    setFailure(undefined)
    try {
      setNotice(await work())
    } catch (error) {
      setFailure(error)
    } finally {
      isBusy.current = false
    }
    await afterwards().catch(() => {})
  }
  return {
    run,
    result: (
      <div className={css.result}>
        <Done>{notice}</Done>
        {failure !== undefined && (
          <Failure>{isVersionConflict(failure) ? stale : sentenceOf(failure)}</Failure>
        )}
      </div>
    ),
  }
}

export type RunAction = ReturnType<typeof useActionResult>['run']
