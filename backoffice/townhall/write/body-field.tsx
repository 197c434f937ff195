import { useEffect, useRef, useState } from 'react'
import { WRITTEN } from '../../../shared/fields/publications.ts'
import { useCut } from '../../kit/ui/cut.ts'
import field from '../../kit/ui/field.module.css'
import { Labelled } from '../../kit/ui/field.tsx'
import { t as common } from '../../kit/ui/texts.ts'
import { number } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import { tidied } from './pasted.ts'
import type { RichText } from './text/rich-text.tsx'
import { t } from './texts.ts'
import { NAMES, Tools } from './tools.tsx'
import css from './write.module.css'

const LONGEST = 20_000

/**
 * The text of a publication. The editor is loaded beside the form; until then, and where that fails, the same Markdown is typed into
 * a plain field. That is exchanged while the author writes at its end, or once they leave it.
 */
export function BodyField({
  value,
  error,
  onChange,
}: {
  readonly value: string
  readonly error: string | undefined
  readonly onChange: (text: string) => void
}) {
  const [loaded, setLoaded] = useState<{ readonly Rich: typeof RichText } | 'failed'>()
  const [isTyping, setTyping] = useState(false)
  /** Undefined until the editor has said it: what was cut in the plain field stands until the text changes. */
  const [isCut, setCut] = useState<boolean>()
  const area = useRef<HTMLTextAreaElement>(null)
  const isComposing = useRef(false)
  const { cut, watch } = useCut<HTMLTextAreaElement>({
    maxLength: LONGEST,
    onChange: event => onChange(event.currentTarget.value),
    tidied,
  })
  useEffect(() => {
    let isHere = true
    import('./text/rich-text.tsx').then(
      ({ RichText: Rich }) => {
        if (!isHere) return
        const { selectionStart = 0, value = '' } = area.current ?? {}
        if (selectionStart === value.length && !isComposing.current) setTyping(false)
        setLoaded({ Rich })
      },
      () => isHere && setLoaded('failed'),
    )
    return () => {
      isHere = false
    }
  }, [])
  // The editor uses this sign for itself, and takes it out of the text.
  const isPlain = loaded === 'failed' || value.includes('\u200b')
  const Rich = loaded === 'failed' || isPlain || isTyping ? undefined : loaded?.Rich
  const waiting = NAMES.map(name => ({ name, isOn: false, use: () => setTyping(false) }))
  const hadFocus = area.current !== null && area.current === document.activeElement
  return (
    <Labelled
      label={labelOf(WRITTEN.body)}
      hint={t.fields.bodyHint}
      isElement={!Rich}
      error={error}
      cut={!Rich || isCut === undefined ? cut : isCut ? common.cut(number(LONGEST)) : undefined}
    >
      {wired =>
        Rich ? (
          <Rich
            wired={wired}
            value={value}
            most={LONGEST}
            takesFocus={hadFocus}
            onChange={onChange}
            onCut={setCut}
          />
        ) : (
          <div className={isPlain ? undefined : `stack ${css.body}`}>
            {!isPlain && <Tools of={waiting} off={loaded === undefined} />}
            <textarea
              {...wired}
              ref={area}
              className={field.input}
              value={value}
              rows={7}
              maxLength={LONGEST}
              {...watch}
              onFocus={() => setTyping(true)}
              onBlur={() => setTyping(false)}
              onCompositionStart={() => {
                isComposing.current = true
              }}
              onCompositionEnd={() => {
                isComposing.current = false
              }}
            />
          </div>
        )
      }
    </Labelled>
  )
}
