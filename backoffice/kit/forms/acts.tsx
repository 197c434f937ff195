import { type ReactNode, useRef, useState } from 'react'
import { Refused } from '../api/refused.ts'
import { Dialog, DialogActs } from '../ui/dialog.tsx'
import { Done, Failure, Problem } from '../ui/message.tsx'
import { t } from './texts.ts'

/** The notice of success, or how it follows from the reply. */
type Notice<T> = ReactNode | ((reply: T) => ReactNode)

/** A confirmation dialog, and the action of its main button. */
interface Question<T> {
  readonly title: string
  readonly about?: string | undefined
  /** The labels of the button that closes it and of the main one. */
  readonly keep: string
  readonly now: string
  readonly look?: 'grave' | 'bad'
  work(): Promise<T>
  readonly done?: Notice<T>
}

interface Outcome {
  readonly notice?: ReactNode
  readonly error?: unknown
}

/** Actions outside forms: one request at a time, then what it changed is read again, and the outcome is shown. */
export function useActs(
  /** Reads again what an action changes, also after a refusal. */
  readAgain: () => Promise<unknown> = async () => {},
  /** The words of this screen for a refusal, by its code. */
  meanings: Readonly<Record<string, string>> = {},
) {
  const [{ notice, error }, show] = useState<Outcome>({})
  const [busy, setBusy] = useState(false)
  const [question, ask] = useState<Question<unknown>>()
  const isSending = useRef(false)
  const turns = useRef(0)
  const acting = useRef<Promise<void>>(Promise.resolve())
  const line = useRef<Promise<void>>(Promise.resolve())
  /** How many actions in turn are not over. */
  const waiting = useRef(0)
  /** The controls whose requests are unanswered. */
  const pressed = useRef(new Set<Element | undefined>())
  const tell = (next: Outcome) => {
    turns.current += 1
    show(next)
  }
  /**
   * `work` is called here, not by the caller: while its request is unanswered, another click on the same control sends nothing.
   * A click on another control is another wish: it is sent after the answer.
   */
  const act = <T,>(work: () => Promise<T>, done?: Notice<T>): Promise<void> => {
    const control = controlPressed()
    if (pressed.current.has(control)) return Promise.resolve()
    pressed.current.add(control)
    const answered = () => pressed.current.delete(control)
    if (isSending.current || waiting.current > 0) return actInTurn(work, done, answered)
    acting.current = perform(work, done, { answered })
    return acting.current
  }
  /** For switches side by side, of which several are pressed at once: each is sent after the answer to the one before. */
  const actInTurn = <T,>(work: () => Promise<T>, done?: Notice<T>, answered?: () => void): Promise<void> => {
    if (waiting.current === 0 && !isSending.current) tell({})
    waiting.current += 1
    line.current = line.current.then(async () => {
      while (isSending.current) await acting.current
      acting.current = perform(work, done, { isInTurn: true, answered })
      await acting.current
      waiting.current -= 1
    })
    return line.current
  }
  /** `isInTurn`: the failure of one stays while those behind it are sent. */
  const perform = async <T,>(
    work: () => Promise<T>,
    done: Notice<T> | undefined,
    { isInTurn = false, answered }: { readonly isInTurn?: boolean; answered?: (() => void) | undefined },
  ): Promise<void> => {
    isSending.current = true
    if (!isInTurn) tell({})
    const turn = turns.current
    setBusy(true)
    const outcome = await work().then(
      reply => ({ notice: typeof done === 'function' ? done(reply) : done }),
      (error: unknown) => ({ error }),
    )
    isSending.current = false
    answered?.()
    ask(asked => (asked?.work === work ? undefined : asked))
    // A failure is told at once: reading again may take long without the service.
    if ('error' in outcome) show(outcome)
    await readAgain().catch(() => {})
    // Clicks count again while the screen is read: what was told meanwhile is newer.
    const isFailure = 'error' in outcome
    if (turn === turns.current)
      show(before => (isInTurn && before.error !== undefined && !isFailure ? before : outcome))
    if (!isSending.current) setBusy(false)
  }
  const dialog = question && (
    <Dialog
      title={question.title}
      about={question.about}
      onClose={() => ask(undefined)}
      onSubmit={() => act(question.work, question.done)}
    >
      <DialogActs
        keep={question.keep}
        now={question.now}
        look={question.look ?? 'grave'}
        off={busy}
        onClose={() => ask(undefined)}
      />
    </Dialog>
  )
  const failure = error !== undefined && <Failed error={error} meanings={meanings} />
  return {
    act,
    actInTurn,
    /** Asks before it acts. The dialog closes with the answer. */
    confirm<T>(of: Question<T>) {
      tell({})
      ask(of as Question<unknown>)
    },
    /** Shows the notice of something done elsewhere, for example by a form. */
    tell: (notice: ReactNode) => tell({ notice }),
    fail: (error: unknown) => tell({ error }),
    busy,
    notice,
    error,
    failure,
    dialog,
    /** The notice, the failure and the dialog of `confirm`. */
    outcome: (
      <>
        <Done>{notice}</Done>
        {failure}
        {dialog}
      </>
    ),
    /** The same with the notice as a line of text. */
    outcomeLine: (className: string | undefined) => (
      <>
        <p role="status" className={className}>
          {notice}
        </p>
        {failure}
        {dialog}
      </>
    ),
  }
}

/** The control whose event is being handled; a shortcut has none. */
function controlPressed(): Element | undefined {
  const target = window.event?.target
  return (target instanceof Element && target.closest('button, select, input, form')) || undefined
}

export type Act = ReturnType<typeof useActs>['act']
export type Confirm = ReturnType<typeof useActs>['confirm']

function Failed({
  error,
  meanings,
}: {
  readonly error: unknown
  readonly meanings: Readonly<Record<string, string>>
}) {
  const words: Readonly<Record<string, string>> = { stale_version: t.changedSince, ...meanings }
  const meaning = error instanceof Refused ? words[error.code] : undefined
  return meaning ? <Failure>{meaning}</Failure> : <Problem error={error} />
}
