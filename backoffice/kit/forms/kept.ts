import { useRef, useState } from 'react'
import { draft, keepDraft } from '../drafts.ts'

interface Held<B, V> {
  /** The record as it was loaded when the person began to type. */
  readonly base: B
  readonly value: V
  /** Idempotency key of this value: the same input sent twice is one request, also after a reload. */
  readonly once: string
}

/** Unsaved input of a form, stored until it is sent. `key` names it; without one nothing is stored. */
export function useKept<B, V extends object>(
  key: string | undefined,
  first: B,
  typedOf: (base: B) => V,
  /** Fields that are never stored. */
  secrets: readonly (keyof V)[] = [],
) {
  const [found] = useState(() => restored(key, typedOf))
  const [isFound, setFound] = useState(found !== undefined)
  const [held, setHeld] = useState<Held<B, V>>(() => found ?? begun(first, typedOf(first)))
  // The current state for event handlers: a key may be pressed before the next render.
  const latest = useRef(held)
  const become = (base: B, value: V) => {
    latest.current = begun(base, value)
    setHeld(latest.current)
    if (key !== undefined) keepDraft(key, stored(latest.current, typedOf(base), secrets))
  }
  const { base, value } = held
  const isTyped = !isSame(value, typedOf(base))
  return {
    base,
    value,
    latest,
    isTyped,
    /** It was stored before this form was opened. */
    isUnsaved: isFound && isTyped,
    type: (change: Partial<V>) => become(latest.current.base, { ...latest.current.value, ...change }),
    /** Drops the input. */
    fill(newer: B) {
      become(newer, typedOf(newer))
      setFound(false)
    },
    /** A newer record was loaded. Input stays. Its base stays too where the new record changes the same fields: that is a version conflict. */
    follow(newer: B) {
      const saved = typedOf(newer)
      if (isSame(saved, typedOf(base)) || isSame(saved, value)) become(newer, latest.current.value)
      else if (!isTyped) become(newer, saved)
    },
    /** Saved: only what was typed since it was sent stays. */
    settle(saved: B, sent: V) {
      become(saved, stillTyped(latest.current.value, sent, typedOf(saved)))
      setFound(false)
    },
    /** The changed fields are to be saved over a newer record; the others become those of the newer record. */
    insist(theirs: B) {
      const { base, value } = latest.current
      become(theirs, stillTyped(value, typedOf(base), typedOf(theirs)))
    },
  }
}

const begun = <B, V>(base: B, value: V): Held<B, V> => ({ base, value, once: crypto.randomUUID() })

const same = (one: unknown, other: unknown) =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))

const namesOf = <V extends object>(value: V) => Object.keys(value) as (keyof V)[]

export const changedFields = <V extends object>(value: V, before: V): (keyof V)[] =>
  namesOf(value).filter(name => !same(value[name], before[name]))

const isSame = <V extends object>(one: V, other: V): boolean => changedFields(one, other).length === 0

/** Field by field: the input where it changed since it was sent, else the saved value. */
const stillTyped = <V extends object>(now: V, sent: V, saved: V): V =>
  Object.fromEntries(namesOf(now).map(name => [name, (same(now[name], sent[name]) ? saved : now)[name]])) as V

/** The changed fields as pairs: `[name]` alone is a field that was cleared to `undefined`. */
function stored<B, V extends object>(
  { base, value, once }: Held<B, V>,
  before: V,
  secrets: readonly (keyof V)[],
): string {
  const changed = changedFields(value, before).filter(name => !secrets.includes(name))
  if (changed.length === 0) return ''
  const pairs = changed.map(name => (value[name] === undefined ? [name] : [name, value[name]]))
  return JSON.stringify({ base, once, changed: pairs })
}

function restored<B, V extends object>(
  key: string | undefined,
  typedOf: (base: B) => V,
): Held<B, V> | undefined {
  const text = key === undefined ? '' : draft(key)
  if (text === '') return undefined
  try {
    const { base, once, changed } = JSON.parse(text)
    const before = typedOf(base)
    // A newer build may know other fields.
    const known = changed.filter(([name]: [string]) => name in before)
    const typed = Object.fromEntries(known.map(([name, field]: [string, unknown]) => [name, field]))
    return { base, once, value: { ...before, ...typed } }
  } catch {
    return undefined
  }
}
