/** The cells of pasted tables. */
import type { Element, Node } from './html.ts'

export const wordsOf = (node: Node): string =>
  typeof node === 'string' ? node : node.children.map(wordsOf).join('')
const isShown = (node: Node): boolean =>
  typeof node === 'string' ? /[^\s\u00a0]/.test(node) : node.name === 'img' || node.children.some(isShown)
export const isEmpty = (element: Element): boolean => !element.children.some(isShown)
const has = (element: Element, name: RegExp): boolean =>
  element.children.some(child => typeof child !== 'string' && (name.test(child.name) || has(child, name)))
export const hasBlocks = (cell: Element): boolean =>
  has(cell, /^(?:table|ul|ol|h[1-6])$/) ||
  cell.children.filter(child => typeof child !== 'string' && child.name === 'p' && !isEmpty(child)).length > 2

/** Without those of tables inside. */
export function rowsOf(table: Element): Element[][] {
  return table.children.flatMap(child => {
    if (typeof child === 'string' || child.name === 'table') return []
    if (child.name !== 'tr') return rowsOf(child)
    return [
      child.children.filter((cell): cell is Element => typeof cell !== 'string' && /^t[dh]$/.test(cell.name)),
    ]
  })
}

/** The content of a cell on one line. */
export const inline = (element: Element): Node[] =>
  element.children.map(child =>
    typeof child === 'string'
      ? child
      : child.name === 'br'
        ? ' '
        : /^(?:p|div)$/.test(child.name)
          ? { ...child, name: 'span', children: [...inline(child), ' '] }
          : { ...child, children: inline(child) },
  )
