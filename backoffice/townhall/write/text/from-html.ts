/** What la place can show of pasted HTML, as the text of a publication, and what it cannot. */

import { readable, typableLine } from '../../../kit/ui/pasted.ts'
import { hasBlocks, inline, isEmpty, rowsOf } from './cells.ts'
import { type Element, type Node, treeOf } from './html.ts'
import { type Block, markdownOf } from './markdown.ts'
import { addressOf, type Link, type Piece } from './row.ts'
import { areTight, isColour, isTight, type Style, styleOf, wordMark } from './style.ts'

const DROPPED = ['images', 'media', 'tables', 'colours', 'italics', 'underlines', 'strikes', 'links'] as const
/** How many of each, tables included, which became lines. */
export type Dropped = Readonly<Record<(typeof DROPPED)[number], number>>

interface FromHtml {
  readonly markdown: string
  readonly dropped: Dropped
}

export function fromHtml(html: string): FromHtml {
  const reading = new Reading()
  const tree = treeOf(readable(html.replaceAll('&nbsp;', '\u00a0')))
  reading.areTight = areTight(tree)
  reading.nodes(tree.children, { isHeading: false })
  return { markdown: markdownOf(reading.blocks()), dropped: reading.dropped }
}

interface Look extends Pick<Piece, 'bold' | 'link'> {
  readonly isHeading: boolean
  readonly isPre?: boolean
}

interface Line {
  readonly pieces: Piece[]
  /** A line that goes on with an item. */
  readonly kind: 'line' | 'item' | 'more'
  /** An empty line comes above. */
  readonly gap: boolean
}

const SKIPPED = new Set(
  'head script style title meta link noscript template textarea select button svg applet'.split(' '),
)
const MEDIA = new Set('iframe video audio embed object'.split(' '))
const PARAGRAPHS = new Set('p h1 h2 h3 h4 h5 h6 blockquote pre'.split(' '))
const LISTS = new Set('ul ol menu dir'.split(' '))
const LINES = new Set(
  'address article aside center div dd dl dt fieldset figcaption figure footer form header hr li main nav section tr td th caption'.split(
    ' ',
  ),
)
const BULLET = /^(?:[•·▪◦‣●○■□➢✓–—\uf0b7\uf0a7§o*-])$/
const TYPED_BULLET = /^[•·▪◦‣●○■□➢✓\uf0b7\uf0a7][ \u00a0]+/
const NUMBER = /^\(?[\p{L}\d]{1,5}[.)]$/u

class Reading {
  readonly dropped: Record<keyof Dropped, number> = Object.fromEntries(
    DROPPED.map(name => [name, 0]),
  ) as Record<keyof Dropped, number>
  /** Whether paragraphs of Word and Outlook touch each other, by the style sheet of the text. */
  areTight = false
  private readonly lines: Line[] = []
  private pieces: Piece[] | undefined
  private gap = false
  /** The lists that are open, and the mark of the item whose first line comes. */
  private depth = 0
  private mark: string | undefined
  private isInItem = false
  private wasListParagraph = false

  blocks(): Block[] {
    this.endLine()
    const blocks: { isItem: boolean; rows: Piece[][] }[] = []
    for (const { pieces, kind, gap } of this.lines) {
      const last = blocks.at(-1)
      if (gap && last) blocks.push({ isItem: false, rows: [[]] })
      if (kind === 'more' && last?.isItem && !gap) last.rows.push(pieces)
      else blocks.push({ isItem: kind === 'item', rows: [pieces] })
    }
    return blocks
  }

  nodes(nodes: readonly Node[], look: Look): void {
    for (const node of nodes)
      if (typeof node === 'string') this.text(node, look)
      else this.element(node, look)
  }

