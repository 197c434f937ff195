import Squire from 'squire-rte'
import { tidied } from '../pasted.ts'
import { blocksIn, nodesOf, restored } from './dom.ts'
import { type Dropped, fromHtml } from './from-html.ts'
import { treeOf } from './html.ts'
import { type Block, blocksOf, markdownOf } from './markdown.ts'
import { addressOf } from './row.ts'

/** The formatting at the caret. */
export interface Around {
  readonly bold: boolean
  readonly list: boolean
  readonly link: boolean
}

export interface Chosen {
  readonly words: string
  /** The address of the existing link; undefined without one. */
  readonly href: string | undefined
}

/** The message about a paste: dropped formatting, a cut end, a picture alone. */
export interface Pasted {
  readonly dropped?: Dropped | undefined
  readonly isCut?: boolean
  /** A picture and no text. */
  readonly isPicture?: boolean
}

interface Told {
  readonly changed: (text: string) => void
  readonly around: (around: Around) => void
  readonly pasted: (pasted: Pasted) => void
  readonly askLink: () => void
}

/** Keys of the editor for what a text cannot have, and Tab, which leaves the field. */
const KEYS = ['Tab', 'Shift-Tab', ' ', 'PageUp', 'PageDown']
const CTRL_KEYS = ['i', 'u', 'd', '[', ']', 'Shift-5', 'Shift-6', 'Shift-7', 'Shift-8', 'Shift-9']
const REFUSED = /^(?:format(?!Bold$)|insert(?:OrderedList|UnorderedList|HorizontalRule|Link)$)/
const TYPED_MARK = /^[-*+•][ \u00a0]/

/** The blocks that the running insertion puts in, instead of the HTML given to Squire. */
let arriving: readonly Block[] | undefined

/**
 * The field of a text in the browser. Squire takes part where browsers differ: Enter, lists, bold and undo; what is typed goes
 * straight into the page, as keyboards of telephones need it. The lines of the page are read after each change.
 */
export class TextEditor extends Squire {
  /** Squire makes hard blanks beside what it deletes, for fields that would not show others. */
  private readonly blanks = new MutationObserver(records => {
    for (const { target, oldValue } of records) if (target instanceof Text) soften(target, oldValue ?? '')
  })
  private readonly told: Told
  private readonly most: number
  private text: string

  constructor(root: HTMLElement, text: string, most: number, told: Told) {
    super(root, {
      addLinks: false,
      // Drag and drop passes HTML.
      sanitizeToDOMFragment: html => nodesOf(arriving ?? blocksOf(fromHtml(html).markdown)),
    })
    this.told = told
    this.most = most
    this.text = text
    this.removeEventListener('paste')
    this.addEventListener('paste', event => this.paste(event as ClipboardEvent))
    for (const key of [...KEYS, ...CTRL_KEYS.flatMap(key => [`Ctrl-${key}`, `Meta-${key}`])])
      this.setKeyHandler(key, null)
    this.command('k', told.askLink)
    this.command('b', () => this.toggleBold())
    this.command('z', () => this.undo())
    this.command('y', () => this.redo())
    this.addEventListener('input', () => this.read())
    for (const event of ['pathChange', 'select', 'cursor', 'input'])
      this.addEventListener(event, () => told.around(this.around()))
    root.addEventListener('keydown', this.keep)
    root.addEventListener('input', this.typed)
    this.blanks.observe(root, { subtree: true, characterData: true, characterDataOldValue: true })
    this.fill(text)
    this._ignoreChange = true
    // Undo ends at the text that was there.
    this._undoStack[0] = this._getRawHTML()
  }

  /** Also while capitals are locked. */
  private command(letter: string, run: () => unknown): void {
    for (const key of [letter, letter.toUpperCase()].flatMap(one => [`Ctrl-${one}`, `Meta-${one}`]))
      this.setKeyHandler(key, (_, event) => {
        event.preventDefault()
        event.stopPropagation()
        run()
      })
  }

  override destroy(): void {
    this.blanks.disconnect()
    this._root.removeEventListener('keydown', this.keep)
    this._root.removeEventListener('input', this.typed)
    super.destroy()
  }

  /** Called by undo and redo, which put an earlier state back. */
  override _setRawHTML(html: string): this {
    this._root.replaceChildren(...restored(treeOf(html).children))
    // Undo says itself that the text changed.
    this._ignoreChange = true
    return this
  }

  override _beforeInput(event: InputEvent): void {
    const isFull = this.text.length + (event.data?.length ?? 0) > this.most && this.getSelection().collapsed
    if (REFUSED.test(event.inputType)) event.preventDefault()
    else if (isFull && event.inputType.startsWith('insert') && event.cancelable) {
      event.preventDefault()
      this.told.pasted({ isCut: true })
    } else if (event.inputType === 'formatBold') {
      event.preventDefault()
      this.toggleBold()
    } else if (event.inputType === 'insertLineBreak' && !this.isIn('LI')) {
      event.preventDefault()
      this.splitBlock(false)
    } else super._beforeInput(event)
  }

  /** A text from elsewhere: advice, another version of the draft. */
  show(text: string): void {
    if (text === this.text) return
    this.saveUndoState()
    this.text = text
    this.fill(text)
    this.moveCursorToEnd()
  }

  /** Markup that was typed or inserted as text becomes what it means once the field is left. */
  settle(): void {
    if (markupOf(blocksIn(this._root)) === markupOf(blocksOf(this.text))) return
    this.saveUndoState()
    this.fill(this.text)
    this.moveCursorToEnd()
  }

