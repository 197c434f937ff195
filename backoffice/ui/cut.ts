import { type ChangeEvent, type ClipboardEvent, useState } from 'react'
import { number } from '../words/format.ts'
import { t } from './texts.ts'

interface Watched<C> {
  readonly maxLength?: number | undefined
  readonly onChange?: ((event: ChangeEvent<C>) => void) | undefined
}

/** A browser cuts what is pasted and does not fit, without a word: whoever pastes a long text would miss its end. */
export function useCut<C extends HTMLInputElement | HTMLTextAreaElement>({
  maxLength: most = Number.POSITIVE_INFINITY,
  onChange,
}: Watched<C>) {
  const [isCut, setCut] = useState(false)
  return {
    cut: isCut ? t.cut(number(most)) : undefined,
    watch: {
      onPaste({ currentTarget, clipboardData }: ClipboardEvent<C>) {
        const { value, selectionStart, selectionEnd } = currentTarget
        const replaced = (selectionEnd ?? 0) - (selectionStart ?? 0)
        const pasted = clipboardData.getData('text').replaceAll('\r\n', '\n')
        setCut(value.length - replaced + pasted.length > most)
      },
      /** Said until somebody goes on. */
      onChange(event: ChangeEvent<C>) {
        if ((event.nativeEvent as InputEvent).inputType !== 'insertFromPaste') setCut(false)
        onChange?.(event)
      },
    },
  }
}
