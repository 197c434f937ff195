/**
 * Shows the page of la place for what is being written: the words are posted into a frame. Each preview has a frame of its own,
 * so that Back does not lead through them, and the last one stays until the next one has come.
 */

const PAUSE_MS = 600
const TIMEOUT_MS = 10_000
const AGAIN_MS = 15_000
/** Styles and fonts come from our own address; there is no script in it, and links open beside. */
const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'

interface Shown {
  /** Where the words are posted to. */
  readonly address: string
  readonly title: string
  /** Whether the last request was answered by a page. */
  readonly tell: (isCurrent: boolean) => void
}

export class PageFrames {
  private readonly holder: HTMLElement
  private readonly shown: Shown
  private wanted = ''
  private asked = ''
  private current: HTMLIFrameElement | undefined
  private coming: HTMLIFrameElement | undefined
  private pause: ReturnType<typeof setTimeout> | undefined
  /** Doubled with each preview in a row that does not come. */
  private retryMs = AGAIN_MS
  private isNear = false
  private readonly nearness: IntersectionObserver
  private readonly again = () => this.soon()

  constructor(holder: HTMLElement, shown: Shown) {
    this.holder = holder
    this.shown = shown
    this.nearness = new IntersectionObserver(
      entries => {
        this.isNear = entries.some(({ isIntersecting }) => isIntersecting)
        if (this.isNear) this.load()
      },
      { rootMargin: '300px' },
    )
    this.nearness.observe(holder)
    addEventListener('online', this.again)
  }

  show(words: string): void {
    this.wanted = words
    this.soon()
  }

  stop(): void {
    clearTimeout(this.pause)
    removeEventListener('online', this.again)
    this.nearness.disconnect()
    this.coming?.remove()
    this.current?.remove()
  }

  private soon(ms = this.current ? PAUSE_MS : 0): void {
    clearTimeout(this.pause)
    this.pause = setTimeout(() => this.load(), ms)
  }

  /** One request at a time, and none while the preview is far below what is seen. */
  private load(): void {
    if (!this.isNear || this.coming || this.wanted === this.asked) return
    this.asked = this.wanted
    const frame = document.createElement('iframe')
    frame.title = this.shown.title
    frame.name = `preview-${crypto.randomUUID()}`
    frame.setAttribute('sandbox', SANDBOX)
    frame.dataset.coming = ''
    this.coming = frame
    const patience = setTimeout(() => this.arrived(false), TIMEOUT_MS)
    this.holder.append(frame)
    frame.addEventListener('load', () => {
      const page = pageIn(frame)
      if (page?.URL === 'about:blank') return
      clearTimeout(patience)
      this.arrived(page?.body.classList.contains('preview') ?? false)
    })
    post(this.shown.address, frame.name, this.asked)
  }

  private arrived(isPage: boolean): void {
    const { coming: next, current: last } = this
    if (!next?.isConnected) return
    this.coming = undefined
    const words = this.asked
    if (isPage) {
      delete next.dataset.coming
      next.contentWindow?.scrollTo(0, last?.contentWindow?.scrollY ?? 0)
      this.current = next
      this.retryMs = AGAIN_MS
      last?.remove()
    } else {
      next.remove()
      this.asked = ''
    }
    this.shown.tell(isPage)
    if (this.wanted !== words) this.soon()
    else if (!isPage) {
      this.soon(this.retryMs)
      this.retryMs *= 2
    }
  }
}

/** Undefined where the browser shows a page of its own, as without a network. */
function pageIn(frame: HTMLIFrameElement): Document | undefined {
  try {
    return frame.contentDocument ?? undefined
  } catch {
    return undefined
  }
}

function post(action: string, target: string, words: string): void {
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action, target, hidden: true })
  const field = document.createElement('input')
  Object.assign(field, { type: 'hidden', name: 'texte', value: words })
  form.append(field)
  document.body.append(form)
  form.submit()
  form.remove()
}
