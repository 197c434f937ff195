/**
 * Of a form that was sent, the first field with an error gets the focus: at once, or when the service has answered. Screen readers
 * then say its label and its error, which `aria-describedby` ties to it.
 */
const WRONG = '[aria-invalid=true]'
/** What was answered later belongs to a form that somebody has gone on from. */
const LONGEST_MS = 30_000

export function focusFirstWrong(): void {
  addEventListener('submit', ({ target }) => target instanceof HTMLFormElement && watched(target), true)
}

const watching = new WeakMap<HTMLFormElement, () => void>()

function watched(form: HTMLFormElement): void {
  watching.get(form)?.()
  const from = document.activeElement
  const look = () => {
    const first = [...form.querySelectorAll<HTMLElement>(WRONG)].find(one => one.checkVisibility())
    if (!first) return
    stop()
    // Somebody who is in another field by now stays there.
    const now = document.activeElement
    if (now !== from && now !== document.body) return
    // The field that has the focus is said again, with its error.
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
  // Where nothing changes: the errors of the last time stand there still.
  requestAnimationFrame(look)
}
