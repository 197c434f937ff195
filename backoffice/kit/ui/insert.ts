/** Replaces the selection as if typed: the browser's undo works, and the field gets its events. */
export function insertText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.focus()
  const isDone = document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (isDone) return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

/** Replaces only the part that differs. */
export function becomeText(field: HTMLTextAreaElement, next: string): void {
  const before = field.value
  const most = Math.min(before.length, next.length)
  let start = 0
  while (start < most && before[start] === next[start]) start += 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === next.at(-1 - end)) end += 1
  if (start === before.length && start === next.length) return
  field.setSelectionRange(start, before.length - end)
  insertText(field, next.slice(start, next.length - end))
}
