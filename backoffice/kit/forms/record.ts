import { useRef, useState } from 'react'
import { picked } from '../../../shared/fields/field.ts'
import { Refused } from '../api/refused.ts'
import { changedFields, useKept } from './kept.ts'
import { sendOnNewest } from './newest.ts'
import { t } from './texts.ts'

export type Errors<V> = { readonly [Name in keyof V]?: string | undefined }

interface Options<B, V> {
  /** Names the stored input. Absent: nothing is stored. */
  readonly key: string | undefined
  /** As loaded; a form that creates something may leave it out. */
  readonly record: B
  /** The fields of the form, filled in from a record. */
  typedOf(record: B): V
  readonly labels?: { readonly [Name in keyof V]?: string }
  /** Passwords and keys: never stored. */
  readonly secrets?: readonly (keyof V)[]
  check?(value: V, base: B): Errors<V>
  /** Answers the saved record, if the reply has it; `not sent` leaves the input as it is. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a form that creates something answers nothing
  send(value: V, base: B, once: string): Promise<B | void | 'not sent'>
  /** The newest record, after a version conflict. */
  reread?(): Promise<B | null | undefined>
  /** Default: `record.version`. */
  versionOf?(record: B): number | undefined
  /** Refusals without details that belong to a field, by their code. */
  readonly codes?: Readonly<Record<string, Errors<V>>>
  /** Fields that show no error of their own: the sentence of a refusal is shown instead. */
  readonly unmarked?: readonly (keyof V)[]
  /** A value in words, for the conflict dialog; undefined where it has none. */
  say?(name: keyof V, value: V, record: B | undefined): string | undefined
}

interface Failed<V> {
  readonly error: unknown
  readonly sent: V
}

const versionIn = (record: unknown) => (record as { version?: number } | null | undefined)?.version

/** The state of a form: unsaved input, field errors, one request at a time, version conflicts. */
export function useRecord<B, V extends object>({
  key,
  record,
  typedOf,
  labels = {},
  secrets,
  check = () => ({}),
  send,
  reread,
  versionOf = versionIn,
  codes = {},
  unmarked = [],
  say = (name, value) => (typeof value[name] === 'string' ? value[name] : undefined),
}: Options<B, V>) {
  const kept = useKept(key, record, typedOf, secrets)
  const { base, value } = kept
  const [attempts, setAttempts] = useState(0)
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const [failed, setFailed] = useState<Failed<V>>()
  const [theirs, setTheirs] = useState<B>()
  const isGoing = useRef(false)
  if ((versionOf(record) ?? 0) > (versionOf(base) ?? 0) && theirs === undefined) kept.follow(record)

  const { told = {}, isComplete = false } = failed ? placed(failed.error, value, codes, unmarked) : {}
  const since = failed ? changedFields(value, failed.sent) : []
  const errors: Errors<V> = {
    ...(isTried && check(value, base)),
    // An error of the service stands until its field is changed.
    ...Object.fromEntries(Object.entries(told).filter(([name]) => !since.includes(name as keyof V))),
  }
  /** Shows the errors of all fields; false where there is one. */
  const isRight = (): boolean => {
    setTried(true)
    setAttempts(attempts + 1)
    setFailed(undefined)
    setTheirs(undefined)
    setSaved(false)
    return !Object.values(check(kept.latest.current.value, kept.latest.current.base)).some(Boolean)
  }
  const submit = async (): Promise<void> => {
    if (isGoing.current || !isRight()) return
    const { base } = kept.latest.current
    let { value, once } = kept.latest.current
    isGoing.current = true
    setBusy(true)
    try {
      const outcome = await sendOnNewest(base, {
        send: async base => ({ base, saved: await send(value, base, once) }),
        reread,
        follow(now, before) {
          const [was, is] = [typedOf(before), typedOf(now)]
          const mine = changedFields(value, was)
          // Whether a colleague changed a secret too is not known: the record does not show it.
          if (mine.some(name => secrets?.includes(name))) return false
          const theirs = changedFields(is, was).filter(name => mine.includes(name))
          if (changedFields(value, is).some(name => theirs.includes(name))) return false
          // A letter typed since the sending is not sent with it.
          value = { ...is, ...picked(value, mine) }
          kept.insist(now)
          once = kept.latest.current.once
          return true
        },
      })
      if ('theirs' in outcome) return setTheirs(outcome.theirs)
      const { saved } = outcome.reply
      if (saved === 'not sent') return
      kept.settle(saved ?? outcome.reply.base, value)
      setTried(false)
      setSaved(true)
    } catch (error) {
      setFailed({ error, sent: value })
    } finally {
      isGoing.current = false
      setBusy(false)
    }
  }
  const type = (change: Partial<V>) => {
    setSaved(false)
    kept.type(change)
  }
  const lines = (of: V, from: B | undefined) =>
    changedFields(of, typedOf(base)).flatMap(name => {
      const words = say(name, of, from)
      return words === undefined ? [] : [t.line(labels[name] ?? '', words)]
    })
  return {
    base,
    value,
    type,
    errors,
    busy,
    isSaved,
    isTyped: kept.isTyped,
    isUnsaved: kept.isUnsaved,
    /** Counts the attempts: the summary of errors is announced again. */
    attempts,
    /** Why the service refused; undefined where the messages at the fields say all of it. */
    failure: isComplete ? undefined : failed?.error,
    drop: () => kept.fill(record),
    /** Another request with these fields was refused: its fields are marked, too. Undefined: it succeeded. */
    fail: (error: unknown) =>
      setFailed(error === undefined ? undefined : { error, sent: kept.latest.current.value }),
    isRight,
    submit,
    onSubmit(event: { preventDefault(): void }) {
      event.preventDefault()
      void submit()
    },
    /** What a text field or a select takes. */
    field: <Name extends keyof V>(name: Name) => ({
      label: labels[name] ?? '',
      value: String(value[name] ?? ''),
      error: errors[name],
      onChange: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
        type({ [name]: currentTarget.value } as Partial<V>),
    }),
    conflict: theirs !== undefined && {
      theirs: lines(typedOf(theirs), theirs),
      mine: lines(value, undefined),
      onKeep() {
        kept.fill(theirs)
        setTheirs(undefined)
        setTried(false)
      },
      onInsist() {
        kept.insist(theirs)
        void submit()
      },
    },
  }
}

type Form<V extends object> = ReturnType<typeof useRecord<unknown, V>>
/** What fields need of their form. */
export type Fields<V extends object> = Pick<Form<V>, 'value' | 'errors' | 'type' | 'field'>
/** What `FormState` needs of a form. */
export type RecordForm = Omit<Form<object>, 'base' | 'value' | 'errors' | 'type' | 'field'> & {
  readonly errors: Readonly<Record<string, string | undefined>>
}

/** The errors of the service by field: `options.max_items` and `codes_postaux.0` contain the name of theirs. */
function placed<V extends object>(
  error: unknown,
  value: V,
  codes: Readonly<Record<string, Errors<V>>>,
  unmarked: readonly (keyof V)[],
) {
  const known = error instanceof Refused ? codes[error.code] : undefined
  if (known) return { told: known, isComplete: true }
  const details = error instanceof Refused ? error.details : []
  const found = details.flatMap(({ path, message }) => {
    const name = path.split(/[./[\]]+/).findLast(part => part in value && !unmarked.includes(part as keyof V))
    return name === undefined ? [] : [[name, message] as const]
  })
  return {
    told: Object.fromEntries(found) as Errors<V>,
    isComplete: details.length > 0 && found.length === details.length,
  }
}
