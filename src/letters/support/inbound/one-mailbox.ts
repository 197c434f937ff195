/** Longer than any real sender header, and short enough for repeated scans. */
const LONGEST = 4_000
const MOST_COMMENTS = 10

const ADDRESS = String.raw`[^\s<>@,;:()"\\]+@[^\s<>@,;:()"\\]+`
/** A name may contain a colon, as some programs write it: it begins no group while an address in brackets follows. */
const ONE = new RegExp(String.raw`^(?:${ADDRESS}|[^<>@,;()"\\]*<\s*${ADDRESS}\s*>)$`)

/** Whether a header names exactly one mailbox and no group: the mail server may have checked a second one. */
export function isOneMailbox(header: string): boolean {
  if (header.length > LONGEST) return false
  // Encoded or quoted words are a name, whatever they contain.
  let bare = header
    .replaceAll(/=\?[^\s?]{1,40}\?[bq]\?[^\s?]*\?=/gi, 'q')
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, 'q')
  for (let times = 0; times < MOST_COMMENTS; times++) {
    const less = bare.replaceAll(/\((?:[^()\\]|\\.)*\)/g, ' ')
    if (less === bare) break
    bare = less
  }
  return ONE.test(bare.trim())
}
