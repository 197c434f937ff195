/**
 * The focused element may leave the page: a dialog or a form closes, a decision removes a row. The browser then puts the focus at the
 * beginning of the page. This returns it to what opened the form, else to what took the element's place, else to a heading.
 */
interface Seen {
  readonly element: Element
  readonly name: string
  readonly form: Element | null
  /** The ancestors, each with the index of the child among its siblings. */
  readonly places: readonly { readonly parent: Element; readonly at: number }[]
}

const FORM = 'form, [data-editor]'
const FIELD = 'input:not(:disabled), textarea, select, [contenteditable=true]'
const FOCUSABLE = `a[href], button:not(:disabled), ${FIELD}, [tabindex]`
const isHere = (place: Element) => place.isConnected && place.checkVisibility()
const firstIn = (place: Element | undefined, selector: string, fits = isHere) =>
  [...(place?.querySelectorAll<HTMLElement>(selector) ?? [])].find(fits)
const nameOf = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

function seen(element: Element): Seen {
  const places = []
  for (let one = element; one.parentElement; one = one.parentElement)
    places.push({ parent: one.parentElement, at: [...one.parentElement.children].indexOf(one) })
  return { element, name: nameOf(element), form: element.closest(FORM), places }
}

/** The element, or the one of the same name that was rendered again in its place. */
function again({ element, name, places }: Seen): HTMLElement | undefined {
  if (isHere(element)) return element as HTMLElement
  const parent = places.find(({ parent }) => isHere(parent))?.parent
  return firstIn(parent, FOCUSABLE, one => nameOf(one) === name && isHere(one))
}

/** The nearest field of the group from this place on, or else its nearest button. */
function inGroup(group: Element, at: number): HTMLElement | undefined {
  const parts = [...group.children]
  const near = [...parts.slice(at), ...parts.slice(0, at).reverse()]
  const first = (selector: string) => {
    for (const part of near) {
      const found = isHere(part) && part.matches(selector) ? (part as HTMLElement) : firstIn(part, selector)
      if (found) return found
    }
    return undefined
  }
  return first(FIELD) ?? first(FOCUSABLE)
}

/** The row that took the place of a removed one, a field of the group or the form, or the heading of what it stood in. */
function successorOf({ places }: Seen): HTMLElement | undefined {
  for (const { parent, at } of places) {
    if (!isHere(parent)) continue
    const row = parent.matches('ul, ol, tbody')
      ? parent.children[Math.min(at, parent.children.length - 1)]
      : undefined
    const found =
      firstIn(row, FOCUSABLE) ??
      (parent.matches('fieldset') ? inGroup(parent, at) : undefined) ??
      (parent.matches(FORM) ? firstIn(parent, FIELD) : undefined) ??
      firstIn(parent.querySelector('main') ?? parent, 'h1, h2, h3')
    if (found) return found
  }
  return undefined
}

export function keepFocus(): void {
  let current: Seen | undefined
  /** For each form, the element that had the focus before. */
  const openers = new WeakMap<Element, Seen>()
  const isLost = () => document.activeElement === null || document.activeElement === document.body
  addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    const now = seen(target)
    if (current && now.form && now.form !== current.form && !openers.has(now.form))
      openers.set(now.form, current)
    current = now
  })
  // The person left the element by a click beside it.
  addEventListener('focusout', ({ target }) =>
    queueMicrotask(() => {
      if (isLost() && target === current?.element && isHere(current.element)) current = undefined
    }),
  )
  const give = () => {
    if (!current || !isLost() || current.element.isConnected) return
    const { form } = current
    const opener = form && !form.isConnected ? openers.get(form) : undefined
    const next = (opener && again(opener)) ?? successorOf(current)
    const modal = [...document.querySelectorAll('dialog:modal')].at(-1)
    if (!next || (modal && !modal.contains(next))) return
    if (!next.matches(FOCUSABLE)) next.tabIndex = -1
    next.focus()
  }
  new MutationObserver(give).observe(document, { subtree: true, childList: true })
}
