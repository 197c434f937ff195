/**
 * <parvis-agenda src="https://…/place/rennes/agenda.json" max="6"><a href="…/agenda">L’agenda</a></parvis-agenda>
 *
 * The agenda of a commune on another site. What stands within it is shown until the agenda is there, and for good when it
 * cannot come. Attributes, parts and properties are never renamed. It builds nodes: it runs where Trusted Types are required.
 */
class ParvisAgenda extends HTMLElement {
  static observedAttributes = ['src', 'max']
  #root = this.attachShadow({ mode: 'open' })
  #asked

  constructor() {
    super()
    this.#root.append(document.createElement('slot'))
  }
  connectedCallback() {
    this.#show()
  }
  disconnectedCallback() {
    this.#asked?.abort()
  }
  attributeChangedCallback() {
    if (this.isConnected) this.#show()
  }

  async #show() {
    this.#asked?.abort()
    this.#asked = new AbortController()
    const { signal } = this.#asked
    try {
      // Attributes that are set together are asked for once.
      await undefined
      if (signal.aborted) return
      const address = new URL(this.getAttribute('src'), document.baseURI)
      const reply = await fetch(address, { signal, credentials: 'omit', referrerPolicy: 'no-referrer' })
      if (!reply.ok) return
      const { items, home_page_url } = await reply.json()
      const shown = items.slice(0, Number(this.getAttribute('max')) || 6)
      this.#root.adoptedStyleSheets = [SHEET]
      this.#root.replaceChildren(
        shown.length > 0
          ? element('ol', { part: 'list' }, ...shown.map(eventItem))
          : element('p', {}, 'Rien de prévu pour le moment.'),
        element('a', { part: 'more', href: safe(home_page_url), target: '_top' }, 'Tout l’agenda'),
      )
    } catch {
      // Away: what stands within remains, or the agenda that came before.
    }
  }
}

function eventItem({ title, url, _parvis: { quand, lieu, annule } = {} }) {
  // The feed says it in the title; here the tag does.
  const name = annule ? title.replace(/^Annulé\s*:\s*/, '') : title
  const link = element('a', { part: 'title', href: safe(url), target: '_top' }, name)
  return element(
    'li',
    { part: annule ? 'event cancelled' : 'event' },
    element('span', { part: 'when' }, quand ?? ''),
    ...(annule ? [element('strong', { part: 'tag' }, 'Annulé'), ' '] : []),
    link,
    ...(lieu ? [element('span', { part: 'where' }, lieu)] : []),
  )
}

function element(name, attributes, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

const safe = address => (/^https?:\/\//.test(address) ? address : '#')

const SHEET = new CSSStyleSheet()
SHEET.replaceSync(
  ':host{display:block;font:inherit;color:inherit}ol{list-style:none;margin:0 0 .75em;padding:0}li{padding:.6em 0;border-top:1px solid var(--parvis-line,#8884);overflow-wrap:anywhere}li:first-child{border:0}a{color:var(--parvis-accent,inherit);font-weight:600}span{display:block;font-size:.9em}strong{font-size:.85em}[part~=cancelled] a{text-decoration:line-through}',
)

customElements.define('parvis-agenda', ParvisAgenda)
