/**
 * Many people click twice on everything. The second click is no second decision: it is not about the next item, which has come
 * under the pointer meanwhile, nor an answer to a question that was not there yet. Enter that is held down is one Enter. What
 * is pressed several times on purpose (arrows, “zoom”) bears `data-goes-on`.
 */
const CONTROL =
  'button, a[href], summary, label, input:is([type=checkbox], [type=radio]), [role=button], [role=option]'

/** A browser counts what a mouse does, by the setting of its machine. Of a finger many say “one” each time. */
const SOON_MS = 500
const NEAR_PX = 30

const pressed = ({ target }: Event): Element | null =>
  target instanceof Element ? target.closest(CONTROL) : null
const controlOf = (one: Element | null) => (one instanceof HTMLLabelElement ? (one.control ?? one) : one)

const stop = (event: Event) => {
  event.preventDefault()
  event.stopPropagation()
}

export function takeTwiceForOnce(): () => void {
  let first: Element | null = null
  let last = { at: Number.NEGATIVE_INFINITY, x: 0, y: 0 }
  let isByFinger = false
  const point = ({ pointerType }: PointerEvent) => {
    isByFinger = pointerType !== 'mouse'
  }
  const isSecond = ({ detail, timeStamp, clientX, clientY }: MouseEvent) =>
    detail > 1 ||
    (isByFinger && timeStamp - last.at < SOON_MS && Math.hypot(clientX - last.x, clientY - last.y) < NEAR_PX)
  /** What a label hands its click on to: that is no other click. */
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
  /** Nor does it choose a word, or move the focus, where something else stands by now. */
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
