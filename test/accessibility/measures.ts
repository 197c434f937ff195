import type { Page } from 'playwright-core'
import { measured } from '../../backoffice/test/measures.ts'

/** What a machine can judge of the RGAA on an open page. These functions run in the browser and cannot use anything outside. */

/** Gives the text the spacing that readers may ask for (10.12). A style element would be refused by the policy of the page. */
export const spread = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const style = new CSSStyleSheet()
    style.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
      p { margin-bottom: 2em !important }`)
    document.adoptedStyleSheets.push(style)
  })
export const unspread = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.adoptedStyleSheets = []
  })

/** The structure of the page: what the criterion asks for that is not there. */
export const structureFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const shown = (node: Element) => node.checkVisibility()
    const all = (selector: string) => [...document.querySelectorAll(selector)]
    if (document.doctype?.name !== 'html') faults.push('8.1: no doctype')
    if (!/^(fr|en)$/.test(document.documentElement.lang)) faults.push('8.3: no language')
    if (document.title.trim() === '') faults.push('8.5: no title')
    const ids = all('[id]').map(({ id }) => id)
    for (const id of new Set(ids.filter((one, at) => ids.indexOf(one) !== at)))
      faults.push(`8.2: ${id} twice`)
    const levels = all('h1, h2, h3, h4, h5, h6, [role=heading]')
      .filter(node => shown(node) && !node.closest('dialog:not([open])'))
      .map(node => ({ node, level: Number(node.getAttribute('aria-level') ?? node.tagName[1]) }))
    for (const [at, { node, level }] of levels.entries()) {
      if (level > (levels[at - 1]?.level ?? level) + 1) faults.push(`9.1: h${level} “${node.textContent}”`)
      if (node.textContent.trim() === '') faults.push(`9.1: an empty h${level}`)
    }
    if (levels.filter(({ level }) => level === 1).length !== 1) faults.push('9.1: not one h1')
    if (all('main').filter(shown).length !== 1) faults.push('9.2: not one main')
    for (const node of all('ul > *, ol > *'))
      if (node.tagName !== 'LI') faults.push(`9.3: ${node.tagName} in a list`)
    for (const node of all('nav')) {
      const loose = [...node.querySelectorAll('a')].filter(one => shown(one) && !one.closest('li'))
      if (loose.length > 2) faults.push(`9.3: ${loose.map(one => one.textContent).join(', ')} are no list`)
    }
    for (const node of all('dl'))
      if ([...node.children].some(({ tagName }) => !/^(DT|DD|DIV)$/.test(tagName))) faults.push('9.3: dl')
    for (const node of all('iframe'))
      if (!node.getAttribute('title')) faults.push('2.1: a frame without a title')
    for (const node of all('audio, video, object, embed, canvas, marquee, blink, font, center'))
      faults.push(`4: ${node.tagName}`)
    for (const node of all('img:not([alt])')) faults.push(`1.1: ${node.outerHTML}`)
    for (const node of all('svg')) {
      const isNamed = node.hasAttribute('role') && node.hasAttribute('aria-label')
      if (!isNamed && !node.closest('[aria-hidden=true]')) faults.push(`1.2: ${node.outerHTML.slice(0, 80)}`)
    }
    for (const node of all('[tabindex]'))
      if (Number(node.getAttribute('tabindex')) > 0) faults.push(`12.8: ${node.outerHTML.slice(0, 80)}`)
    for (const node of all(
      '[aria-hidden=true] :is(a[href], button, input, select, textarea):not([tabindex="-1"])',
    ))
      faults.push(`10.8: ${node.outerHTML.slice(0, 80)}`)
    for (const node of all('[lang]'))
      if (!/^(fr|en)(-[A-Z]{2})?$/.test(node.getAttribute('lang') ?? ''))
        faults.push(`8.8: ${node.outerHTML.slice(0, 80)}`)
    for (const node of all('[accesskey]')) faults.push(`12.10: ${node.outerHTML.slice(0, 80)}`)
    return faults
  })

/** Two links of one name that lead to two places, both without words around that tell them apart (6.1). */
export const sameLinks = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const byName = new Map<string, Set<string>>()
    for (const node of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
      if (!node.checkVisibility()) continue
      const own = (node.getAttribute('aria-label') ?? node.textContent).replaceAll(/\s+/g, ' ').trim()
      const pictures = [...node.querySelectorAll('img')].map(({ alt }) => alt).join(' ')
      const name = `${own} ${pictures}`.trim()
      if (name === '') return [`6.2: ${node.outerHTML.slice(0, 120)}`]
      // The criterion lets the sentence, the item, the cell or the heading before a link explain it.
      const around =
        node.closest('tr, p, li, dd, h1, h2, h3, h4')?.textContent.replaceAll(/\s+/g, ' ').trim() ?? ''
      // The menu and the parts of a page have other headings before them.
      const menu = node.closest('nav')?.getAttribute('aria-label') ?? ''
      const key = `${name} in ${around} ${menu}`
      byName.set(key, (byName.get(key) ?? new Set()).add(node.href))
    }
    return [...byName].flatMap(([name, to]) => (to.size > 1 ? [`6.1: ${name}: ${[...to].join(', ')}`] : []))
  })

/** Fields without a label, or whose purpose the browser cannot know (11.1, 11.9, 11.13). */
export const formFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    for (const node of document.querySelectorAll<HTMLInputElement>(
      'input:not([type=hidden]), select, textarea',
    )) {
      if (!node.checkVisibility() || node.closest('[aria-hidden=true]')) continue
      const label = [...(node.labels ?? [])].map(one => one.textContent.trim()).join(' ')
      if (!label && !node.getAttribute('aria-label') && !node.getAttribute('aria-labelledby'))
        faults.push(`11.1: ${node.outerHTML.slice(0, 100)}`)
      if (/^(email|tel)$/.test(node.type) && !node.autocomplete)
        faults.push(`11.13: ${node.outerHTML.slice(0, 100)}`)
      for (const id of (node.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean))
        if (!document.getElementById(id)) faults.push(`11.10: nothing is ${id}`)
    }
    for (const node of document.querySelectorAll('button'))
      if (node.checkVisibility() && !(node.getAttribute('aria-label') ?? node.textContent).trim())
        faults.push(`11.9: ${node.outerHTML}`)
    for (const node of document.querySelectorAll('fieldset'))
      if (!node.querySelector('legend')?.textContent.trim()) faults.push('11.6: a fieldset without a legend')
    return faults
  })

/** Texts that their box cuts off, other than those that are shortened on purpose, and a page that scrolls sideways. */
export const cutTexts = measured(() => {
  const wide = document.documentElement.scrollWidth - innerWidth
  const faults = wide > 0 ? [`${wide} points too wide`] : []
  for (const node of document.body.querySelectorAll<HTMLElement>('*')) {
    const style = getComputedStyle(node)
    const hides = /hidden|clip/.test(`${style.overflowX} ${style.overflowY}`)
    if (!hides || node.clientWidth <= 1 || style.clipPath !== 'none' || !node.checkVisibility()) continue
    if (node.textContent.trim() === '' || style.webkitLineClamp !== 'none') continue
    if (node.scrollHeight > node.clientHeight + 2 || node.scrollWidth > node.clientWidth + 2)
      faults.push(
        `${node.tagName.toLowerCase()}.${node.className} cuts “${node.textContent.trim().slice(0, 60)}”`,
      )
  }
  return faults
})

/** Borders and grounds of fields and buttons, and lines of icons, of less than 3:1 against what is around (3.3). */
export const faintParts = measured(() => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
  const read = (colour: string): readonly number[] => {
    if (!canvas) return [0, 0, 0, 0]
    canvas.clearRect(0, 0, 1, 1)
    canvas.fillStyle = colour
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  }
  const light = ([r = 0, g = 0, b = 0]: readonly number[]) => {
    const [x = 0, y = 0, z = 0] = [r, g, b].map(v =>
      v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * x + 0.7152 * y + 0.0722 * z
  }
  const contrast = (one: string, other: string) => {
    const [a, b] = [light(read(one)), light(read(other))]
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
  }
  const ground = (node: Element | null): string => {
    if (!node) return 'white'
    const { backgroundColor } = getComputedStyle(node)
    return (read(backgroundColor)[3] ?? 0) > 200 ? backgroundColor : ground(node.parentElement)
  }
  const faults: string[] = []
  const fields = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), select, textarea'
  for (const node of document.querySelectorAll<HTMLElement>(fields)) {
    if (!node.checkVisibility() || node.closest('[aria-hidden=true]')) continue
    const style = getComputedStyle(node)
    const around = ground(node.parentElement)
    const edges = [
      ...(Number.parseFloat(style.borderBottomWidth) > 0 ? [style.borderBottomColor] : []),
      style.backgroundColor,
    ].filter(colour => (read(colour)[3] ?? 0) > 200)
    const parent = node.parentElement && getComputedStyle(node.parentElement)
    if (parent && Number.parseFloat(parent.borderBottomWidth) > 0) edges.push(parent.borderBottomColor)
    const best = Math.max(0, ...edges.map(edge => contrast(edge, around)))
    if (best < 3) faults.push(`3.3: ${node.outerHTML.slice(0, 80)} ${best.toFixed(2)}`)
  }
  for (const node of document.querySelectorAll('svg path, svg circle')) {
    const svg = node.closest('svg')
    const control = svg?.closest<HTMLElement>('a, button')
    // Beside words an icon says nothing of its own.
    if (!svg?.checkVisibility() || !control || control.innerText.trim() !== '') continue
    const { stroke, fill } = getComputedStyle(node)
    const around = ground(svg)
    const best = Math.max(...[stroke, fill].map(one => (one === 'none' ? 0 : contrast(one, around))))
    if (best > 0 && best < 3) faults.push(`3.3: ${svg.outerHTML.slice(0, 80)} ${best.toFixed(2)}`)
  }
  return faults
})

/** What moves by itself for longer than five seconds, or for good (13.8). */
export const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && Number(effect?.getComputedTiming().endTime) > 5_000,
      )
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 80) ?? ''),
  )
