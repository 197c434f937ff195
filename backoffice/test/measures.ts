import type { Page } from 'playwright-core'
import { frameShown } from '../../test/browser/visit.ts'

/** Layout checks. These functions run in the browser and cannot use anything outside. */

/** A measure of what is shown. */
export const measured =
  (measure: () => string[]) =>
  async (page: Page): Promise<string[]> => {
    await frameShown(page)
    return await page.evaluate(measure)
  }

/** Controls that leave the screen, cut their text, or overlap; on a telephone, fields around which an iPhone enlarges the page. */
export const misplaced = measured(() => {
  const nameOf = (node: Element) =>
    `${node.tagName.toLowerCase()} “${(node.getAttribute('aria-label') ?? node.textContent).trim().slice(0, 40)}”`
  const around = (node: Element): Element[] =>
    node.parentElement ? [node.parentElement, ...around(node.parentElement)] : []
  /** A control scrolled out of its strip is not visible. */
  const partWithin = (node: Element, strip: Element) => {
    const [own, all] = [node.getBoundingClientRect(), strip.getBoundingClientRect()]
    const [left, top] = [Math.max(own.left, all.left), Math.max(own.top, all.top)]
    const [right, bottom] = [Math.min(own.right, all.right), Math.min(own.bottom, all.bottom)]
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }
  /** Parts that scroll up and down hide what lies above or below them. */
  const hides = (one: Element) =>
    /auto|scroll/.test(getComputedStyle(one).overflowY) && one.scrollHeight > one.clientHeight + 1
  const clipped = (node: Element, at: DOMRect) => {
    const place = around(node).find(hides)?.getBoundingClientRect()
    if (!place) return at
    const [top, bottom] = [Math.max(at.top, place.top), Math.min(at.bottom, place.bottom)]
    return new DOMRect(at.left, top, at.width, Math.max(0, bottom - top))
  }
  const place = document.querySelector('dialog[open]') ?? document.body
  const shown = [...place.querySelectorAll('a[href], button, input, select, textarea')]
    .filter(node => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .map(node => {
      /** A strip with horizontal scrolling, such as tabs. */
      const strip = around(node).find(
        one => /auto|scroll/.test(getComputedStyle(one).overflowX) && one.scrollWidth > one.clientWidth + 1,
      )
      return {
        node,
        strip,
        at: clipped(node, strip ? partWithin(node, strip) : node.getBoundingClientRect()),
        /** Fixed and sticky elements lie over the page. */
        floats: [node, ...around(node)].find(one => /fixed|sticky/.test(getComputedStyle(one).position)),
      }
    })
    .filter(({ at }) => at.width > 2 && at.height > 2)
  const wide = document.documentElement.scrollWidth
  const faults = wide > innerWidth ? [`the page is ${wide} px wide`] : []
  for (const { node, at, strip } of shown) {
    if (!strip && (at.left < -1 || at.right > innerWidth + 1))
      faults.push(`${nameOf(node)} from ${Math.round(at.left)} to ${Math.round(at.right)}`)
    if (node.tagName === 'BUTTON' && node.scrollWidth > node.clientWidth + 1)
      faults.push(`${nameOf(node)} is cut off`)
    const letters = Number.parseFloat(getComputedStyle(node).fontSize)
    const isTyped = node.matches('select, textarea, input:not([type=checkbox], [type=radio], [type=file])')
    if (innerWidth <= 720 && isTyped && letters < 16)
      faults.push(`${nameOf(node)} has letters of ${letters} px`)
  }
  for (const [index, one] of shown.entries())
    for (const other of shown.slice(index + 1)) {
      if (one.floats !== other.floats || one.node.contains(other.node)) continue
      const x = Math.min(one.at.right, other.at.right) - Math.max(one.at.left, other.at.left)
      const y = Math.min(one.at.bottom, other.at.bottom) - Math.max(one.at.top, other.at.top)
      if (x > 2 && y > 2) faults.push(`${nameOf(one.node)} and ${nameOf(other.node)} overlap`)
    }
  return faults
})

/** A screen of the office that is taller than the window, and a desk that scrolls whole instead of its list and its item. */
export const tallPage = measured(() => {
  const content = document.getElementById('content')
  if (!content) return []
  const isDesk = content.querySelector('article') !== null
  return [document.documentElement, ...(isDesk ? [content] : [])]
    .filter(one => one.scrollHeight > one.clientHeight)
    .map(one => `${one.tagName.toLowerCase()} is ${one.scrollHeight} px tall`)
})

/** The focused element, and whether its ring is visible inside the screen. */
export const focusNow = (page: Page): Promise<{ readonly name: string; readonly seen: boolean }> =>
  page.evaluate(() => {
    const node = document.activeElement
    if (!node || node === document.body) return { name: '', seen: true }
    // The link of a row draws the ring around the row, a radio button that has a frame around the frame.
    const label = node.closest('label')
    const drawn = [
      getComputedStyle(node),
      getComputedStyle(node, '::after'),
      ...(label ? [getComputedStyle(label)] : []),
    ]
    const ringed = drawn.some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
    )
    const at = node.getBoundingClientRect()
    const inside = at.bottom > 0 && at.top < innerHeight && at.right > 0 && at.left < innerWidth
    const words = node instanceof HTMLInputElement ? node.labels?.[0]?.textContent : undefined
    const name = (node.getAttribute('aria-label') ?? words ?? node.textContent).trim().slice(0, 40)
    return {
      name: `${node.tagName.toLowerCase()} “${name}”`,
      seen: inside && ringed,
    }
  })

