import { type ReactNode, useState } from 'react'
import { useActs } from '../forms/acts.tsx'
import { editorKeys } from '../forms/form-dialog.tsx'
import { FormHead, FormState } from '../forms/form-state.tsx'
import { useRecord } from '../forms/record.ts'
import { Button } from '../ui/button.tsx'
import { TextArea } from '../ui/field.tsx'
import { focusWrongIn } from '../ui/first-wrong.ts'
import { NotYet } from '../ui/message.tsx'
import { actions } from '../words/texts.ts'
import css from './shared-words.module.css'
import { t } from './shared-words-texts.ts'

/** Texts that colleagues share (prepared answers, rejection texts): listed, added, edited and deleted in place. */
interface Words {
  readonly id: string
  readonly version: number
  /** The name of a text, or the reason it is for. */
  readonly head: string
  readonly body: string
}
type Written = Pick<Words, 'head' | 'body'>

interface Props<D> {
  readonly listed: {
    readonly data: D | undefined
    readonly error: unknown
    refetch(): Promise<{ readonly data: D | undefined }>
  }
  readonly wordsIn: (data: D) => readonly Words[]
  readonly none: string
  readonly bodyLabel: string
  readonly bodyHint?: string
  readonly longest: number
  /** The head of a new text. */
  readonly firstHead: string
  readonly nameOf: (words: Words) => string
  /** The field of its name. */
  readonly head: (props: {
    readonly value: string
    readonly error: string | undefined
    set(value: string): void
  }) => ReactNode
  save(written: Written, before: Words | undefined): Promise<unknown>
  remove(words: Words): Promise<unknown>
  /** Refetches the texts, also where they are offered. */
  readAgain(): Promise<unknown>
}

/** Characters shown, more than fit into three lines. Without a limit, layout takes 150 ms for sixty long answers. */
const SHOWN = 1_000

export function SharedWords<D>(props: Props<D>) {
  const { listed, wordsIn, none, nameOf, firstHead, save, remove, readAgain } = props
  const [open, setOpen] = useState<string>()
  const { act, outcomeLine } = useActs(readAgain)
  const close = () => setOpen(undefined)
  const away = (one: Words) =>
    act(
      () => remove(one),
      <>
        {t.removed(nameOf(one))}{' '}
        <Button look="link" onClick={() => act(() => save(one, undefined))}>
          {t.putBack}
        </Button>
      </>,
    )
  if (listed.data === undefined) return <NotYet {...listed} />
  const words = wordsIn(listed.data)
  return (
    <div className={`stack gap-12 start ${css.words}`}>
      {words.length === 0 && open === undefined && <p className="soft">{none}</p>}
      <ul className="wide">
        {words.map(one => (
          <li className="row at-top" key={one.id}>
            {open === one.id ? (
              <Editor {...props} before={one} onDone={close} />
            ) : (
              <>
                <div>
                  <b dir="auto">{nameOf(one)}</b>
                  <p dir="auto">{one.body.slice(0, SHOWN)}</p>
                </div>
                <Button aria-label={t.changeThis(nameOf(one))} onClick={() => setOpen(one.id)}>
                  {actions.edit}
                </Button>
                <Button look="quiet" aria-label={t.removeThis(nameOf(one))} onClick={() => away(one)}>
                  {actions.delete}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {outcomeLine('soft')}
      {open === 'new' ? (
        <Editor {...props} firstHead={firstHead} before={undefined} onDone={close} />
      ) : (
        <Button onClick={() => setOpen('new')}>{t.add}</Button>
      )}
    </div>
  )
}

function Editor<D>({
  listed,
  wordsIn,
  before,
  firstHead,
  bodyLabel,
  bodyHint,
  longest,
  head,
  save,
  readAgain,
  onDone,
}: Props<D> & { readonly before: Words | undefined; readonly onDone: () => void }) {
  const form = useRecord<Words | undefined, Written>({
    key: `${bodyLabel} ${before?.id ?? firstHead}`,
    record: before,
    typedOf: words => ({ head: words?.head ?? firstHead, body: words?.body ?? '' }),
    labels: { body: bodyLabel },
    async send(written, base) {
      await save(written, base)
      await readAgain()
      onDone()
    },
    async reread() {
      const { data } = await listed.refetch()
      return data && wordsIn(data).find(({ id }) => id === before?.id)
    },
    say: (name, written) => (name === 'body' ? written.body : undefined),
  })
  const submit = (editor: Element | null) => {
    focusWrongIn(editor)
    void form.submit()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of its fields; it may stand in a form
    <div
      className="stack gap-12 wide"
      data-editor=""
      ref={focusFirstField}
      onKeyDown={editorKeys(submit, onDone)}
    >
      <FormHead of={form} />
      {head({ value: form.value.head, error: form.errors.head, set: head => form.type({ head }) })}
      <TextArea {...form.field('body')} hint={bodyHint} rows={5} maxLength={longest} />
      <FormState of={form} />
      <div className="row gap-10">
        <Button
          look="primary"
          hint="Ctrl ↵"
          onClick={({ currentTarget }) => submit(currentTarget.closest('[data-editor]'))}
        >
          {actions.save}
        </Button>
        <Button
          onClick={() => {
            form.drop()
            onDone()
          }}
        >
          {actions.leave}
        </Button>
      </div>
    </div>
  )
}

function focusFirstField(editor: HTMLElement | null): void {
  editor?.querySelector<HTMLElement>('input, select, textarea')?.focus()
}
