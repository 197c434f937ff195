import { useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Note } from './message.tsx'
import { t } from './texts.ts'

interface Held<B, V> {
  /** What it was begun on. */
  readonly base: B
  readonly value: V
}

const half = new Map<string, unknown>()

/**
 * What is half typed stays while the page is open, with what it was begun on: whoever looks something up meanwhile goes on where
 * they were, and what a colleague saved since is still asked about.
 */
export function useKept<B, V extends object>(key: string, first: B, written: (base: B) => V) {
  const [isFound, setFound] = useState(() => half.has(key))
  const [held, setHeld] = useState(
    () => (half.get(key) as Held<B, V> | undefined) ?? { base: first, value: written(first) },
  )
  // Beside what is shown: a key may be pressed before the page has been drawn anew.
  const latest = useRef(held)
  const become = (base: B, value: V) => {
    latest.current = { base, value }
    setHeld(latest.current)
    if (isSame(value, written(base))) half.delete(key)
    else half.set(key, latest.current)
  }
  const { base, value } = held
  const isTyped = !isSame(value, written(base))
  return {
    base,
    value,
    isTyped,
    /** It was begun before this part of the page was opened. */
    isUnsaved: isFound && isTyped,
    type: (change: Partial<V>) => become(latest.current.base, { ...latest.current.value, ...change }),
    /** Its fields are as the newer one has them. */
    fill(newer: B) {
      become(newer, written(newer))
      setFound(false)
    },
    /** Where a newer one has come: what is typed stays, and so does what it was begun on where that is what has changed. */
    follow(newer: B) {
      if (isSame(written(newer), written(base))) become(newer, latest.current.value)
      else if (!isTyped) become(newer, written(newer))
    },
    /** It is saved: what was typed since it was sent stays. */
    settle(saved: B, sent: V) {
      become(saved, stillTyped(latest.current.value, sent, written(saved)))
      setFound(false)
    },
    /** It is to be saved over what somebody else has saved. */
    insist: (theirs: B) => become(theirs, latest.current.value),
  }
}

const isSame = <V extends object>(one: V, other: V): boolean =>
  (Object.keys(one) as (keyof V)[]).every(field => one[field] === other[field])

/** Field by field: what is no longer as it was sent, and else as it was saved. */
export const stillTyped = <V extends object>(now: V, sent: V, saved: V): V =>
  Object.fromEntries(
    (Object.keys(now) as (keyof V)[]).map(field => [
      field,
      (now[field] === sent[field] ? saved : now)[field],
    ]),
  ) as V

export const Unsaved = ({ onDrop }: { readonly onDrop: () => void }) => (
  <Note tone="wait">
    <p>{t.unsaved}</p>
    <Button onClick={onDrop}>{t.drop}</Button>
  </Note>
)
