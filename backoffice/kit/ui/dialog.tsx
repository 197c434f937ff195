import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import css from './dialog.module.css'
import { keepFocus, placesOf } from './give-back-focus.ts'
import { useOneAtATime } from './one-at-a-time.ts'

/** A question over the page. The browser keeps the focus inside, closes it with Escape and gives the focus back. */
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
  /** Absent: it cannot be put away. */
  readonly onClose?: (() => void) | undefined
  /** Enter in a field, the main button, and Ctrl + Enter anywhere; what it promises is waited for. */
  readonly onSubmit?: (() => unknown) | undefined
  readonly children: ReactNode
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()
  const submit = useOneAtATime(() => onSubmit?.())
  // A layout effect: its cleanup runs while the dialog is in the page. Closed later, the browser gives no focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    const places = placesOf(document.activeElement)
    dialog.showModal()
    dialog.querySelector<HTMLElement>('[data-first]')?.focus()
    // What has the focus may be its last button: it is read from its beginning.
    dialog.scrollTop = 0
    return () => {
      dialog.close()
      keepFocus(places)
    }
  }, [])
  // Whoever goes back leaves the question with what it was about: it would be put about whatever is shown then.
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
      className={wide ? `${css.dialog} ${css.wide}` : css.dialog}
      aria-labelledby={id}
      onCancel={event => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <form
        className={css.inside}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void submit()
        }}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.requestSubmit()
        }}
      >
        <h2 className={css.title} id={id}>
          {title}
        </h2>
        {about && <p className={css.about}>{about}</p>}
        {children}
      </form>
    </dialog>
  )
}

/** The way out first, what is done last: on a narrow screen what is done stands on top. */
export const Acts = ({ children }: { readonly children: ReactNode }) => (
  <div className={css.acts}>{children}</div>
)