  private text(text: string, look: Look): void {
    if (look.isPre && text.includes('\n')) {
      for (const [at, line] of text.split(/\r?\n/).entries()) {
        if (at > 0) this.lineBreak()
        this.text(line, look)
      }
      return
    }
    const words = typableLine(text.replaceAll(/[ \t\r\n\f]+/g, ' '))
    const isBegin = this.pieces === undefined || /[ \u00a0]$/.test(this.pieces.at(-1)?.text ?? ' ')
    const shown = isBegin ? words.replace(/^ +/, '') : words
    if (shown === '') return
    this.pieces ??= []
    this.pieces.push({ text: shown, bold: look.bold, link: look.link })
  }

  private endLine(): void {
    const pieces = trimmed(this.pieces ?? [])
    const isBlank = this.pieces !== undefined && pieces.length === 0
    this.pieces = undefined
    // A paragraph of a hard blank is an empty line.
    if (isBlank) this.gap = true
    if (pieces.length === 0) return
    const first = pieces[0] as Piece
    const bullet = TYPED_BULLET.exec(first.text)
    const mark = this.mark ?? (bullet && !this.isInItem ? '-' : undefined)
    if (bullet && mark === '-') pieces[0] = { ...first, text: first.text.slice(bullet[0].length) }
    if (mark !== undefined && mark !== '-') pieces.unshift({ text: `${mark} ` })
    const kind = mark === '-' ? 'item' : this.isInItem && mark === undefined ? 'more' : 'line'
    this.lines.push({ pieces: joined(pieces), kind, gap: this.gap && this.lines.length > 0 })
    this.mark = undefined
    this.gap = false
  }

  private lineBreak(): void {
    if (this.pieces === undefined) this.gap = this.depth === 0
    else this.endLine()
  }

  /** A block on lines of its own, with empty lines around it. */
  private block(hasGap: boolean, inside: () => void): void {
    this.endLine()
    if (hasGap && this.depth === 0) this.gap = true
    inside()
    this.endLine()
    if (hasGap && this.depth === 0) this.gap = true
  }

  private element(element: Element, before: Look): void {
    const { name, attributes } = element
    const style = styleOf(attributes.style)
    if (SKIPPED.has(name) || style.display === 'none' || style['mso-hide'] === 'all') return
    if (MEDIA.has(name)) this.dropped.media++
    else if (name === 'img') this.image(attributes)
    else if (name === 'br') this.lineBreak()
    else this.content(element, style, this.lookOf(element, style, before))
  }

  private content(element: Element, style: Style, look: Look): void {
    const { name, attributes, children } = element
    const go = () => this.nodes(children, look)
    const mark = name === 'p' || name === 'li' || name === 'div' ? wordMark(element, style) : undefined
    if (mark === undefined && PARAGRAPHS.has(name)) this.wasListParagraph = false
    if (mark !== undefined) this.listParagraph(mark, go)
    else if (name === 'p') this.block(!isTight(style, attributes.class, this.areTight), go)
    else if (PARAGRAPHS.has(name)) this.block(true, go)
    else if (LISTS.has(name)) this.list(element, look)
    else if (name === 'table') this.table(element, look)
    else if (LINES.has(name)) this.block(false, go)
    else go()
  }

  private image({ alt = '', width, height, src = '' }: Element['attributes']): void {
    // Mail programs send an emoji as a picture, and count readers by one of a pixel.
    if (/^(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f)+$/u.test(alt))
      this.text(alt, { isHeading: false })
    else if (src !== '' && !(Number(width) <= 1 && Number(height) <= 1)) this.dropped.images++
  }

