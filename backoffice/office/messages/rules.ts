import type { Message, Thread, ThreadNote } from '../../kit/api/contract.ts'
import type { Tone } from '../../kit/ui/chip.tsx'
import type { Tab } from './address.ts'

/** The state of a conversation, by the most urgent of its flags. */
type State = 'failed' | 'awaiting' | 'answered' | 'closed'

export function stateOf({ undelivered, awaiting, status }: Thread): State {
  if (undelivered) return 'failed'
  if (awaiting) return 'awaiting'
  return status === 'closed' ? 'closed' : 'answered'
}
export const TONES = {
  failed: 'bad',
  awaiting: 'wait',
  answered: 'ok',
  closed: 'plain',
} as const satisfies Record<State, Tone>

/** Whether the conversation still belongs to the tab. */
export const belongsTo = (tab: Tab, { awaiting, status, undelivered }: Thread): boolean =>
  ({
    repondre: awaiting,
    ouverts: status === 'open',
    fermes: status === 'closed',
    echecs: undelivered,
  })[tab]

type TimelineItem =
  | { readonly kind: 'message'; readonly at: string; readonly message: Message }
  | { readonly kind: 'note'; readonly at: string; readonly note: ThreadNote }

/** Mails and notes by time. */
export const timelineOf = (
  messages: readonly Message[],
  notes: readonly ThreadNote[],
): readonly TimelineItem[] =>
  [
    ...messages.map(message => ({ kind: 'message', at: message.created_at, message }) as const),
    ...notes.map(note => ({ kind: 'note', at: note.created_at, note }) as const),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))

/** Separates the text of a mail from the quoted mail below it. */
export function splitQuoted(body: string): { readonly own: string; readonly quoted: string } {
  const lines = body.split('\n')
  const from = startOfMarked(lines) ?? startOfHeaded(lines)
  const own = lines.slice(0, from).join('\n').trimEnd()
  if (from === undefined || own === '') return { own: body, quoted: '' }
  return { own, quoted: lines.slice(from).join('\n').trim() }
}

/** Where a mail ends in lines that begin with `>`, with “Le 14 novembre à 9 h, Parvis a écrit :” in one to three lines. */
function startOfMarked(lines: readonly string[]): number | undefined {
  let from = lines.length
  while (from > 0 && /^\s*(>.*)?$/.test(lines[from - 1] ?? '')) from -= 1
  if (!lines.slice(from).some(line => line.includes('>'))) return undefined
  const most = [1, 2, 3].find(most => from > most && isIntroduction(lines, from, most))
  return from - (most ?? 0)
}

/** Outlook, Hotmail, Samsung and mails in HTML alone quote without `>`: all that follows their heading is the quoted mail. */
function startOfHeaded(lines: readonly string[]): number | undefined {
  const from = lines.findIndex((_, at) => isHeading(lines, at))
  return from < 0 || lines.slice(from).some(line => line.startsWith('>')) ? undefined : from
}

const SEPARATOR = /^-{2,}\s*(?:message d[’']origine|message original|original message)\s*-{2,}$/i

function isHeading(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.trim() ?? ''
  if (SEPARATOR.test(line)) return true
  // Orange's webmail begins with the date, in small letters.
  const next = /^(?:\*?(?:De|From|envoyé)\s*:|_{20,}$)/.test(line)
    ? lines.slice(at, at + 8).join('\n')
    : undefined
  if (next !== undefined)
    return /^\s*\*?(?:Envoyé|Date|Sent|de)\s*:/m.test(next) && /^\s*\*?(?:Objet|Subject)\s*:/im.test(next)
  return [1, 2, 3].some(most => /^(?:le|on)\s.*\d/i.test(line) && isIntroduction(lines, at + most, most))
}

const isIntroduction = (lines: readonly string[], from: number, most: number) =>
  /(écrit|wrote)\s*:\s*$/.test(lines[from - 1] ?? '') && /^(le|on)\s/i.test((lines[from - most] ?? '').trim())
