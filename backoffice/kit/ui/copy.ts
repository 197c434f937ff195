import { useState } from 'react'

/** To the clipboard, and what is said of it. No `copy`: browsers have no clipboard where the page came without TLS. */
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
