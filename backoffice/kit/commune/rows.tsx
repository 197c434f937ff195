import { type ReactNode, useEffect, useState } from 'react'
import type { CommuneChanges } from '../api/contract.ts'
import { Stale } from '../forms/stale.tsx'
import { Button } from '../ui/button.tsx'
import { Acts, Dialog } from '../ui/dialog.tsx'
import { Failure, Note, Problem } from '../ui/message.tsx'
import css from './commune.module.css'
import { type PartName, type Saving, useSaving } from './saving.ts'
import { t } from './texts.ts'

/** An array of a commune, changed row by row. Each change applies to the current array. */

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
  /** The label of a row, in one line. */
  readonly lineOf: (row: R) => string
}) {
  const saving = useSaving(id, part)
  const [held, setHeld] = useState<Held<R>>()
  const [removed, setRemoved] = useState<{ readonly row: R; readonly at: number }>()
  const run = async (step: Step<R>, done: string, { rows, version }: Read<R>) => {
    setRemoved(undefined)
    setHeld(undefined)
    const outcome = await saving.save(bodyOf(step(rows)), version, done)
    if (outcome === 'stale') setHeld({ step, done, now: await reread() })
    return outcome
  }
  const lines = (rows: readonly R[]) => rows.map(lineOf)
  const only = (mine: readonly R[], others: readonly R[]) => {
    const there = new Set(lines(others))
    return lines(mine).filter(line => !there.has(line))
  }
  return {
    saving,
    /** Replaces the row of the same id, or appends a new one. False: refused, the form stays open. */
    put: async (row: R): Promise<boolean> =>
      (await run(
        rows =>
          row.id !== undefined && rows.some(({ id }) => id === row.id)
            ? rows.map(one => (one.id === row.id ? row : one))
            : [...rows, { ...row, id: undefined }],
        t.saved,
        read,
      )) !== 'refused',
    async remove(row: R) {
      const at = read.rows.indexOf(row)
      const without = (rows: readonly R[]) => rows.filter(({ id }) => id !== row.id)
      if ((await run(without, t.removed(lineOf(row)), read)) === 'saved') setRemoved({ row, at })
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

/** The form of one row, in a dialog. A failure is shown in it, and the typed values stay. */
export function RowDialog({
  title,
  saving,
  told,
  onClose,
  onSend,
  children,
}: {
  readonly title: string
  readonly saving: Saving
  /** A refusal that belongs to no field. */
  readonly told?: string | undefined
  onClose(): void
  onSend(): void
  readonly children: ReactNode
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said before is about another row
  useEffect(() => {
    saving.forget()
    return saving.forget
  }, [])
  return (
    <Dialog title={title} onClose={onClose} onSubmit={onSend}>
      {children}
      {told && <Failure>{told}</Failure>}
      {saving.error !== undefined && <Problem error={saving.error} />}
      <Acts>
        <Button onClick={onClose}>{t.notSave}</Button>
        <Button look="primary" type="submit" off={saving.busy}>
          {t.save}
        </Button>
      </Acts>
    </Dialog>
  )
}

/** The rows with their buttons. */
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
