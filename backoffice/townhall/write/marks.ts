/** The formatting buttons: Markdown for bold, lists and links. */

export interface Selected {
  readonly text: string
  readonly from: number
  readonly to: number
}

/** Wraps the selection, or a placeholder. */
function around({ text, from, to }: Selected, before: string, after: string, usual: string): Selected {
  const inside = text.slice(from, to) || usual
  return {
    text: text.slice(0, from) + before + inside + after + text.slice(to),
    from: from + before.length,
    to: from + before.length + inside.length,
  }
}

/** Removes bold where the selection is bold already. */
export function bold(selected: Selected, usual: string): Selected {
  const { text, from, to } = selected
  if (text.slice(from - 2, from) === '**' && text.slice(to, to + 2) === '**')
    return {
      text: text.slice(0, from - 2) + text.slice(from, to) + text.slice(to + 2),
      from: from - 2,
      to: to - 2,
    }
  return around(selected, '**', '**', usual)
}

/** A selected URL becomes the target; selected words become the label, and the target is selected to be typed. */
export function link(selected: Selected, usual: string): Selected {
  const said = selected.text.slice(selected.from, selected.to)
  if (/^https?:\/\/\S+$/i.test(said)) {
    const { text, from } = selected
    return {
      text: `${text.slice(0, from)}[${usual}](${said})${text.slice(selected.to)}`,
      from: from + 1,
      to: from + 1 + usual.length,
    }
  }
  const made = around(selected, '[', '](https://)', usual)
  const at = made.to + '](https://'.length
  return { text: made.text, from: at, to: at }
}

/** Each selected line becomes a list item; an empty line comes before the list. */
export function list({ text, from, to }: Selected, usual: string): Selected {
  const start = text.lastIndexOf('\n', from - 1) + 1
  const found = text.indexOf('\n', to)
  const end = found === -1 ? text.length : found
  const lines = text.slice(start, end).split('\n')
  const isList = lines.every(line => line.startsWith('- '))
  const written = lines
    .map(line => (isList ? line.slice(2) : line.startsWith('- ') ? line : `- ${line || usual}`))
    .join('\n')
  const above = text.slice(0, start)
  const lineAbove = above.slice(above.lastIndexOf('\n', above.length - 2) + 1)
  const gap = isList || lineAbove.trim() === '' || lineAbove.trimStart().startsWith('- ') ? '' : '\n'
  const at = start + gap.length
  return {
    text: above + gap + written + text.slice(end),
    from: isList ? at : at + 2,
    to: at + written.length,
  }
}
