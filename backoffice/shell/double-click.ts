/**
 * Many people click twice on everything. The second click is no second decision: it is not about the next item, which has come
 * under the pointer meanwhile, nor an answer to a question that was not there yet. Enter that is held down is one Enter. What
 * is pressed several times on purpose (arrows, “zoom”) bears `data-goes-on`.
 */
const CONTROL =
  'button, a[href], summary, label, input:is([type=checkbox], [type=radio]), [role=button], [role=option]'

const controlAt = (target: EventTarget | null): Element | null => {
  const control = target instanceof Element ? target.closest(CONTROL) : null
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control
}

const stop = (event: Event) => {
  event.preventDefault()
  event.stopPropagation()
}

export function takeTwiceForOnce(): () => void {
  let first: Element | null = null
  const click = (event: MouseEvent) => {
    const control = controlAt(event.target)
    const goesOn = control === first && control?.closest('[data-goes-on]')
    if (event.detail < 2) first = control
    else if (control && !goesOn) stop(event)
  }
  /** Nor does it choose a word, or move the focus, where something else stands by now. */
  const press = (event: MouseEvent) => {
    if (event.detail > 1 && first && controlAt(event.target) !== first) event.preventDefault()
  }
  const key = (event: KeyboardEvent) => {
    const isLineBreak = event.target instanceof HTMLTextAreaElement && !event.ctrlKey && !event.metaKey
    if (event.key === 'Enter' && event.repeat && !isLineBreak) stop(event)
  }
  document.addEventListener('click', click, true)
  document.addEventListener('mousedown', press, true)
  document.addEventListener('keydown', key, true)
  return () => {
    document.removeEventListener('click', click, true)
    document.removeEventListener('mousedown', press, true)
    document.removeEventListener('keydown', key, true)
  }
}
