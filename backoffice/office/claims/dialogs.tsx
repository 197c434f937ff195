import { useQuery } from '@tanstack/react-query'
import type { Claim, ClaimDecision } from '../../kit/api/contract.ts'
import { reading } from '../../kit/api/queries.ts'
import type { Conflict } from '../../kit/desk/conflicts.ts'
import { t as all } from '../../kit/desk/texts.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { type Fields, useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { TextArea } from '../../kit/ui/field.tsx'
import { Note, NotYet } from '../../kit/ui/message.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { moment } from '../../kit/words/format.ts'
import { nouns } from '../../kit/words/texts.ts'
import css from './claims.module.css'
import { t } from './dialogs-texts.ts'
import { draftKey } from './drafts.ts'
import { type Rights, RightsFields } from './rights.tsx'
import { type ClaimConflict, itemOf } from './use-claims.ts'
import { Verdict } from './verdict.tsx'

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

interface Approval extends Rights {
  readonly user_id: string | undefined
  readonly note: string
}

function Approve({ claim, onClose, onDecide }: Props) {
  const item = useQuery(itemOf(claim.id))
  const form = useRecord<undefined, Approval>({
    key: draftKey(claim.id, 'approve'),
    record: undefined,
    typedOf: () => ({ role: 'owner', permissions: [], user_id: undefined, note: '' }),
    labels: { note: nouns.note },
    async send({ role, permissions, user_id, note }) {
      onDecide({
        status: 'approved',
        role,
        permissions: [...permissions],
        note: note.trim() || null,
        ...(user_id && { user_id }),
      })
      return 'not sent'
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.approving.title}
      about={who(claim)}
      onClose={onClose}
      keep={t.approving.keep}
      now={t.approving.title}
      hint="Ctrl ↵"
      off={!item.data}
    >
      {item.data ? <Verdict claim={item.data.data} /> : <NotYet {...item} />}
      <RightsFields value={form.value} onChange={form.type} />
      <Picker
        kind="users"
        label={t.approving.user}
        hint={t.approving.userHint}
        optional
        value={form.value.user_id}
        onChange={user_id => form.type({ user_id })}
      />
      <NoteField form={form} />
      <Letter id={claim.id} which="approved" words="" />
    </FormDialog>
  )
}

function Reject({ claim, onClose, onDecide }: Props) {
  const form = useRecord<undefined, { readonly reason: string; readonly note: string }>({
    key: draftKey(claim.id, 'reject'),
    record: undefined,
    typedOf: () => ({ reason: '', note: '' }),
    labels: { reason: t.rejecting.reason, note: nouns.note },
    async send({ reason, note }) {
      onDecide({ status: 'rejected', reason: reason.trim() || null, note: note.trim() || null })
      return 'not sent'
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.rejecting.title}
      about={who(claim)}
      onClose={onClose}
      keep={t.rejecting.keep}
      now={t.rejecting.title}
      look="grave"
      hint="Ctrl ↵"
    >
      <TextArea
        {...form.field('reason')}
        hint={t.rejecting.reasonHint}
        optional
        rows={4}
        maxLength={1000}
        autoFocus
      />
      <NoteField form={form} />
      <Letter id={claim.id} which="rejected" words={form.value.reason} />
    </FormDialog>
  )
}

function AskMore({ claim, onClose, onAsk }: Props) {
  const form = useRecord<undefined, { readonly message: string }>({
    key: draftKey(claim.id, 'question'),
    record: undefined,
    typedOf: () => ({ message: '' }),
    labels: { message: t.asking.message },
    check: ({ message }) => ({ message: message.trim() === '' ? t.asking.missing : undefined }),
    async send({ message }) {
      onAsk(message.trim())
      return 'not sent'
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.asking.title}
      about={who(claim)}
      onClose={onClose}
      keep={t.asking.keep}
      now={t.asking.now}
      hint="Ctrl ↵"
    >
      <TextArea {...form.field('message')} hint={t.asking.hint} rows={5} maxLength={5000} autoFocus />
      <Letter id={claim.id} which="question" words={form.value.message} />
    </FormDialog>
  )
}

const NoteField = ({ form }: { readonly form: Pick<Fields<{ readonly note: string }>, 'field'> }) => (
  <TextArea {...form.field('note')} hint={t.noteHint} optional rows={2} maxLength={1000} />
)

/** A preview of the mail with the text being typed. */
function Letter({
  id,
  which,
  words,
}: {
  readonly id: string
  readonly which: 'approved' | 'rejected' | 'question'
  readonly words: string
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
      <summary className="medium">
        <bdi>{t.letter(letters.to)}</bdi>
      </summary>
      <p className="soft second">{t.soon}</p>
      <section
        className="second anywhere pre top-8"
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
        tabIndex={0}
        aria-label={t.letter(letters.to)}
      >
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
      <p>{all.took(t.state[now.status], by, moment(new Date(now.decided_at ?? Date.now()), new Date()))}</p>
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
