/**
 * When a dialog closes, the browser returns the focus to its opener. If the opener is gone or disabled by then (a row that the
 * decision removes), the focus goes to a neighbour instead of the beginning of the page.
 */
interface Place {
  readonly parent: Element
  /** The index of the child among its siblings. */
  readonly at: number
}

/** The opener's ancestors, recorded when the dialog opens. */
export function placesOf(opener: Element | null): readonly Place[] {
  const places: Place[] = []
  for (let one = opener; one?.parentElement; one = one.parentElement)
    places.push({ parent: one.parentElement, at: [...one.parentElement.children].indexOf(one) })
  return places
}

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]'
const isHere = (place: Element) => place.isConnected && place.checkVisibility()
const isLost = () => document.activeElement === null || document.activeElement.matches('body, :disabled')

/** The row that took the place of the removed one, else the heading of what it stood in. */
function successorOf(places: readonly Place[]): HTMLElement | undefined {
  for (const { parent, at } of places) {
    if (!isHere(parent)) continue
    if (parent.matches('ul, ol, tbody')) {
      const row = parent.children[Math.min(at, parent.children.length - 1)]
      const first = row && [...row.querySelectorAll<HTMLElement>(FOCUSABLE)].find(isHere)
      if (first) return first
    }
    const heading = [...parent.querySelectorAll<HTMLElement>('h1, h2, h3')].find(isHere)
    if (heading) return heading
  }
  return undefined
}

/** Called when the dialog has closed; watches until the focus is somewhere else, since the row may go seconds later. */
export function keepFocus(places: readonly Place[]): void {
  const give = () => {
    if (!isLost() || document.querySelector('dialog:modal')) return
    const successor = successorOf(places)
    if (successor && !successor.matches(FOCUSABLE)) successor.tabIndex = -1
    successor?.focus()
  }
  const watch = new MutationObserver(give)
  const opener = document.activeElement
  const moved = ({ target }: FocusEvent) => {
    if (target === opener) return
    watch.disconnect()
    removeEventListener('focusin', moved)
  }
  addEventListener('focusin', moved)
  watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  queueMicrotask(give)
}