  private lookOf({ name, attributes, children }: Element, style: Style, before: Look): Look {
    const isHeading = before.isHeading || /^h[1-6]$/.test(name)
    const hasText = children.some(child => (typeof child === 'string' ? child.trim() !== '' : true))
    const href = name === 'a' ? attributes.href?.trim() : undefined
    const address = href === undefined ? undefined : addressOf(href)
    if (href !== undefined && address === undefined && !href.startsWith('#') && hasText) this.dropped.links++
    const link: Link | undefined = address === undefined ? before.link : { href: address }
    const decoration = style['text-decoration'] ?? style['text-decoration-line'] ?? ''
    if (hasText) {
      if (/^(?:i|em|cite|var)$/.test(name) || style['font-style'] === 'italic') this.dropped.italics++
      if ((name === 'u' || decoration.includes('underline')) && !link) this.dropped.underlines++
      if (/^(?:s|strike|del)$/.test(name) || decoration.includes('line-through')) this.dropped.strikes++
      const colours = [
        style.color,
        style.background,
        style['background-color'],
        attributes.color,
        attributes.bgcolor,
      ]
      if (colours.some(isColour) && !link) this.dropped.colours++
    }
    const weight = style['font-weight']
    const isBold =
      isHeading ||
      (weight === undefined || weight === 'inherit'
        ? before.bold !== undefined || name === 'b' || name === 'strong'
        : /^(?:bold|bolder|[6-9]\d\d)$/.test(weight))
    return {
      isHeading,
      isPre: before.isPre || name === 'pre' || (style['white-space'] ?? '').startsWith('pre'),
      link,
      bold: isBold ? (before.bold ?? (before.link ? 'in' : 'out')) : undefined,
    }
  }

  private list({ name, attributes, children }: Element, look: Look): void {
    this.endLine()
    if (this.depth === 0) this.gap = true
    this.depth++
    let number = Number.parseInt(attributes.start ?? '1', 10) || 1
    for (const child of children) {
      if (typeof child === 'string' || child.name !== 'li') {
        this.nodes([child], look)
        continue
      }
      if (child.attributes.value) number = Number.parseInt(child.attributes.value, 10) || number
      this.endLine()
      const outer = this.isInItem
      this.mark = name === 'ol' ? `${number++}.` : '-'
      this.isInItem = true
      this.element({ ...child, name: 'div' }, look)
      this.endLine()
      this.isInItem = outer
      this.mark = undefined
    }
    this.depth--
    if (this.depth === 0) this.gap = true
  }

  /** Word writes lists as paragraphs, each with its mark in a span. */
  private listParagraph(mark: string, go: () => void): void {
    this.endLine()
    this.gap = !this.wasListParagraph
    this.mark = NUMBER.test(mark) && !BULLET.test(mark) ? mark : '-'
    go()
    this.endLine()
    this.mark = undefined
    this.wasListParagraph = true
    this.gap = true
  }

  /** A row becomes a line. A table that only lays out a page is read cell by cell. */
  private table(element: Element, look: Look): void {
    const rows = rowsOf(element).map(row => row.filter(cell => !isEmpty(cell)))
    const isLayout = rows.every(row => row.length < 2) || rows.flat().some(hasBlocks)
    if (isLayout) {
      this.block(false, () => this.nodes(element.children, look))
      return
    }
    this.dropped.tables++
    this.block(true, () => {
      for (const row of rows) {
        this.endLine()
        for (const [at, cell] of row.entries()) {
          if (at > 0) this.text(' – ', look)
          this.nodes(inline(cell), this.lookOf(cell, styleOf(cell.attributes.style), look))
        }
      }
    })
  }
}

function trimmed(pieces: readonly Piece[]): Piece[] {
  const kept = [...pieces]
  while (kept.at(-1)?.text.trim() === '') kept.pop()
  const last = kept.at(-1)
  if (last) kept[kept.length - 1] = { ...last, text: last.text.trimEnd() }
  const [first] = kept
  if (first) kept[0] = { ...first, text: first.text.trimStart() }
  return kept
}

/** Neighbours that look the same are one; runs of hard blanks are one blank. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = []
  for (const { text, bold, link } of pieces) {
    const last = all.at(-1)
    if (last && last.bold === bold && last.link === link)
      all[all.length - 1] = { ...last, text: last.text + text }
    else all.push({ text, bold, link })
  }
  return all.map(piece => ({ ...piece, text: piece.text.replaceAll(/[ \u00a0]{2,}/g, ' ') }))
}
