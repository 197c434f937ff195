import { useRef, useState } from 'react'
import { Refused } from '../../kit/api/refused.ts'
import { Failure, Note, sentenceOf } from '../../kit/ui/message.tsx'
import css from './settings.module.css'
import { t } from './texts.ts'

/** What was just done, or why it was not. A line that goes takes the focus with it: it is given to what is said. */
export function useDone(afterwards: () => Promise<unknown>) {
  const [said, setSaid] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const place = useRef<HTMLDivElement>(null)
  const isBusy = useRef(false)
  const act = async (work: () => Promise<string>) => {
    // A second click on what is being done; what is clicked while the list is read again is done.
    if (isBusy.current) return
    isBusy.current = true
    setSaid(undefined)
    setFailure(undefined)
    try {
      setSaid(await work())
    } catch (error) {
      setFailure(error)
    } finally {
      isBusy.current = false
    }
    await afterwards().catch(() => {})
    place.current?.focus()
  }
  return {
    act,
    told: (
      <div ref={place} tabIndex={-1} className={css.told}>
        <div role="status">{said && <Note tone="ok">{said}</Note>}</div>
        {failure !== undefined && (
          <Failure>{isStale(failure) ? t.changedSince : sentenceOf(failure)}</Failure>
        )}
      </div>
    ),
  }
}

export type Doing = ReturnType<typeof useDone>['act']

const isStale = (error: unknown) => error instanceof Refused && error.code === 'stale_version'
