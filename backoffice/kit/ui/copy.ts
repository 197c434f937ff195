import { useState } from 'react'

/** Copies to the clipboard. `copy` is absent without TLS, where browsers have no clipboard. */
export function useCopy(
  text: string,
  words: { readonly copied: string; readonly notCopied: string },
): { readonly said: string | undefined; readonly copy: (() => void) | undefined } {
  const [said, setSaid] = useState<string>()
  const copy = () =>
    void navigator.clipboard.writeText(text).then(
      () => setSaid(words.copied),
      () => setSaid(words.notCopied),
    )
  return { said, copy: 'clipboard' in navigator ? copy : undefined }
}
