/** The lines of a text as elements of the page, and back. */
import type { Element, Node as HtmlNode } from './html.ts'
import type { Block } from './markdown.ts'
import { addressOf, type Piece, type Row } from './row.ts'

const element = (name: string, children: readonly Node[]): HTMLElement => {
  const made = document.createElement(name)
  made.append(...children)
  return made
}

export function nodesOf(blocks: readonly Block[]): DocumentFragment {
  const all = document.createDocumentFragment()
  for (const { isItem, rows } of blocks) {
    const filled = rows.flatMap((row, at) => [...(at > 0 ? [element('br', [])] : []), ...rowNodes(row)])
    const content = rows.every(row => row.length === 0) ? [element('br', [])] : filled
    const last = all.lastElementChild
    if (!isItem) all.append(element('div', content))
    else if (last?.nodeName === 'UL') last.append(element('li', content))
    else all.append(element('ul', [element('li', content)]))
  }
  return all
}

/** Bold text around links, and links around bold text, as the row has them. */
function rowNodes(row: Row): Node[] {
  const nodes: Node[] = []
  for (let at = 0; at < row.length; ) {
    const { bold, link, text } = row[at] as Piece
    const belongs: (piece: Piece) => boolean =
      bold === 'out'
        ? piece => piece.bold === 'out'
        : link
          ? piece => piece.link === link && piece.bold !== 'out'
          : piece => piece === row[at]
    const end = row.findIndex((piece, n) => n > at && !belongs(piece))
    const run = row.slice(at, end === -1 ? row.length : end)
    if (bold === 'out') nodes.push(element('b', rowNodes(run.map(piece => ({ ...piece, bold: undefined })))))
    else if (link) {
      const anchor = element(
        'a',
        rowNodes(run.map(piece => ({ text: piece.text, bold: piece.bold && 'out' }))),
      )
      anchor.setAttribute('href', link.href)
      nodes.push(anchor)
    } else nodes.push(document.createTextNode(text))
    at += run.length
  }
  return nodes
}

const BLOCK = /^(?:DIV|P|LI|UL|OL|H[1-6]|BLOCKQUOTE|PRE|SECTION|ARTICLE|TABLE|TBODY|TR|TD|TH)$/
/** The editor puts one where the caret could not stand otherwise. */
const MARK = /\u200b/g

type Look = Pick<Piece, 'bold' | 'link'>

/** Browsers put text into elements of their own: every block is a line, and so is text beside blocks. */
export function blocksIn(root: Node): Block[] {
  const blocks: { isItem: boolean; rows: Row[] }[] = []
  let row: Piece[] | undefined
  let kind: 'line' | 'item' | 'more' = 'line'
  const end = () => {
    if (row === undefined) return
    if (kind === 'more') blocks.at(-1)?.rows.push(joined(row))
    else blocks.push({ isItem: kind === 'item', rows: [joined(row)] })
    if (kind === 'item') kind = 'more'
    row = undefined
  }
  const inside = (node: Node, look: Look) => {
    for (const child of node.childNodes) walk(child, look)
  }
  const walk = (node: Node, look: Look) => {
    const name = node.nodeName
    if (node instanceof Text) {
      const [first = '', ...more] = node.data.replaceAll(MARK, '').split('\n')
      row ??= []
      row.push({ text: first, ...look })
      for (const text of more) {
        end()
        row = [{ text, ...look }]
      }
    } else if (name === 'BR') {
      row ??= []
      end()
    } else if (name === 'UL' || name === 'OL') {
      end()
      inside(node, look)
    } else if (BLOCK.test(name)) {
      end()
      const [before, count] = [kind, blocks.length]
      if (name === 'LI') kind = 'item'
      const rows = blocks.at(-1)?.rows.length
      inside(node, look)
      if (blocks.length === count && blocks.at(-1)?.rows.length === rows) row ??= []
      end()
      if (name === 'LI') kind = before
    } else if (name === 'B' || name === 'STRONG')
      inside(node, { ...look, bold: look.bold ?? (look.link ? 'in' : 'out') })
    else if (name === 'A') {
      const href = (node as HTMLElement).getAttribute('href') ?? ''
      inside(node, { ...look, link: { href } })
    } else inside(node, look)
  }
  walk(root, {})
  return blocks
}

const joined = (row: readonly Piece[]): Row => {
  const all: Piece[] = []
  for (const piece of row) {
    const last = all.at(-1)
    if (last && last.bold === piece.bold && last.link === piece.link)
      all[all.length - 1] = { ...last, text: last.text + piece.text }
    else if (piece.text !== '') all.push(piece)
  }
  return all
}

const RESTORED = new Set(['div', 'ul', 'li', 'b', 'a', 'br', 'input'])

/** An earlier state of the field, of which the editor keeps the HTML. No script of the page may parse HTML. */
export const restored = (nodes: readonly HtmlNode[]): Node[] =>
  nodes.flatMap(node => {
    if (typeof node === 'string') return [document.createTextNode(node)]
    const children = restored(node.children)
    if (!RESTORED.has(node.name)) return children
    const made = element(node.name, children)
    for (const [name, value] of attributesOf(node)) made.setAttribute(name, value)
    return [made]
  })

/** The attributes that links and the hidden fields for the caret keep. */
function attributesOf({
  name,
  attributes: { href = '', id = '' },
}: Element): readonly (readonly [string, string])[] {
  if (name === 'a') return [['href', addressOf(href) ?? '']]
  return name === 'input'
    ? [
        ['id', id],
        ['type', 'hidden'],
      ]
    : []
}
