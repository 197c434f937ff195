import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AssignRecord, ColleagueNotePage, NewColleagueNote, PersonInBrief } from '../api/contract.ts'
import { client } from '../api/queries.ts'
import { isVersionConflict } from '../api/refused.ts'
import { useActs } from '../forms/acts.tsx'
import { changedHere } from '../live/desk-news.ts'
import { usePerson } from '../person.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from './choice.tsx'
import { KEYS } from './desk-keys.ts'
import type { Colleagues } from './mentions.tsx'
import { Notes } from './notes.tsx'
import { patchCached } from './patch-cached.ts'
import css from './team.module.css'
import { t as names } from './team-texts.ts'
import { t } from './team-work-texts.ts'

type Assignee = PersonInBrief | null
interface Followed {
  readonly id: string
  readonly assignee: Assignee
  /** Absent: there are no notes about such items. */
  readonly notes_count?: number
}
type Change = Partial<Omit<Followed, 'id'>>
export interface Wish {
  readonly what: 'take' | 'give' | 'note'
  readonly turn: number
}

/** The requests about one kind of item. */
export interface AssignCalls {
  readonly colleagues: Colleagues
  assign(id: string, body: AssignRecord): Promise<unknown>
  assigneeOf(id: string): Promise<Assignee>
  /** The queries that hold such items. */
  readonly held: readonly string[]
}

/** With notes. */
export interface TeamCalls extends AssignCalls {
  readNotes(id: string, page: number, perPage: number, signal: AbortSignal): Promise<ColleagueNotePage>
  addNote(id: string, body: NewColleagueNote, once: string): Promise<unknown>
  removeNote(id: string, noteId: string): Promise<unknown>
}

export interface WorkProps {
  readonly item: Followed
  /** The last shortcut pressed; `turn` changes each time. */
  readonly wish: Wish | undefined
  /** The item as the desk shows it changes; its version does not. */
  onChange(change: Change): void
}

/** The assignee of an item, and the team's notes about it. */
export function TeamWork({
  calls,
  item: { id, assignee, notes_count = 0 },
  wish,
  onChange,
}: WorkProps & { readonly calls: AssignCalls | TeamCalls }) {
  // A note that was removed can be put back.
  const [isRemoved, setRemoved] = useState(false)
  const notes = 'readNotes' in calls ? calls : undefined
  const noteTurn = wish?.what === 'note' ? wish.turn : 0
  const patch = (change: Change) => {
    patchCached(calls.held, id, change)
    onChange(change)
  }
  const onSaved = () => void client.invalidateQueries({ queryKey: ['history', id] })
  return (
    <>
      <Follow
        calls={calls}
        id={id}
        assignee={assignee}
        wish={wish}
        onChange={assignee => patch({ assignee })}
        onSaved={onSaved}
      />
      {notes && (notes_count > 0 || noteTurn > 0 || isRemoved) && (
        <Notes
          key={noteTurn}
          id={id}
          begins={noteTurn > 0}
          colleagues={calls.colleagues}
          read={(page, perPage, signal) => notes.readNotes(id, page, perPage, signal)}
          add={async (body, once) => {
            await notes.addNote(id, body, once)
            onSaved()
          }}
          remove={async noteId => {
            await notes.removeNote(id, noteId)
            setRemoved(true)
            onSaved()
          }}
          onTotal={total => {
            if (total !== notes_count) patch({ notes_count: total })
          }}
        />
      )}
    </>
  )
}

/** The assignee. The colleagues are loaded when the pointer or the focus reaches the field. */
function Follow({
  calls,
  id,
  assignee,
  wish,
  onChange,
  onSaved,
}: Pick<Followed, 'id' | 'assignee'> & {
  readonly wish: Wish | undefined
  readonly calls: AssignCalls
  onChange(to: Assignee): void
  onSaved(): void
}) {
  const me = usePerson()
  const [isNear, setNear] = useState(false)
  const { actInTurn, outcomeLine } = useActs()
  /** The latest assignment asked for: the answers to those before it are not shown. */
  const latest = useRef<symbol>(undefined)
  const { data } = useQuery({ ...calls.colleagues, staleTime: 60_000, enabled: isNear })
  const mine = me && { id: me.id, nom: me.nom }
  const known = [mine, assignee].filter(one => one != null)
  const colleagues = data?.data ?? []
  const listed = [...known.filter(one => !colleagues.some(other => other.id === one.id)), ...colleagues]
  const unique = [...new Map(listed.map(one => [one.id, one])).values()]
  const isMine = assignee !== null && assignee.id === me?.id
  const select = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each wish
  useEffect(() => {
    if (wish?.what === 'take' && mine) void assign(isMine ? null : mine)
    if (wish?.what === 'give') {
      setNear(true)
      select.current?.querySelector('select')?.focus()
    }
  }, [wish?.turn])
  /** Shown at once, and sent after those before it. */
  const assign = (to: Assignee) => {
    const turn = Symbol()
    latest.current = turn
    const show = (now: Assignee) => {
      if (latest.current !== turn) return
      changedHere(id)
      onChange(now)
    }
    show(to)
    return actInTurn(
      () => send(to, show),
      notice => notice,
    )
  }
  /** Answers the notice: after a version conflict, who is the assignee now. */
  const send = async (to: Assignee, show: (now: Assignee) => void) => {
    try {
      await calls.assign(id, { assignee_id: to?.id ?? null, instead_of: assignee?.id ?? null })
      // The record may have been read again before this assignment was stored.
      show(to)
      onSaved()
      return to ? t.taken(nameOf(to)) : t.left
    } catch (error) {
      const now = isVersionConflict(error) ? await calls.assigneeOf(id) : assignee
      show(now)
      if (now === assignee) throw error
      return now ? t.quicker(nameOf(now)) : t.quickerLeft
    }
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only loads what its fields will show */}
      <div
        ref={select}
        className={`row gap-10 ${css.follow}`}
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
      >
        <Choice
          label={names.whose}
          value={assignee?.id}
          all={names.nobody}
          options={unique.map(one => [one.id, nameOf(one)])}
          onChange={to => void assign(unique.find(one => one.id === to) ?? null)}
        />
        {mine && assignee === null && (
          <Button hint={KEYS.take} onClick={() => void assign(mine)}>
            {names.take}
          </Button>
        )}
      </div>
      {outcomeLine('soft if-any')}
    </>
  )
}

const nameOf = ({ nom }: PersonInBrief): string => nom ?? names.unknown
