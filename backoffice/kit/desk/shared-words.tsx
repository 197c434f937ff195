import { type ReactNode, useState } from 'react'
import { Refused } from '../api/refused.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { Unsaved, useKept } from '../ui/kept.tsx'
import { Failure, Loading, Problem, sentenceOf } from '../ui/message.tsx'
import { useOneAtATime } from '../ui/one-at-a-time.ts'
import css from './shared-words.module.css'
import { t } from './shared-words-texts.ts'

/** Texts that colleagues share (prepared answers, rejection texts): listed, added, edited and deleted in place. */
export interface Words {
  readonly id: string
  readonly version: number
  /** The name of a text, or the reason it is for. */
  readonly head: string
  readonly body: string
}
export type Written = Pick<Words, 'head' | 'body'>

interface Props {
  readonly words: readonly Words[] | undefined
  readonly error: unknown
  readonly retry: () => void
  readonly none: string
  readonly bodyLabel: string
  readonly bodyHint?: string
  readonly longest: number
  /** The head of a new text. */
  readonly firstHead: string
  readonly nameOf: (words: Words) => string
  /** The field of the head. */
  readonly head: (props: { readonly value: string; set(value: string): void }) => ReactNode
  save(written: Written, before: Words | undefined): Promise<unknown>
  remove(words: Words): Promise<unknown>
}

/** More than three lines hold. Without a limit the browser lays out all of it: 150 ms for sixty long answers. */
const SHOWN = 1_000

export function SharedWords(props: Props) {
  const { words, error, retry, none, nameOf, firstHead, save, remove } = props
  const [open, setOpen] = useState<string>()
  const [removed, setRemoved] = useState<Words>()
  const [failure, setFailure] = useState<unknown>()
  const close = () => setOpen(undefined)
  const away = async (one: Words) => {
    setFailure(undefined)
    await remove(one).then(() => setRemoved(one), setFailure)
  }
  if (error && !words) return <Problem error={error} retry={retry} />
  if (!words) return <Loading />
  return (
    <div className={css.words}>
      {words.length === 0 && open === undefined && <p className={css.soft}>{none}</p>}
      <ul>
        {words.map(one => (
          <li key={one.id}>
            {open === one.id ? (
              <Editor {...props} before={one} onDone={close} />
            ) : (
              <>
                <div>
                  <b dir="auto">{nameOf(one)}</b>
                  <p dir="auto">{one.body.slice(0, SHOWN)}</p>
                </div>
                <Button aria-label={t.changeThis(nameOf(one))} onClick={() => setOpen(one.id)}>
                  {t.change}
                </Button>
                <Button look="quiet" aria-label={t.removeThis(nameOf(one))} onClick={() => void away(one)}>
                  {t.remove}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      <p role="status" className={css.soft}>
        {removed && (
          <>
            {t.removed(nameOf(removed))}{' '}
            <Button
              look="link"
              onClick={() => void save(removed, undefined).then(() => setRemoved(undefined), setFailure)}
            >
              {t.putBack}
            </Button>
          </>
        )}
      </p>
      {failure !== undefined && <Failure>{sentenceOf(failure)}</Failure>}
      {open === 'new' ? (
        <Editor {...props} firstHead={firstHead} before={undefined} onDone={close} />
      ) : (
        <Button onClick={() => setOpen('new')}>{t.add}</Button>
      )}
    </div>
  )
}

function Editor({
  before,
  firstHead,
  bodyLabel,
  bodyHint,
  longest,
  head,
  save,
  retry,
  onDone,
}: Props & { readonly before: Words | undefined; readonly onDone: () => void }) {
  const kept = useKept(`${bodyLabel} ${before?.id ?? firstHead}`, before, words => ({
    head: words?.head ?? firstHead,
    body: words?.body ?? '',
  }))
  const { value: written } = kept
  const [failure, setFailure] = useState<unknown>()
  const isStale = failure instanceof Refused && failure.code === 'stale_version'
  const leave = () => {
    kept.fill(before)
    onDone()
  }
  const keep = useOneAtATime(async () => {
    setFailure(undefined)
    await save(written, isStale ? before : kept.base).then(leave, error => {
      setFailure(error)
      // Shows the current text beside the typed one; saving again overwrites the current one.
      retry()
    })
  })
  return (
    <div className={css.editor}>
      {kept.isUnsaved && <Unsaved onDrop={() => kept.fill(before)} />}
      {head({ value: written.head, set: head => kept.type({ head }) })}
      {isStale && before && (
        <div className={css.theirs}>
          <p>{t.stale}</p>
          <p dir="auto">{before.body}</p>
        </div>
      )}
      <TextArea
        label={bodyLabel}
        hint={bodyHint}
        rows={5}
        maxLength={longest}
        value={written.body}
        onChange={event => kept.type({ body: event.currentTarget.value })}
      />
      {failure !== undefined && !isStale && <Failure>{sentenceOf(failure)}</Failure>}
      <div className={css.acts}>
        <Button look="primary" onClick={() => void keep()}>
          {t.save}
        </Button>
        <Button onClick={leave}>{t.leave}</Button>
      </div>
    </div>
  )
}
