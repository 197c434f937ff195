import { type ChangeEvent, type ClipboardEvent, useState } from 'react'
import { number } from '../words/format.ts'
import { insertText } from './insert.ts'
import { readable, typable, typableLine } from './pasted.ts'
import { t } from './texts.ts'

interface Watched<C> {
  readonly maxLength?: number | undefined
  readonly onChange?: ((event: ChangeEvent<C>) => void) | undefined
  /** Transforms a pasted text. */
  readonly tidied?: (pasted: string) => string
}

/** Pastes a text as it would be typed, and tells that it was cut at `maxLength`: browsers cut it silently. */
export function useCut<C extends HTMLInputElement | HTMLTextAreaElement>({
  maxLength: most = Number.POSITIVE_INFINITY,
  onChange,
  tidied = text => text,
}: Watched<C>) {
  const [isCut, setCut] = useState(false)
  return {
    cut: isCut ? t.cut(number(most)) : undefined,
    watch: {
      onPaste(event: ClipboardEvent<C>) {
        const { currentTarget: field, clipboardData } = event
        const pasted = clipboardData.getData('text')
        const isLine = field instanceof HTMLInputElement
        const letters = readable(pasted)
        const text = isLine ? typableLine(letters) : tidied(typable(letters))
        const replaced = (field.selectionEnd ?? 0) - (field.selectionStart ?? 0)
        const isTooLong = field.value.length - replaced + text.length > most
        if (text !== pasted.replaceAll('\r\n', '\n')) {
          event.preventDefault()
          insertText(field, text)
        }
        // After the insertion, which fires a change event as well.
        setCut(isTooLong)
      },
      /** Shown until the next change. */
      onChange(event: ChangeEvent<C>) {
        if ((event.nativeEvent as InputEvent).inputType !== 'insertFromPaste') setCut(false)
        onChange?.(event)
      },
    },
  }
}