  toggleBold(): void {
    if (this.hasFormat('B')) this.removeBold()
    else this.bold()
    this.focus()
  }

  /** A list begins below an empty line. */
  toggleList(): void {
    if (this.isIn('UL')) {
      this.removeList()
      return
    }
    this.makeUnorderedList()
    const list = this.nearest('UL')
    const above = list?.previousElementSibling
    if (above && above.nodeName !== 'UL' && above.textContent !== '') above.after(nodesOf(blocksOf('')))
  }

  chosen(): Chosen {
    const link = this.nearest('A')
    return {
      words: link?.textContent ?? this.getSelectedText().replaceAll(/\s+/g, ' ').trim(),
      href: link?.getAttribute('href') ?? undefined,
    }
  }

  putLink(words: string, href: string): void {
    const before = this.chosen()
    const link = this.nearest('A')
    if (link) {
      this.saveUndoState()
      link.setAttribute('href', href)
      if (words !== before.words) link.textContent = words
    } else if (words === before.words) this.makeLink(href)
    else {
      const bold = this.hasFormat('B') ? 'out' : undefined
      this.insert([{ isItem: false, rows: [[{ text: words, link: { href }, bold }]] }])
    }
  }

  private around(): Around {
    return { bold: this.hasFormat('B'), list: this.isIn('UL'), link: this.isIn('A') }
  }

  private nearest(name: string): Element | undefined {
    const { startContainer } = this.getSelection()
    const from = startContainer instanceof Element ? startContainer : startContainer.parentElement
    const found = from?.closest(name)
    return found && found !== this._root && this._root.contains(found) ? found : undefined
  }

  private readonly isIn = (name: string) => this.nearest(name) !== undefined

  private fill(text: string): void {
    this._root.replaceChildren(nodesOf(blocksOf(text)))
  }

  private read(): void {
    if (this._root.childElementCount === 0 && this._root.textContent === '') this.fill('')
    const text = markdownOf(blocksIn(this._root))
    if (text === this.text) return
    this.text = text
    this.told.changed(text)
  }

  /** Undo goes back word by word. */
  private readonly keep = ({ key, isComposing, ctrlKey, metaKey }: KeyboardEvent) => {
    if (key === ' ' && !isComposing && !ctrlKey && !metaKey) this.saveUndoState()
  }

  /** A dash and a blank at the beginning of a line begin a list. */
  private readonly typed = (event: Event) => {
    const { inputType, data, isComposing } = event as InputEvent
    if (inputType !== 'insertText' || !/^[ \u00a0]$/.test(data ?? '') || isComposing || this.isIn('LI'))
      return
    const { startContainer: node, startOffset, collapsed } = this.getSelection()
    if (!collapsed || !(node instanceof Text) || node.previousSibling || startOffset !== 2) return
    if (!TYPED_MARK.test(node.data) || node.parentElement?.parentElement !== this._root) return
    this.saveUndoState()
    node.deleteData(0, 2)
    if (node.data === '') node.parentElement.replaceChildren(document.createElement('br'))
    this.toggleList()
  }

  private paste(event: ClipboardEvent): void {
    event.preventDefault()
    const { clipboardData } = event
    if (!clipboardData) return
    const [html, plain] = [clipboardData.getData('text/html'), clipboardData.getData('text/plain')]
    const address = addressOf(plain.trim())
    if (address && !this.getSelection().collapsed) {
      this.makeLink(address)
      this.told.pasted({})
      return
    }
    const read = html === '' ? undefined : fromHtml(html)
    const text = read?.markdown || tidied(plain)
    if (text === '') {
      const isPicture = [...clipboardData.files].some(({ type }) => type.startsWith('image/'))
      this.told.pasted({ dropped: read?.dropped, isPicture })
      return
    }
    const replaced = Math.min(this.text.length, this.getSelectedText().length)
    const room = Math.max(0, this.most - this.text.length + replaced)
    this.insert(blocksOf(text.slice(0, room)))
    this.told.pasted({ dropped: read?.dropped, isCut: text.length > room })
  }

  private insert(blocks: readonly Block[]): void {
    const isWhole = this.getSelection().toString() === (this._root.textContent ?? '')
    // Line by line, a long text takes a second. Behind a link the caret needs what Squire does.
    if (isWhole && !blocks.at(-1)?.rows.at(-1)?.at(-1)?.link) {
      this.saveUndoState()
      this._root.replaceChildren(nodesOf(blocks))
      this.moveCursorToEnd()
      this.focus()
      return
    }
    const [first, ...more] = blocks
    const [row = []] = first?.rows ?? []
    const isPlain = more.length === 0 && !first?.isItem && row.every(({ bold, link }) => !bold && !link)
    if (isPlain) {
      this.saveUndoState()
      this.focus()
      document.execCommand('insertText', false, row.map(({ text }) => text).join(''))
      return
    }
    arriving = blocks
    this.insertHTML('')
    arriving = undefined
  }
}

/** A blank that became hard is one again. The caret behind it stays where it is. */
function soften(text: Text, before: string): void {
  const at = before.split('').findIndex((_, at) => before[at] === ' ' && text.data[at] === '\u00a0')
  if (at === -1 || before !== `${text.data.slice(0, at)} ${text.data.slice(at + 1)}`) return
  text.insertData(at, ' ')
  text.deleteData(at + 1, 1)
}

/** Which stretches look how, without what links share. */
const markupOf = (blocks: readonly Block[]): string =>
  JSON.stringify(
    blocks.map(({ isItem, rows }) => [
      isItem,
      rows.map(row => row.map(({ text, bold, link }) => [text, bold, link?.href])),
    ]),
  )
