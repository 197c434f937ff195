import type { ReactNode } from 'react'
import type { Thread } from '../../kit/api/contract.ts'
import { DecisionBar, MoreActions } from '../../kit/desk/decision-bar.tsx'
import { KEYS } from '../../kit/desk/desk-keys.ts'
import { useSecondsLeft } from '../../kit/desk/seconds-left.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { actions } from '../../kit/words/texts.ts'
import type { Writing } from './compose.tsx'
import css from './decisions.module.css'
import { t } from './texts.ts'
import type { MessagesDesk } from './use-messages.ts'

/** The decision bar of a conversation, or the reply being written. */
export function Decisions({
  thread,
  desk,
  isMine,
  isWriting,
  onUndo,
  onWrite,
  onCloseOrOpen,
  onTake,
  onReadOrNot,
  onAsk,
  children,
}: {
  readonly thread: Thread | undefined
  readonly desk: MessagesDesk
  readonly isMine: boolean
  readonly isWriting: boolean
  onUndo(): void
  onWrite(kind: Writing['kind']): void
  onCloseOrOpen(): void
  onTake(): void
  onReadOrNot(): void
  onAsk(what: 'merge' | 'prepared'): void
  readonly children: ReactNode
}) {
  const left = useSecondsLeft(desk.lastStep?.until)
  const label = left === undefined ? actions.undo : `${t.do.undoSending} (${left} s)`
  const isClosed = thread?.status === 'closed'
  return (
    <DecisionBar
      notice={desk.notice}
      undo={desk.lastStep && { label, run: onUndo }}
      viewed={{ entity: 'thread', id: thread?.id }}
    >
      {isWriting
        ? children
        : thread &&
          !thread.merged_into && (
            <>
              <Button look="primary" icon="mail" hint={KEYS.reply} onClick={() => onWrite('reply')}>
                {t.do.reply}
              </Button>
              <span className={css.wide}>
                <Button hint={KEYS.note} onClick={() => onWrite('note')}>
                  {t.do.note}
                </Button>
              </span>
              <Button icon={isClosed ? 'undo' : 'check'} hint={KEYS.close} onClick={onCloseOrOpen}>
                {isClosed ? t.do.reopen : t.do.close}
              </Button>
              <MoreActions>
                <button type="button" onClick={() => onWrite('note')}>
                  <Icon name="pen" /> {t.do.note} <kbd>{KEYS.note}</kbd>
                </button>
                <button type="button" onClick={onTake}>
                  <Icon name="person" /> {isMine ? t.do.notMine : t.do.mine} <kbd>{KEYS.take}</kbd>
                </button>
                <button type="button" onClick={onReadOrNot}>
                  <Icon name="eye" /> {thread.unread ? t.do.read : t.do.unread} <kbd>{KEYS.unread}</kbd>
                </button>
                <button type="button" onClick={() => onAsk('merge')}>
                  <Icon name="twins" /> {t.do.merge}
                </button>
                <button type="button" onClick={() => onAsk('prepared')}>
                  <Icon name="mail" /> {t.do.prepared}
                </button>
              </MoreActions>
            </>
          )}
    </DecisionBar>
  )
}
