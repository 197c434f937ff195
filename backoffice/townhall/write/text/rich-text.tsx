import { useLayoutEffect, useRef, useState } from 'react'
import field from '../../../kit/ui/field.module.css'
import type { Wired } from '../../../kit/ui/field.tsx'
import { type Tool, Tools } from '../tools.tsx'
import css from '../write.module.css'
import { type Around, type Chosen, type Pasted, TextEditor } from './editor.ts'
import type { Dropped } from './from-html.ts'
import { LinkDialog } from './link-dialog.tsx'
import { t } from './texts.ts'

const NOWHERE: Around = { bold: false, list: false, link: false }

/** The field of a text that shows bold, lists and links as they are. It writes the same Markdown as the plain one. */
export function RichText({
  wired,
  value,
  most,
  takesFocus,
  onChange,
  onCut,
}: {
  readonly wired: Wired
  readonly value: string
  readonly most: number
  /** It replaces a field that has the focus. */
  readonly takesFocus: boolean
  readonly onChange: (text: string) => void
  /** That the end of a pasted text was left out. */
  readonly onCut: (isCut: boolean) => void
}) {
  const root = useRef<HTMLDivElement>(null)
  const holder = useRef<HTMLDivElement>(null)
  const editor = useRef<TextEditor>(undefined)
  const [around, setAround] = useState(NOWHERE)
  const [pasted, setPasted] = useState<Pasted>({})
  const [asked, setAsked] = useState<Chosen>()
  const latest = useRef({ value, onChange, onCut })
  latest.current = { value, onChange, onCut }
  const begins = useRef(takesFocus)
  const ask = () => setAsked(editor.current?.chosen())
  // With the commit that removes the plain field: a letter typed before a later effect would go nowhere.
  useLayoutEffect(() => {
    if (!root.current || !holder.current) return
    const made = new TextEditor(root.current, latest.current.value, most, {
      changed(text) {
        latest.current.onCut(false)
        latest.current.onChange(text)
      },
      around: now => setAround(before => (JSON.stringify(before) === JSON.stringify(now) ? before : now)),
      pasted(what) {
        setPasted(what)
        // After the change event of the pasted text.
        setTimeout(() => latest.current.onCut(what.isCut === true))
      },
      askLink: () => setAsked(made.chosen()),
    })
    editor.current = made
    if (begins.current) made.focus().moveCursorToEnd()
    const place = holder.current
    const leave = ({ relatedTarget }: FocusEvent) => {
      const isAsking = document.querySelector('dialog:modal') !== null
      if (!isAsking && !(relatedTarget instanceof Node && place.contains(relatedTarget))) made.settle()
    }
    place.addEventListener('focusout', leave)
    // A label focuses fields of forms alone.
    const label = document.getElementById(`${wired.id}-label`)
    const focus = () => made.focus()
    label?.addEventListener('click', focus)
    return () => {
      place.removeEventListener('focusout', leave)
      label?.removeEventListener('click', focus)
      editor.current = undefined
      made.destroy()
    }
  }, [most, wired.id])
  // With the commit: a letter typed between it and a later effect would be taken for older than this value.
  useLayoutEffect(() => {
    editor.current?.show(value)
  }, [value])
  const tools: readonly Tool[] = [
    { name: 'bold', isOn: around.bold, use: () => editor.current?.toggleBold() },
    { name: 'list', isOn: around.list, use: () => editor.current?.toggleList() },
    { name: 'link', isOn: around.link, use: ask },
  ]
  const said = pasted.isPicture ? t.pasted.picture : saidOf(pasted.dropped)
  return (
    <div ref={holder} className={`stack ${css.body}`}>
      <Tools of={tools} />
      {/* biome-ignore lint/a11y/useSemanticElements: no element of forms shows bold text */}
      <div
        {...wired}
        ref={root}
        className={`${field.input} anywhere pre ${css.rich}`}
        role="textbox"
        tabIndex={0}
        aria-multiline="true"
        aria-labelledby={`${wired.id}-label`}
      />
      <p className={`soft second ${css.pasted}`} role="status">
        {said}
      </p>
      {asked && (
        <LinkDialog
          chosen={asked}
          onPut={(words, href) => {
            setAsked(undefined)
            editor.current?.putLink(words, href)
          }}
          onRemove={() => {
            setAsked(undefined)
            editor.current?.removeLink()
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </div>
  )
}

function saidOf(dropped: Dropped | undefined): string {
  if (!dropped) return ''
  const what = Object.entries(t.dropped).flatMap(([name, text]) => {
    const count = dropped[name as keyof Dropped]
    return count === 0 ? [] : [typeof text === 'string' ? text : text(count)]
  })
  return [
    what.length > 0 ? t.pasted.without(what) : '',
    dropped.tables > 0 ? t.pasted.tables(dropped.tables) : '',
  ]
    .join(' ')
    .trim()
}
