import {
  type ComponentProps,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { common } from '../words/texts.ts'
import { bottomBar } from './bottom-bar.ts'
import { Button } from './button.tsx'
import css from './dialog.module.css'

const FIELDS = 'input, textarea, select'

/** A change of the item while its dialog is open. Null: none so far; undefined: this dialog does not watch for one. */
export const DialogNews = createContext<ReactNode>(undefined)

/** A native modal dialog: the browser traps the focus, closes it with Escape and returns the focus. */
export function Dialog({
  title,
  about,
  wide,
  onClose,
  onSubmit,
  children,
}: {
  readonly title: string
  readonly about?: string | undefined
  readonly wide?: boolean
  /** Absent: it cannot be closed. */
  readonly onClose?: (() => void) | undefined
  /** Called by Enter in a field, the main button, and Ctrl + Enter anywhere. A promise is awaited. */
  readonly onSubmit?: (() => unknown) | undefined
  readonly children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const news = useContext(DialogNews)
  const isGoing = useRef(false)
  /** Ignored while a submit is in flight. */
  const submit = async () => {
    if (isGoing.current) return
    isGoing.current = true
    try {
      await onSubmit?.()
    } finally {
      isGoing.current = false
    }
  }
  // A layout effect: its cleanup runs while the dialog is in the page. Closed later, the browser returns no focus.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    dialog.showModal()
    // The browser chooses the first control, which may be the button that drops unsaved input.
    const first = dialog.querySelector<HTMLElement>('[data-first]') ?? dialog.querySelector(FIELDS)
    first?.focus()
    // The focused element may be the last button; the dialog still starts at its top.
    dialog.scrollTop = 0
    return () => dialog.close()
  }, [])
  // Back closes the dialog: it would stay open over another item.
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const leave = () => close.current?.()
    addEventListener('popstate', leave)
    return () => removeEventListener('popstate', leave)
  }, [])
  return (
    <dialog
      ref={ref}
      className={`card ${css.dialog} ${wide ? css.wide : ''}`}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <form
        className={`stack gap-16 ${css.inside}`}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          // React events bubble to the form that shows this dialog.
          event.stopPropagation()
          void submit()
        }}
        onKeyDown={event => {
          // Safari keeps Escape for the field, even an empty one, and the dialog would stay.
          if (event.key === 'Escape' && (event.target as HTMLInputElement).type === 'search') {
            event.preventDefault()
            // Only the upper one of two dialogs closes.
            event.stopPropagation()
            onClose?.()
          }
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.stopPropagation()
          event.currentTarget.requestSubmit()
        }}
      >
        <h2 className={css.title} id={id}>
          {title}
        </h2>
        {about && <p className={`soft anywhere ${css.about}`}>{about}</p>}
        {news !== undefined && <div role="status">{news}</div>}
        {children}
      </form>
    </dialog>
  )
}

/** Cancel first, the main button last; on a narrow screen the main button is on top. */
export const Acts = ({ children }: { readonly children: ReactNode }) => (
  <div ref={bottomBar} className={`at-foot row gap-10 ${css.acts}`}>
    {children}
  </div>
)

/** A button that closes the dialog, and one that submits it. Others stand between them. */
export const DialogActs = ({
  keep,
  now,
  look = 'primary',
  hint,
  off,
  onClose,
  children,
}: Pick<ComponentProps<typeof Button>, 'look' | 'hint' | 'off'> & {
  readonly keep: string
  readonly now: string
  readonly onClose: (() => void) | undefined
  readonly children?: ReactNode
}) => (
  <Acts>
    <Button onClick={onClose}>{keep}</Button>
    {children}
    <Button look={look} type="submit" hint={hint} off={off}>
      {now}
    </Button>
  </Acts>
)

/** The button of a dialog that only shows something. */
export const Close = () => (
  <Acts>
    <Button look="primary" type="submit">
      {common.close}
    </Button>
  </Acts>
)
