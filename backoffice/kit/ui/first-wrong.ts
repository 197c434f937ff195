/**
 * Moves the focus to the first field with an error when a form is sent: at once, or when the service has answered. Screen readers
 * then read its label and, by `aria-describedby`, its error. What it is folded in opens.
 */
const WRONG = '[aria-invalid=true]'
/** A later answer moves no focus. */
const LONGEST_MS = 30_000

export function focusFirstWrong(): void {
  addEventListener('submit', ({ target }) => target instanceof HTMLFormElement && focusWrongIn(target), true)
}

const watching = new WeakMap<Element, () => void>()

/** For an editor that is no form, because it stands in one. */
export function focusWrongIn(form: Element | null | undefined): void {
  if (!form) return
  watching.get(form)?.()
  const from = document.activeElement
  const look = () => {
    const wrong = [...form.querySelectorAll<HTMLElement>(WRONG)].find(one => {
      const folded = one.closest<HTMLDetailsElement>('details:not([open])')
      if (folded?.checkVisibility()) folded.open = true
      return one.checkVisibility()
    })
    const first = wrong?.matches('[role=radiogroup]') ? wrong.querySelector('input') : wrong
    if (!first) return
    stop()
    // Not if the person went to another field meanwhile.
    const now = document.activeElement
    if (now !== from && now !== document.body) return
    // Blurred first, so that screen readers read it again with its error.
    if (first === now) first.blur()
    first.focus()
  }
  const changes = new MutationObserver(look)
  const late = setTimeout(() => stop(), LONGEST_MS)
  const stop = () => {
    clearTimeout(late)
    changes.disconnect()
    form.removeEventListener('input', stop)
    watching.delete(form)
  }
  watching.set(form, stop)
  form.addEventListener('input', stop)
  changes.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] })
  // Errors of the last attempt that still stand cause no mutation.
  requestAnimationFrame(look)
}
