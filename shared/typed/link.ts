const WITHOUT_SCHEME = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(:\d{1,5})?([/?#]\S*)?$/u

/** An address as it is sent: people leave out its scheme. What is none stays as typed, and is refused at its field. */
export function linkOf(typed: string): string {
  const text = typed.trim()
  return WITHOUT_SCHEME.test(text) ? `https://${text}` : text
}

/** Whether it looks like the address of a page: a host of one word is a typing error, as `https://crest`. */
export const isLink = (text: string): boolean =>
  /^https?:\/\/([^\s/?#]+[.:][^\s/?#]|localhost\b)/iu.test(text)

/** `feed:https://…`, `feed://…` and `webcal://…`, as `https:` unless the address says otherwise. */
export const withHttp = (address: string, scheme = 'https:'): string =>
  address
    .replace(/^(?:feed|webcals?):(?:\/\/)?(?=https?:\/\/)/i, '')
    .replace(/^(?:feed|webcals?):\/\//i, `${scheme}//`)
