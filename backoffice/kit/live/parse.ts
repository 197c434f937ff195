import type { News } from './news.ts'

interface Event {
  readonly news: News
  readonly id: string | undefined
}

const EVENTS: ReadonlySet<string> = new Set<News['event']>(['changed', 'presence', 'reset'])

/** The whole events of a text, and what is left of it. Events of later versions are passed over. */
export function eventsIn(text: string): readonly [readonly Event[], string] {
  const parts = text.split('\n\n')
  const rest = parts.pop() ?? ''
  return [parts.flatMap(parsed), rest]
}

function parsed(part: string): readonly Event[] {
  const field = (name: string) =>
    part
      .split('\n')
      .find(line => line.startsWith(`${name}: `))
      ?.slice(name.length + 2)
  const event = field('event')
  if (event === undefined || !EVENTS.has(event)) return []
  return [
    {
      news: { event: event as News['event'], items: JSON.parse(field('data') ?? '[]') as News['items'] },
      id: field('id'),
    },
  ]
}
