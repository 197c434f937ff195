import { useEffect, useRef } from 'react'
import { Note } from '../../kit/ui/message.tsx'
import type { Publication } from './rules.ts'
import css from './watched.module.css'
import { t } from './watched-texts.ts'

/** The watched words found in the open item, marked in its text where the browser can. */
export function WatchedWords({ of: { id, version, watched = [] } }: { readonly of: Publication }) {
  const place = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the item with its text
  useEffect(() => {
    const item = place.current?.closest('article')
    if (!item || !('highlights' in CSS)) return
    const own = place.current
    const texts = watched.flatMap(({ texts }) => texts)
    CSS.highlights.set('watched', new Highlight(...rangesOf(texts, item, own)))
    return () => void CSS.highlights.delete('watched')
  }, [id, version])
  return (
    <div ref={place} className={css.watched}>
      <Note tone="wait" icon="eye">
        <p>
          <strong>{t.title}</strong>
        </p>
        <ul>
          {watched.map(({ nom, texts }) => (
            <li className="anywhere" key={nom} dir="auto">
              {t.found(nom, texts)}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  )
}

/** Where the texts stand: their words, with anything but letters and digits between them, since Markdown is rendered. */
function rangesOf(texts: readonly string[], within: Element, except: Element | null): Range[] {
  const nodes: { readonly node: Node; readonly from: number }[] = []
  let whole = ''
  const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (except?.contains(node)) continue
    nodes.push({ node, from: whole.length })
    whole += `${node.nodeValue} `
  }
  const placeOf = (at: number) => {
    const place = nodes.findLast(({ from }) => from <= at)
    return place && ([place.node, Math.min(at - place.from, place.node.nodeValue?.length ?? 0)] as const)
  }
  return texts.flatMap(text => {
    const words = text.match(/[\p{L}\p{N}\p{M}\p{Cf}]+/gu) ?? []
    if (words.length === 0) return []
    const found = new RegExp(
      String.raw`(?<![\p{L}\p{N}])${words.join(String.raw`[^\p{L}\p{N}]{1,20}`)}(?![\p{L}\p{N}])`,
      'gu',
    )
    return [...whole.matchAll(found)].flatMap(({ 0: hit, index }) => {
      const [start, end] = [placeOf(index), placeOf(index + hit.length)]
      if (!start || !end) return []
      const range = document.createRange()
      range.setStart(...start)
      range.setEnd(...end)
      return [range]
    })
  })
}
