import { type ReactNode, useState } from 'react'
import type { CommuneChanges } from '../api/contract.ts'
import { Button } from '../ui/button.tsx'
import { Note, Problem } from '../ui/message.tsx'
import css from './communes.module.css'
import { type PartName, useSaving } from './saving.ts'
import { Stale } from './stale.tsx'
import { t } from './texts.ts'

/** An array of a commune, changed row by row: each change is a step on whatever the array is by then. */

interface Row {
  readonly id?: string | undefined
}
type Step<R> = (rows: readonly R[]) => readonly R[]
interface Read<R> {
  readonly rows: readonly R[]
  readonly version: number
}

interface Held<R> {
  readonly step: Step<R>
  readonly done: string
  readonly now: Read<R>
}

export function useRows<R extends Row>({
  id,
  part,
  read,
  reread,
  bodyOf,
  lineOf,
}: {
  readonly id: string
  readonly part: PartName
  readonly read: Read<R>
  readonly reread: () => Promise<Read<R>>
  readonly bodyOf: (rows: readonly R[]) => Omit<CommuneChanges, 'versions'>
  /** A row in one line. */
  readonly lineOf: (row: R) => string
}) {
  const saving = useSaving(id, part)
  const [held, setHeld] = useState<Held<R>>()
  const [removed, setRemoved] = useState<{ readonly row: R; readonly at: number }>()
  const run = async (step: Step<R>, done: string, { rows, version }: Read<R>): Promise<boolean> => {
    setRemoved(undefined)
    setHeld(undefined)
    const outcome = await saving.save(bodyOf(step(rows)), version, done)
    if (outcome === 'stale') setHeld({ step, done, now: await reread() })
    return outcome === 'saved'
  }
  const lines = (rows: readonly R[]) => rows.map(lineOf)
  const only = (mine: readonly R[], others: readonly R[]) => {
    const there = new Set(lines(others))
    return lines(mine).filter(line => !there.has(line))
  }
  return {
    saving,
    /** Another row of the same id, or a new one at the end. */
    put: (row: R) =>
      run(
        rows =>
          row.id !== undefined && rows.some(({ id }) => id === row.id)
            ? rows.map(one => (one.id === row.id ? row : one))
            : [...rows, { ...row, id: undefined }],
        t.saved,
        read,
      ),
    async remove(row: R) {
      const at = read.rows.indexOf(row)
      if (await run(rows => rows.filter(({ id }) => id !== row.id), t.removed(lineOf(row)), read))
        setRemoved({ row, at })
    },
    said: (
      <>
        <div role="status">
          {saving.said && (
            <Note tone="ok">
              {saving.said}{' '}
              {removed && (
                <Button
                  look="link"
                  icon="undo"
                  onClick={() =>
                    void run(
                      rows => rows.toSpliced(removed.at, 0, { ...removed.row, id: undefined }),
                      t.backAgain,
                      read,
                    )
                  }
                >
                  {t.undo}
                </Button>
              )}
            </Note>
          )}
        </div>
        {saving.error !== undefined && <Problem error={saving.error} />}
        {held && (
          <Stale
            theirs={only(held.now.rows, read.rows)}
            mine={only(held.step(held.now.rows), held.now.rows)}
            onKeep={() => setHeld(undefined)}
            onInsist={() => void run(held.step, held.done, held.now)}
          />
        )}
      </>
    ),
  }
}

/** The rows with what can be done to each. */
export function RowList<R extends Row>({
  rows,
  isLocked,
  titleOf,
  aboutOf,
  onEdit,
  onRemove,
}: {
  readonly rows: readonly R[]
  readonly isLocked: boolean
  readonly titleOf: (row: R) => string
  readonly aboutOf: (row: R) => ReactNode
  onEdit(row: R): void
  onRemove(row: R): void
}) {
  return (
    <ul className={css.rows}>
      {rows.map(row => (
        <li key={row.id}>
          <div dir="auto">
            <b>{titleOf(row)}</b>
            <small>{aboutOf(row)}</small>
          </div>
          {!isLocked && (
            <span className={css.acts}>
              <Button onClick={() => onEdit(row)}>
                {t.edit}
                <span className="unseen">{titleOf(row)}</span>
              </Button>
              <Button look="quiet" onClick={() => onRemove(row)}>
                {t.remove}
                <span className="unseen">{titleOf(row)}</span>
              </Button>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