/** Elements that only their background shows: forced colours remove it. */
export const lostInForcedColours = measured(() => {
  const drawn = (node: Element | null) => {
    if (!node) return false
    const style = getComputedStyle(node)
    const lines = [
      [style.borderTopStyle, style.borderTopWidth],
      [style.borderBottomStyle, style.borderBottomWidth],
      [style.borderInlineStartStyle, style.borderInlineStartWidth],
      [style.outlineStyle, style.outlineWidth],
    ] as const
    return lines.some(([kind, wide]) => kind !== 'none' && Number.parseFloat(wide) > 0)
  }
  const boxes = 'input:not([type=checkbox], [type=radio], [type=file]), select, textarea, nav [aria-current]'
  return [...document.querySelectorAll(boxes)]
    .filter(node => node.checkVisibility() && !drawn(node) && !drawn(node.parentElement))
    .map(node => `${node.tagName.toLowerCase()} “${node.textContent.trim().slice(0, 40) || node.id}”`)
})

const CONTROL =
  /^\s*- '?((?:button|link|textbox|searchbox|combobox|checkbox|radio|switch)\b(?: "(?:[^"\\]|\\.)*")?)/gm

/** Every control by role and accessible name; without a name, the role alone. */
export async function controlsOf(page: Page): Promise<string[]> {
  const tree = await page.locator('body').ariaSnapshot()
  return [...tree.matchAll(CONTROL)].map(([, control = '']) => control)
}

/**
 * What lies over the focused element, and the element: a bar at the foot, a message at the head, the edge of the window. Undefined
 * where it is seen whole, or stands in a frame. One end is enough of what is taller than half the window, and of a text: the browser
 * shows the line of the caret.
 */
export const hiddenFocus = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const node = document.activeElement
    if (!node || node === document.body || node.tagName === 'IFRAME') return
    const wordsOf = (one: Element | null) =>
      one
        ? `${one.tagName.toLowerCase()} “${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)}”`
        : 'the edge of the window'
    // The input of a file is not drawn, its label is.
    const own = node.getBoundingClientRect()
    const label = node instanceof HTMLInputElement ? node.labels?.[0] : undefined
    const drawn = own.width > 2 && own.height > 2 ? node : (label ?? node)
    const at = drawn.getBoundingClientRect()
    const coverAt = (y: number) => {
      const hit = document.elementFromPoint((at.left + at.right) / 2, y)
      const isSeen = hit && [drawn, label].some(one => one && (one.contains(hit) || hit.contains(one)))
      return isSeen ? undefined : wordsOf(hit)
    }
    const covers = [coverAt(at.top + 2), coverAt(at.bottom - 2)].filter(one => one !== undefined)
    const isLong = at.height > innerHeight / 2 || drawn.matches('textarea, [contenteditable]')
    return covers.length > (isLong ? 1 : 0) ? `${wordsOf(drawn)} behind ${covers[0]}` : undefined
  })
