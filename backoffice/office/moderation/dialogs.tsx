import { lazy } from 'react'
import type { Action, CorrectedWords } from './actions.ts'
import { Reject } from './reject.tsx'
import type { Publication } from './rules.ts'

// The rarer ones are files of their own (`src/operation/backoffice/vite.ts`).
const Compare = lazy(() => import('./compare.tsx').then(({ Compare }) => ({ default: Compare })))
const Correct = lazy(() => import('./correct.tsx').then(({ Correct }) => ({ default: Correct })))
const Feature = lazy(() => import('./feature.tsx').then(({ Feature }) => ({ default: Feature })))
const Illegal = lazy(() => import('./illegal.tsx').then(({ Illegal }) => ({ default: Illegal })))
const Revisions = lazy(() => import('./revisions.tsx').then(({ Revisions }) => ({ default: Revisions })))
const Schedule = lazy(() => import('./schedule.tsx').then(({ Schedule }) => ({ default: Schedule })))
const SendBack = lazy(() => import('./send-back.tsx').then(({ SendBack }) => ({ default: SendBack })))

/** The dialogs of the desk, about the open publication or the selected ones. */
export type Asking =
  | 'reject'
  | 'send back'
  | 'feature'
  | 'schedule'
  | 'correct'
  | 'earlier texts'
  | 'compare'
  | 'illegal'

/** The other dialogs are about the open publication. */
const ABOUT_MANY: ReadonlySet<Asking> = new Set(['reject', 'send back', 'schedule', 'feature'])
export const isAboutMany = (what: Asking): boolean => ABOUT_MANY.has(what)

interface Props {
  readonly asking: Asking
  readonly open: Publication | undefined
  /** The publications that the dialog is about, as far as this page has them; `count`: all of them. */
  readonly about: readonly Publication[]
  readonly count: number
  onClose(): void
  onAction(action: Action): void
  /** `purge`: the addresses that a cache may still hold. */
  onFilesRemoved(purge: readonly string[]): void
  /** `read`: the version that was corrected. */
  onCorrect(read: Publication, words: CorrectedWords, andPublish: boolean): Promise<boolean>
}

export function Dialogs({ asking, open, about, count, onClose, onAction, onFilesRemoved, onCorrect }: Props) {
  if (asking === 'reject')
    return <Reject publications={about} count={count} onClose={onClose} onReject={onAction} />
  if (asking === 'send back')
    return <SendBack publications={about} count={count} onClose={onClose} onSendBack={onAction} />
  if (asking === 'feature')
    return <Feature publications={about} count={count} onClose={onClose} onFeature={onAction} />
  if (asking === 'schedule')
    return <Schedule publications={about} count={count} onClose={onClose} onSchedule={onAction} />
  if (!open) return null
  switch (asking) {
    case 'correct':
      return <Correct publication={open} onClose={onClose} onCorrect={onCorrect} />
    case 'illegal':
      return (
        <Illegal
          of={open.id}
          onClose={onClose}
          onRemove={(reason, draft) => {
            onAction({ kind: 'delete', illegal: { reason, draft, onRemoved: onFilesRemoved } })
            return 'not sent'
          }}
        />
      )
    case 'compare':
      return <Compare publication={open} onClose={onClose} onAction={onAction} />
    case 'earlier texts':
      return (
        <Revisions
          publication={open}
          onClose={onClose}
          onGoBack={revision => onAction({ kind: 'go back', revision })}
        />
      )
  }
}
