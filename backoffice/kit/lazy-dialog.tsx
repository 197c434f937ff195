import { Children, type ReactNode, Suspense } from 'react'
import { t } from './texts.ts'
import { Dialog } from './ui/dialog.tsx'
import { Pane } from './ui/pane.tsx'
import { common } from './words/texts.ts'

/** A dialog whose code is being loaded. Shortcuts are off meanwhile (`isDialogOpen`). */
export function LazyDialog({
  onClose,
  children,
}: {
  /** Closes a dialog that failed to load. */
  onClose(): void
  readonly children: ReactNode
}) {
  return (
    <Pane
      part="dialog"
      name={t.question}
      of={`${Children.toArray(children).length}`}
      instead={{ label: common.close, run: onClose }}
      frame={content => (
        <Dialog title={t.questionFailed} onClose={onClose}>
          {content}
        </Dialog>
      )}
    >
      <Suspense fallback={<span hidden data-opening="" />}>{children}</Suspense>
    </Pane>
  )
}
