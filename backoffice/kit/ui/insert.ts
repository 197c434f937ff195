/** Replaces the selection as if typed: the browser's undo works, and the field gets its events. */
export function insertText(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.focus()
  const isDone = document.execCommand(text === '' ? 'delete' : 'insertText', false, text)
  if (isDone) return
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
