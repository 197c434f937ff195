import { type ComponentProps, createContext, type ReactNode } from 'react'
import { type Shortcut, useShortcuts } from '../keys.ts'
import { LazyDialog } from '../lazy-dialog.tsx'
import { DialogNews } from '../ui/dialog.tsx'
import { actions } from '../words/texts.ts'
import { KEYS } from './desk-keys.ts'
import type { Failures } from './failures.ts'
import { isNarrow, type useOpenItem } from './open-item.ts'
import { DeskPanes } from './panes.tsx'
import { t } from './texts.ts'
import type { Notify } from './use-desk.ts'

/** Refuses a key that is pressed before the next item is shown, and says so. For the keys of a part of the item. */
export const RefusedKey = createContext<() => boolean>(() => false)

/** A desk: its list beside the open item, the keys that every desk has, and its dialogs. */
export function DeskScreen({
  desk: { failures, conflict, notifier, refuseWhileUndoing },
  opened: { openId, isNamed, isOpening, show, step },
  does,
  keys,
  onUndo,
  onLeave = () => isNarrow() && show(undefined),
  head,
  list,
  item,
  isSeveral = false,
  news,
  children,
  onDialogsClosed,
}: {
  readonly desk: {
    readonly failures: Failures
    readonly conflict: { choose(overwrite: boolean): void } | undefined
    notifier(): Notify
    refuseWhileUndoing(): boolean
  }
  readonly opened: Pick<ReturnType<typeof useOpenItem>, 'openId' | 'isNamed' | 'isOpening' | 'show' | 'step'>
  /** What the keys do that every desk has. */
  readonly does: { readonly next: string; readonly previous: string; readonly back?: string }
  /** The keys of this desk. */
  readonly keys: readonly Shortcut[]
  onUndo(): void
  /** By default a narrow screen shows the list again. */
  onLeave?(): unknown
  /** Several items are selected, and shown in place of the open one. */
  readonly isSeveral?: boolean
  /** What a colleague did with the item that a dialog asks about (`DialogNews`). */
  readonly news?: ReactNode
  /** The dialogs. */
  readonly children: ReactNode
  onDialogsClosed(): void
} & Pick<ComponentProps<typeof DeskPanes>, 'head' | 'list' | 'item'>) {
  /** A key pressed before the next item is shown would decide about the one before it, or about one that nobody has seen. */
  const refuseWhileOpening = (): boolean => {
    if (!isOpening()) return false
    notifier()({ tone: 'bad', text: t.opening })
    return true
  }
  useShortcuts([
    { key: KEYS.next, does: does.next, run: () => step(1), goesOn: true },
    { key: KEYS.previous, does: does.previous, run: () => step(-1), goesOn: true },
    ...keys.map(one => ({ ...one, run: () => refuseWhileUndoing() || refuseWhileOpening() || one.run() })),
    { key: KEYS.undo, does: actions.undo, run: () => refuseWhileUndoing() || onUndo() },
    { key: KEYS.leave, does: does.back ?? t.back, run: onLeave },
  ])
  return (
    <>
      <RefusedKey value={refuseWhileOpening}>
        <DeskPanes
          failures={failures}
          itemId={isSeveral ? 'selected' : openId}
          onNext={() => step(1)}
          isOpen={isNamed}
          isSeveral={isSeveral}
          head={head}
          list={list}
          item={item}
        />
      </RefusedKey>
      <DialogNews value={news}>
        <LazyDialog
          onClose={() => {
            onDialogsClosed()
            conflict?.choose(false)
          }}
        >
          {children}
        </LazyDialog>
      </DialogNews>
    </>
  )
}
