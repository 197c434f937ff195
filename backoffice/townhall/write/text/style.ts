/** What the styles of pasted HTML say. */
import { wordsOf } from './cells.ts'
import type { Element, Node } from './html.ts'

export type Style = Readonly<Record<string, string | undefined>>
export const styleOf = (text = ''): Style =>
  Object.fromEntries(
    text.split(';').flatMap(one => {
      const at = one.indexOf(':')
      return at === -1
        ? []
        : [
            [
              one.slice(0, at).trim().toLowerCase(),
              one
                .slice(at + 1)
                .trim()
                .toLowerCase(),
            ],
          ]
    }),
  )

const isZero = (size: string | undefined) => size !== undefined && /^0+(?:\.0+)?[a-z]*$/.test(size)
/** Paragraphs without a margin touch each other: no empty line between them. */
export function isTight(style: Style, className = '', areOthersTight: boolean): boolean {
  if (/NoSpacing/i.test(className)) return true
  const [top, , bottom] = marginsIn(style)
  if (top === undefined && bottom === undefined) return areOthersTight && /^Mso(?!List)/.test(className)
  return isZero(bottom) && (top === undefined || isZero(top))
}

function marginsIn(style: Style): readonly (string | undefined)[] {
  const [top, right = top, bottom = top] = style.margin?.split(/\s+/) ?? []
  return [style['margin-top'] ?? top, right, style['margin-bottom'] ?? bottom]
}

/** Whether paragraphs of Word and Outlook touch each other, by their style sheet. */
export function areTight(tree: Element): boolean {
  const sheets: string[] = []
  const find = (element: Element) => {
    for (const child of element.children)
      if (typeof child !== 'string') {
        if (child.name === 'style') sheets.push(child.children.join(''))
        else find(child)
      }
  }
  find(tree)
  const rule = /p\.MsoNormal[^{]*\{([^}]*)\}/.exec(sheets.join('\n'))?.[1]
  const [top, , bottom] = marginsIn(styleOf(rule))
  return isZero(bottom) && (top === undefined || isZero(top))
}

/** Black, white and greys are no colours that somebody chose. */
export function isColour(text: string | undefined): boolean {
  const found = /#([\da-f]{3}|[\da-f]{6})\b|rgba?\(([^)]*)\)/.exec(text ?? '')
  if (!found)
    return /^(?:red|blue|green|yellow|orange|purple|navy|maroon|teal|fuchsia|aqua|lime|olive|pink)$/.test(
      text ?? '',
    )
  const [, hex, rgb] = found
  const parts = hex
    ? [...(hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex).matchAll(/../g)].map(([one]) =>
        Number.parseInt(one, 16),
      )
    : (rgb ?? '').split(/[\s,/]+/).map(Number)
  const [red = 0, green = 0, blue = 0, alpha = 1] = parts
  return alpha > 0 && Math.max(red, green, blue) - Math.min(red, green, blue) > 32
}

/** The mark of a list paragraph of Word; its span is left out of the text. */
export function wordMark(element: Element, style: Style): string | undefined {
  if (!style['mso-list'] && !/MsoListParagraph/.test(element.attributes.class ?? '')) return undefined
  let mark: string | undefined
  const without = (children: Node[]) => {
    for (const [at, child] of children.entries()) {
      if (typeof child === 'string') continue
      if (styleOf(child.attributes.style)['mso-list'] === 'ignore') {
        mark = wordsOf(child).replaceAll(/[\s\u00a0]+/g, '')
        children.splice(at, 1)
        return
      }
      without(child.children as Node[])
    }
  }
  without(element.children as Node[])
  return mark
}
