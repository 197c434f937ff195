/** Longer than any sender's line, and short enough to be looked at again and again. */
const LONGEST = 4_000
const MOST_COMMENTS = 10

const ADDRESS = String.raw`[^\s<>@,;:()"\\]+@[^\s<>@,;:()"\\]+`
/** A name may hold a colon, as some programs write it: it is none of a group while an address in brackets ends it. */
const ONE = new RegExp(String.raw`^(?:${ADDRESS}|[^<>@,;()"\\]*<\s*${ADDRESS}\s*>)$`)

/**
 * Whether a header names one mailbox, no group, and nothing is left over: what stands beside it may be the one that the
 * mail server checked.
 */
export function isOneMailbox(header: string): boolean {
  if (header.length > LONGEST) return false
  // Words that are encoded or quoted are a name, whatever stands in them.
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
