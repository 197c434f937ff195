/**
 * Many people double-click everything. This ignores the second click: by then the next item or a new dialog may be under the
 * pointer. It also ignores the repeats of a held Enter key. Buttons that people press repeatedly (arrows, zoom) have
 * `data-goes-on`.
 */
const CONTROL =
  'button, a[href], summary, label, input:is([type=checkbox], [type=radio]), [role=button], [role=option]'

/** `detail` counts the clicks of a mouse by the system's setting. For touch, many browsers always report one. */
const SOON_MS = 500
const NEAR_PX = 30

const pressed = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest(CONTROL) : null
const controlOf = (one: Element | null) => (one instanceof HTMLLabelElement ? (one.control ?? one) : one)

const stop = (event: Event) => {
  event.preventDefault()
  event.stopPropagation()
}

export function ignoreDoubleClicks(): () => void {
  let first: Element | null = null
  let last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 }
  let isByFinger = false
  const point = ({ pointerType }: PointerEvent) => {
    isByFinger = pointerType !== 'mouse'
  }
  const isSecond = ({ detail, timeStamp, clientX, clientY }: MouseEvent) =>
    detail > 1 ||
    (isByFinger && timeStamp - last.at < SOON_MS && Math.hypot(clientX - last.x, clientY - last.y) < NEAR_PX)
  /** The control to which a label forwards its click: the forwarded click is not a second one. */
  let handedTo: Element | null = null
  const click = (event: MouseEvent) => {
    const one = pressed(event)
    const control = controlOf(one)
    const isHandedOn = one !== null && one === handedTo
    handedTo = one === control ? null : control
    if (isHandedOn) return
    const goesOn = control === first && control?.closest('[data-goes-on]')
    const isAgain = isSecond(event)
    last = { at: event.timeStamp, x: event.clientX, y: event.clientY }
    if (!isAgain) first = control
    else if (control && !goesOn) stop(event)
  }
  /** The second press must not select a word or move the focus in another control. */
  const press = (event: MouseEvent) => {
    if (isSecond(event) && first && controlOf(pressed(event)) !== first) event.preventDefault()
  }
  const key = (event: KeyboardEvent) => {
    isByFinger = false
    const isLineBreak = event.target instanceof HTMLTextAreaElement && !event.ctrlKey && !event.metaKey
    if (event.key === 'Enter' && event.repeat && !isLineBreak) stop(event)
  }
  const ends = new AbortController()
  const how = { capture: true, signal: ends.signal }
  document.addEventListener('pointerdown', point, how)
  document.addEventListener('click', click, how)
  document.addEventListener('mousedown', press, how)
  document.addEventListener('keydown', key, how)
  return () => ends.abort()
}
