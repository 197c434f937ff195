import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Claim, ClaimDecision } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import type { Conflict } from '../../kit/desk/conflicts.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { TextArea } from '../../kit/ui/field.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { moment } from '../../kit/words/format.ts'
import css from './claims.module.css'
import { t } from './dialogs-texts.ts'
import { type Rights, RightsFields } from './rights.tsx'
import { type ClaimConflict, itemOf } from './use-claims.ts'
import { useWords } from './words.ts'

export type Asking = 'approve' | 'reject' | 'more'

interface Props {
  readonly asking: Asking
  readonly claim: Claim
  onClose(): void
  onDecide(decision: ClaimDecision): void
  onAsk(message: string): void
}

/** The dialogs of a decision and of a question to the claimant. */
export function Dialogs(props: Props) {
  if (props.asking === 'approve') return <Approve {...props} />
  return props.asking === 'reject' ? <Reject {...props} /> : <AskMore {...props} />
}

const who = ({ nom, email, acteur }: Claim) => `${nom ?? email ?? t.noName} · ${acteur.nom}`

function Approve({ claim, onClose, onDecide }: Props) {
  const [rights, setRights] = useState<Rights>({ role: 'owner', permissions: [] })
  const [user, setUser] = useState<string>()
  const [note, setNote] = useWords(claim.id, 'note')
  return (
    <Dialog
      title={t.approving.title}
      about={who(claim)}
      onClose={onClose}
      onSubmit={() =>
        onDecide({
          status: 'approved',
          role: rights.role,
          permissions: [...rights.permissions],
          note: note.trim() || null,
          ...(user && { user_id: user }),
        })
      }
    >
      <RightsFields value={rights} onChange={setRights} />
      <Picker
        kind="users"
        label={t.approving.user}
        hint={t.approving.userHint}
        optional
        value={user}
        onChange={setUser}
      />
      <NoteField value={note} onChange={setNote} />
      <Letter id={claim.id} which="approved" words="" after={t.soon} />
      <Acts>
        <Button onClick={onClose}>{t.approving.keep}</Button>
        <Button look="primary" type="submit" hint="Ctrl ↵">
          {t.approving.now}
        </Button>
      </Acts>
    </Dialog>
  )
}

function Reject({ claim, onClose, onDecide }: Props) {
  const [reason, setReason] = useWords(claim.id, 'reason')
  const [note, setNote] = useWords(claim.id, 'note')
  return (
    <Dialog
      title={t.rejecting.title}
      about={who(claim)}
      onClose={onClose}
      onSubmit={() =>
        onDecide({ status: 'rejected', reason: reason.trim() || null, note: note.trim() || null })
      }
    >
      <TextArea
        label={t.rejecting.reason}
        hint={t.rejecting.reasonHint}
        optional
        rows={4}
        maxLength={1000}
        autoFocus
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
      />
      <NoteField value={note} onChange={setNote} />
      <Letter id={claim.id} which="rejected" words={reason} after={t.soon} />
      <Acts>
        <Button onClick={onClose}>{t.rejecting.keep}</Button>
        <Button look="grave" type="submit" hint="Ctrl ↵">
          {t.rejecting.now}
        </Button>
      </Acts>
    </Dialog>
  )
}

function AskMore({ claim, onClose, onAsk }: Props) {
  const [message, setMessage] = useWords(claim.id, 'question')
  const [missing, setMissing] = useState(false)
  return (
    <Dialog
      title={t.asking.title}
      about={who(claim)}
      onClose={onClose}
      onSubmit={() => (message.trim() ? onAsk(message.trim()) : setMissing(true))}
    >
      <TextArea
        label={t.asking.message}
        hint={t.asking.hint}
        error={missing && !message.trim() ? t.asking.missing : undefined}
        rows={5}
        maxLength={5000}
        autoFocus
        value={message}
        onChange={event => setMessage(event.currentTarget.value)}
      />
      <Letter id={claim.id} which="question" words={message} after={t.at10} />
      <Acts>
        <Button onClick={onClose}>{t.asking.keep}</Button>
        <Button look="primary" type="submit" hint="Ctrl ↵">
          {t.asking.now}
        </Button>
      </Acts>
    </Dialog>
  )
}

const NoteField = ({
  value,
  onChange,
}: {
  readonly value: string
  readonly onChange: (note: string) => void
}) => (
  <TextArea
    label={t.note}
    hint={t.noteHint}
    optional
    rows={2}
    maxLength={1000}
    value={value}
    onChange={event => onChange(event.currentTarget.value)}
  />
)

/** A preview of the mail with the text being typed. */
function Letter({
  id,
  which,
  words,
  after,
}: {
  readonly id: string
  readonly which: 'approved' | 'rejected' | 'question'
  readonly words: string
  readonly after: string
}) {
  const { data } = useQuery(reading('GET /api/v1/admin/claims/{id}/letters', { params: { id } }))
  const letters = data?.data
  if (!letters) return null
  if (letters.to === null)
    return (
      <Note tone="wait">
        <p>{t.noLetter}</p>
      </Note>
    )
  const { subject, opening, closing } = letters[which]
  return (
    <details className={css.letter}>
      <summary>
        <bdi>{t.letter(letters.to)}</bdi>
      </summary>
      <p className={css.soft}>{after}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section dir="auto" tabIndex={0} aria-label={t.letter(letters.to)}>
        {t.subject} {subject}
        {'\n\n'}
        {opening}
        {words.trim() && (
          <>
            {'\n\n'}
            <mark>{words.trim()}</mark>
          </>
        )}
        {closing && `\n\n${closing}`}
      </section>
    </details>
  )
}

/** A colleague decided meanwhile: their decision, and a choice. */
export function DecidedMeanwhile({ decision, now, choose }: Conflict<ClaimConflict>) {
  const { data } = useQuery(itemOf(now.id))
  const by = data?.data.decider?.nom ?? undefined
  const keep = () => choose(false)
  return (
    <Dialog title={t.taken.title} about={who(now)} onClose={keep} onSubmit={keep}>
      <p>{t.decision(t.state[now.status], by, moment(new Date(now.decided_at ?? Date.now()), new Date()))}</p>
      <Acts>
        {now.status !== 'expired' && (
          <Button onClick={() => choose(true)}>{t.taken.mine[decision.status]}</Button>
        )}
        <Button look="primary" type="submit" data-first="">
          {t.taken.theirs}
        </Button>
      </Acts>
    </Dialog>
  )
}
