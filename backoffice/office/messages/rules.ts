import type { Message, Thread, ThreadNote } from '../../kit/api/contract.ts'
import type { Tone } from '../../kit/ui/chip.tsx'
import type { Tab } from './address.ts'

/** The state of a conversation, by the most urgent of its flags. */
export type State = 'failed' | 'awaiting' | 'answered' | 'closed'

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

export type TimelineItem =
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
  let from = lines.length
  while (from > 0 && /^\s*(>.*)?$/.test(lines[from - 1] ?? '')) from -= 1
  if (!lines.slice(from).some(line => line.includes('>'))) return { own: body, quoted: '' }
  // “Le 14 novembre à 9 h, Parvis a écrit :”, in one line or two.
  for (const most of [1, 2])
    if (
      from > most &&
      /(écrit|wrote)\s*:\s*$/.test(lines[from - 1] ?? '') &&
      isIntroduction(lines, from, most)
    ) {
      from -= most
      break
    }
  const own = lines.slice(0, from).join('\n').trimEnd()
  return own === '' ? { own: body, quoted: '' } : { own, quoted: lines.slice(from).join('\n').trim() }
}
const isIntroduction = (lines: readonly string[], from: number, most: number) =>
  /^(le|on)\s/i.test((lines[from - most] ?? '').trim())
