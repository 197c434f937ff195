import { useRef } from 'react'
import { WRITTEN } from '../../../shared/fields/publications.ts'
import { useCut } from '../../kit/ui/cut.ts'
import field from '../../kit/ui/field.module.css'
import { Labelled } from '../../kit/ui/field.tsx'
import { becomeText } from '../../kit/ui/insert.ts'
import { labelOf } from '../../kit/words/language.ts'
import { bold, link, list, type Selected } from './marks.ts'
import { tidied } from './pasted.ts'
import { t } from './texts.ts'
import css from './write.module.css'

const TOOLS = [
  { name: t.tools.bold, look: css.bold, make: (at: Selected) => bold(at, t.tools.boldText) },
  { name: t.tools.list, look: '', make: (at: Selected) => list(at, t.tools.listText) },
  { name: t.tools.link, look: css.link, make: (at: Selected) => link(at, t.tools.linkText) },
] as const

const LONGEST = 20_000

/** A text area with three formatting buttons, which the browser's undo reverts. */
export function BodyField({
  value,
  error,
  onChange,
}: {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}) {
  const area = useRef<HTMLTextAreaElement>(null)
  const { cut, watch } = useCut<HTMLTextAreaElement>({
    maxLength: LONGEST,
    onChange: event => onChange(event.currentTarget.value),
    tidied,
  })
  const apply = (make: (at: Selected) => Selected) => {
    const node = area.current
    if (!node) return
    const made = make({ text: node.value, from: node.selectionStart, to: node.selectionEnd })
    becomeText(node, made.text)
    node.focus()
    node.setSelectionRange(made.from, made.to)
  }
  return (
    <Labelled label={labelOf(WRITTEN.body)} hint={t.fields.bodyHint} error={error} cut={cut}>
      {wired => (
        <div className={css.body}>
          <div className={css.tools} role="toolbar" aria-label={t.tools.name}>
            {TOOLS.map(({ name, look, make }) => (
              <button key={name} type="button" className={look} onClick={() => apply(make)}>
                {name}
              </button>
            ))}
          </div>
          <textarea
            {...wired}
            ref={area}
            className={field.input}
            value={value}
            rows={7}
            maxLength={LONGEST}
            {...watch}
          />
        </div>
      )}
    </Labelled>
  )
}
