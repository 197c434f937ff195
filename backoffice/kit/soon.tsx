import { Children, type ReactNode, Suspense } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Pane } from '../ui/pane.tsx'
import { common } from '../words/texts.ts'
import { t } from './texts.ts'

/** A question whose code still comes: until it is asked, what somebody types is no shortcut (`isDialogOpen`). */
export function Soon({
  onClose,
  children,
}: {
  /** Puts away a question that cannot be shown. */
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
