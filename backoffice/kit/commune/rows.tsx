import { type ReactNode, useRef, useState } from 'react'
import type { CommuneChanges, CommunePartVersions } from '../api/contract.ts'
import { useActs } from '../forms/acts.tsx'
import { sendOnNewest } from '../forms/newest.ts'
import { VersionConflict } from '../forms/version-conflict.tsx'
import { Button } from '../ui/button.tsx'
import { InView } from '../ui/message.tsx'
import { actions, common } from '../words/texts.ts'
import { useCommuneApi } from './api.ts'
import css from './commune.module.css'
import { t } from './texts.ts'

/** An array of a commune, changed row by row. Each change applies to the current array. */

interface Row {
  readonly id?: string | undefined
}
/** The request body of a row: its fields, and its id unless the row is new. */
export const rowToSend = <R extends Row>(fields: object, row: R): R =>
  Object.fromEntries(
    Object.entries(row).filter(
      ([name, value]) => value !== undefined && (name === 'id' || Object.hasOwn(fields, name)),
    ),
  ) as unknown as R

type Step<R> = (rows: readonly R[]) => readonly R[]
interface Read<R> {
  readonly rows: readonly R[]
  readonly version: number
}

/** A version conflict: the change waits until the person has chosen. */
interface Held<R> {
  readonly step: Step<R>
  /** The rows as the person saw them: the page shows the newest ones behind the dialog. */
  readonly before: Read<R>
  readonly now: Read<R>
  choose(insists: boolean): void
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
  readonly part: keyof CommunePartVersions
  readonly read: Read<R>
  readonly reread: () => Promise<Read<R>>
  readonly bodyOf: (rows: readonly R[]) => Omit<CommuneChanges, 'versions'>
  /** The label of a row, in one line. */
  readonly lineOf: (row: R) => string
}) {
  const api = useCommuneApi()
  const [held, setHeld] = useState<Held<R>>()
  const { act, tell, outcome } = useActs(() => api.refresh(id))
  /** Answers whether it was saved: the person may keep what a colleague saved of `row`. Without a row it is added to the others. */
  const run = async (step: Step<R>, row: R | undefined, read: Read<R>): Promise<boolean> => {
    const rowIn = ({ rows }: Read<R>) => rows.filter(one => row?.id !== undefined && one.id === row.id)
    const added = row?.id === undefined ? only(step(read.rows), read.rows) : []
    /** A new row that was saved, and whose answer was lost. */
    let isThere = false
    const outcome = await sendOnNewest(read, {
      send: async ({ rows, version }) =>
        isThere || (await api.save(id, { ...bodyOf(step(rows)), versions: { [part]: version } })),
      async reread() {
        await api.refresh(id)
        return await reread()
      },
      follow(now, before) {
        isThere = added.length > 0 && added.every(line => lines(now.rows).includes(line))
        return JSON.stringify(rowIn(now)) === JSON.stringify(rowIn(before))
      },
    })
    if ('reply' in outcome) return true
    const now = outcome.theirs
    return (await insistsOn(step, read, now)) && (await run(step, row, now))
  }
  const insistsOn = async (step: Step<R>, before: Read<R>, now: Read<R>): Promise<boolean> => {
    const insists = await new Promise<boolean>(choose => setHeld({ step, before, now, choose }))
    setHeld(undefined)
    return insists
  }
  const lines = (rows: readonly R[]) => rows.map(lineOf)
  const only = (mine: readonly R[], others: readonly R[]) => {
    const there = new Set(lines(others))
    return lines(mine).filter(line => !there.has(line))
  }
  const latest = useRef(read)
  latest.current = read
  const putBack = (row: R, at: number) =>
    act(
      () => run(rows => rows.toSpliced(at, 0, { ...row, id: undefined }), undefined, latest.current),
      isSaved => isSaved && t.backAgain,
    )
  return {
    /** Replaces the row of the same id, or appends a new one. `base` is the row that the form began with. */
    async put(row: R, base: R) {
      tell(undefined)
      const shown = read.rows.find(({ id }) => id !== undefined && id === row.id)
      const isOlder = shown !== undefined && JSON.stringify(shown) !== JSON.stringify(base)
      const placed = (rows: readonly R[]) =>
        row.id !== undefined && rows.some(({ id }) => id === row.id)
          ? rows.map(one => (one.id === row.id ? row : one))
          : [...rows, { ...row, id: undefined }]
      // The list was read again since: the version is right, and the row is a colleague's.
      const before = { ...read, rows: read.rows.map(one => (one === shown ? base : one)) }
      const isSaved = (!isOlder || (await insistsOn(placed, before, read))) && (await run(placed, row, read))
      await api.refresh(id)
      tell(isSaved && common.saved)
      return isSaved
    },
    remove(row: R) {
      const at = read.rows.indexOf(row)
      const without = (rows: readonly R[]) => rows.filter(({ id }) => id !== row.id)
      const notice = (
        <>
          {t.removed(lineOf(row))}{' '}
          <Button look="link" icon="undo" onClick={() => putBack(row, at)}>
            {actions.undo}
          </Button>
        </>
      )
      void act(
        () => run(without, row, read),
        isSaved => isSaved && notice,
      )
    },
    said: (
      <>
        <InView>{outcome}</InView>
        {held && (
          <VersionConflict
            theirs={only(held.now.rows, held.before.rows)}
            mine={only(held.step(held.now.rows), held.now.rows)}
            onKeep={() => held.choose(false)}
            onInsist={() => held.choose(true)}
          />
        )}
      </>
    ),
  }
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
        <li className="row apart at-top gap-6-16" key={row.id}>
          <div dir="auto">
            <b className="bold">{titleOf(row)}</b>
            <small className="soft second block">{aboutOf(row)}</small>
          </div>
          {!isLocked && (
            <span className="row gap-8">
              <Button onClick={() => onEdit(row)}>
                {actions.edit}
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
