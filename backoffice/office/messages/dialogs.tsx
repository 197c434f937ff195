import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Thread } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import type { Conflict } from '../../kit/desk/conflicts.ts'
import { t as team } from '../../kit/desk/team-texts.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog, DialogActs } from '../../kit/ui/dialog.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { Problem } from '../../kit/ui/message.tsx'
import { useSettled } from '../../kit/ui/settled.ts'
import { common, nouns } from '../../kit/words/texts.ts'
import css from './dialogs.module.css'
import { Prepared } from './prepared.tsx'
import { t as prepared } from './prepared-texts.ts'
import { stateOf } from './rules.ts'
import { t } from './texts.ts'
import type { ThreadConflict } from './use-messages.ts'

/** The dialogs of the desk, loaded when one opens. */
export function Dialogs({
  asking,
  thread,
  conflict,
  onClose,
  onMerge,
  onRead,
}: {
  readonly asking: 'merge' | 'prepared' | undefined
  readonly thread: Thread | undefined
  readonly conflict: Conflict<ThreadConflict> | undefined
  onClose(): void
  onMerge(other: string): void
  /** Opens the conversation to read the new message. */
  onRead(id: string): void
}) {
  return (
    <>
      {asking === 'merge' && thread && <Merge thread={thread} onClose={onClose} onMerge={onMerge} />}
      {asking === 'prepared' && (
        <Dialog title={nouns.preparedAnswers} about={prepared.about} wide onClose={onClose}>
          <Prepared />
          <Acts>
            <Button onClick={onClose}>{common.close}</Button>
          </Acts>
        </Dialog>
      )}
      {conflict && <ConflictDialog key={conflict.turn} {...conflict} onRead={onRead} />}
    </>
  )
}

/** A version conflict: overwrite, or keep the current state. */
function ConflictDialog({
  now,
  isReply,
  choose,
  onRead,
}: Conflict<ThreadConflict> & {
  onRead(id: string): void
}) {
  const keep = () => choose(false)
  return (
    <Dialog
      title={isReply ? t.stale.titleReply : t.stale.title}
      about={`« ${now.subject} »`}
      onClose={keep}
      onSubmit={() => {
        keep()
        if (isReply) onRead(now.id)
      }}
    >
      {isReply && <Written thread={now} />}
      <p>
        {t.stale.now(t.state[stateOf(now)], now.assignee ? (now.assignee.nom ?? t.unknown) : team.nobody)}
      </p>
      <Acts>
        <Button onClick={() => choose(true)}>{isReply ? t.stale.sendAnyway : t.stale.insist}</Button>
        <Button look="primary" type="submit" data-first="">
          {isReply ? t.stale.read : t.stale.keep}
        </Button>
      </Acts>
    </Dialog>
  )
}

/** The message that came meanwhile, to decide whether the reply still fits. */
function Written({ thread: { last_message: last, requester } }: { readonly thread: Thread }) {
  if (!last) return null
  return (
    <>
      <p>
        {last.direction === 'outbound'
          ? t.stale.answered(last.by ?? t.team)
          : t.stale.wrote(requester.nom ?? requester.email)}
      </p>
      <blockquote className={css.words} dir="auto">
        {last.excerpt}
      </blockquote>
    </>
  )
}

/** Searches the conversation to merge into this one. Those of the same person are listed below the conversation itself. */
function Merge({
  thread,
  onClose,
  onMerge,
}: {
  readonly thread: Thread
  onClose(): void
  onMerge(other: string): void
}) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const [missing, setMissing] = useState(false)
  const q = useSettled(typed.trim())
  const { data, error, refetch } = useQuery(
    reading('GET /api/v1/admin/messages/threads', { query: { ...(q && { q }), per_page: 8 } }),
  )
  const others = data?.data.filter(({ id }) => id !== thread.id) ?? []
  const isListed = others.some(({ id }) => id === chosen)
  return (
    <Dialog
      title={t.merging.title}
      about={t.merging.about(thread.subject)}
      onClose={onClose}
      onSubmit={() => (chosen && isListed ? onMerge(chosen) : setMissing(true))}
    >
      <Field
        label={t.merging.look}
        type="search"
        autoFocus
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      {error && <Problem error={error} retry={() => void refetch()} />}
      <fieldset className={css.choice}>
        <legend className="unseen">{t.merging.choose}</legend>
        {data && others.length === 0 && <p>{t.merging.none}</p>}
        {others.map(({ id, subject, requester }) => (
          <label className="flex middle gap-12" key={id}>
            <input
              type="radio"
              name="other"
              checked={id === chosen}
              onChange={() => {
                setChosen(id)
                setMissing(false)
              }}
            />
            <span className="anywhere fits">
              <b dir="auto">{subject}</b>
              <small className="soft block" dir="auto">
                {requester.nom ?? requester.email}
              </small>
            </span>
          </label>
        ))}
      </fieldset>
      <p className="bad medium" role="alert">
        {missing && t.merging.missing}
      </p>
      <p>{t.merging.other(thread.requester.email)}</p>
      <DialogActs keep={t.merging.keep} now={t.do.mergeThis} onClose={onClose} />
    </Dialog>
  )
}
