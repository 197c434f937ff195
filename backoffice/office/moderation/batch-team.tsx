import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { NewColleagueNote, PersonInBrief } from '../../kit/api/contract.ts'
import { client } from '../../kit/api/queries.ts'
import { isVersionConflict } from '../../kit/api/refused.ts'
import { Choice } from '../../kit/desk/choice.tsx'
import { KEYS } from '../../kit/desk/desk-keys.ts'
import { WriteNote } from '../../kit/desk/notes.tsx'
import { patchCached } from '../../kit/desk/patch-cached.ts'
import { t as team } from '../../kit/desk/team-texts.ts'
import { useActs } from '../../kit/forms/acts.tsx'
import { useShortcuts } from '../../kit/keys.ts'
import { usePerson } from '../../kit/person.ts'
import { Button } from '../../kit/ui/button.tsx'
import { actions, nouns } from '../../kit/words/texts.ts'
import { t } from './batch-texts.ts'
import { type Publication, subjectKey } from './rules.ts'
import type { Selection } from './selection.ts'
import { CALLS } from './team.tsx'

type Assignee = PersonInBrief | null
/** A publication, the assignee that was seen, and the one that it gets. */
interface Change {
  readonly id: string
  readonly seen: Assignee
  readonly to: Assignee
}

/** The assignee and the note of several: one request for each, one outcome, undone as one until the pane is left. */
export function BatchTeam({
  selection,
  onChange,
}: {
  readonly selection: Selection
  onChange(id: string, change: Partial<Publication>): void
}) {
  const { publications, whole } = selection
  const me = usePerson()
  const [isWriting, setWriting] = useState(false)
  const [isGiving, setGiving] = useState(false)
  const [undoable, setUndoable] = useState<readonly Change[]>([])
  const { act, tell, outcomeLine } = useActs()
  const patch = (id: string, change: Partial<Publication>) => {
    patchCached(CALLS.held, id, change)
    selection.update(id, change)
    onChange(id, change)
    void client.invalidateQueries({ queryKey: ['history', id] })
  }
  /** What a colleague changed meanwhile stays. After a failure the others are sent all the same. */
  const assign = async (changes: readonly Change[]) => {
    const done: Change[] = []
    const failures: unknown[] = []
    let kept = 0
    for (const change of changes) {
      const { id, seen, to } = change
      try {
        await CALLS.assign(id, { assignee_id: to?.id ?? null, instead_of: seen?.id ?? null })
        patch(id, { assignee: to })
        done.push(change)
      } catch (error) {
        if (!isVersionConflict(error)) failures.push(error)
        else {
          kept += 1
          patch(id, { assignee: await CALLS.assigneeOf(id) })
        }
      }
    }
    setUndoable(done)
    if (failures.length > 0 && done.length === 0 && kept === 0) throw failures[0]
    return { done: done.length, kept, failed: failures.length }
  }
  const give = (to: Assignee, said: (n: number) => string) => {
    setGiving(false)
    const changes = publications
      .filter(one => one.assignee?.id !== to?.id)
      .map(({ id, assignee }) => ({ id, seen: assignee, to }))
    void act(
      () => assign(changes),
      ({ done, kept, failed }) =>
        [
          (done > 0 || changes.length === 0) && said(done || publications.length),
          kept > 0 && t.kept(kept),
          failed > 0 && t.notAssigned(failed),
        ]
          .filter(Boolean)
          .join(' '),
    )
  }
  const undo = () => {
    const back = undoable.map(({ id, seen, to }) => ({ id, seen: to, to: seen }))
    void act(
      async () => {
        const outcome = await assign(back)
        setUndoable([])
        return outcome
      },
      ({ done, kept, failed }) =>
        [t.undone(done), kept > 0 && t.kept(kept), failed > 0 && t.notAssigned(failed)]
          .filter(Boolean)
          .join(' '),
    )
  }
  const take = () => {
    if (whole) return tell(t.notWhole)
    if (!me) return
    // As for one: the key also lets go of what is taken.
    if (publications.every(({ assignee }) => assignee?.id === me.id)) give(null, t.left)
    else give({ id: me.id, nom: me.nom }, t.taken)
  }
  const write = () => (whole ? tell(t.notWhole) : setWriting(true))
  const addNote = async (note: NewColleagueNote, once: string) => {
    await forEach(publications, async ({ id, notes_count }) => {
      await CALLS.addNote(id, note, `${once}-${id}`)
      patch(id, { notes_count: notes_count + 1 })
    })
    tell(t.noted(publications.length))
  }
  useShortcuts([
    { key: KEYS.take, does: team.take, run: take },
    { key: KEYS.give, does: team.give, run: () => (whole ? tell(t.notWhole) : setGiving(true)) },
    { key: KEYS.note, does: team.note, run: write },
    ...(undoable.length > 0 ? [{ key: KEYS.undo, does: actions.undo, run: undo }] : []),
  ])
  return (
    <section className="stack gap-10 top-16 to-680" aria-label={nouns.team}>
      <div className="row gap-10">
        <Button hint={KEYS.take} onClick={take}>
          {team.take}
        </Button>
        {isGiving ? (
          <Colleagues
            me={me && { id: me.id, nom: me.nom }}
            onLeave={() => setGiving(false)}
            onChoose={to => give(to, n => t.givenTo(n, to.nom ?? team.unknown))}
          />
        ) : (
          <Button hint={KEYS.give} onClick={() => (whole ? tell(t.notWhole) : setGiving(true))}>
            {team.give}
          </Button>
        )}
        <Button icon="pen" hint={KEYS.note} onClick={write}>
          {team.note}
        </Button>
      </div>
      {outcomeLine('soft')}
      {undoable.length > 0 && (
        <p>
          <Button look="link" hint={KEYS.undo} onClick={undo}>
            {actions.undo}
          </Button>
        </p>
      )}
      {isWriting && (
        <WriteNote
          id={subjectKey(publications, publications.length)}
          colleagues={CALLS.colleagues}
          onKeep={addNote}
          onDone={() => setWriting(false)}
        />
      )}
    </section>
  )
}

/** The list of colleagues, with the focus. */
function Colleagues({
  me,
  onLeave,
  onChoose,
}: {
  readonly me: PersonInBrief | undefined
  onLeave(): void
  onChoose(to: PersonInBrief): void
}) {
  const { data } = useQuery({ ...CALLS.colleagues, staleTime: 60_000 })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.querySelector('select')?.focus()
  }, [])
  const people = new Map([...(me ? [me] : []), ...(data?.data ?? [])].map(one => [one.id, one]))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the list by its own key
    <div ref={place} onKeyDown={event => event.key === 'Escape' && onLeave()}>
      <Choice
        label={t.giveTo}
        value={undefined}
        all={t.chooseWho}
        options={[...people].map(([id, { nom }]) => [id, nom ?? team.unknown])}
        onChange={id => {
          const to = id && people.get(id)
          if (to) onChoose(to)
        }}
      />
    </div>
  )
}

/** One request after the other, also after a failed one; the first failure is told. */
async function forEach(
  publications: readonly Publication[],
  send: (publication: Publication) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const publication of publications)
    await send(publication).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
