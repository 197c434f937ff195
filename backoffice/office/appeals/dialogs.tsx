import type { Appeal, AppealDecision } from '../../kit/api/contract.ts'
import type { Conflict } from '../../kit/desk/conflicts.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { TextArea } from '../../kit/ui/field.tsx'
import { Note } from '../../kit/ui/message.tsx'
import { t } from './texts.ts'
import { type AppealConflict, draftKey } from './use-appeals.ts'

export type Asking = AppealDecision['status']

/** An outcome needs reasons, which are mailed. */
export function Answer({
  asking,
  appeal,
  onClose,
  onDecide,
}: {
  readonly asking: Asking
  readonly appeal: Appeal
  onClose(): void
  onDecide(decision: AppealDecision): void
}) {
  const form = useRecord<undefined, { readonly answer: string }>({
    key: draftKey(appeal.id, asking),
    record: undefined,
    typedOf: () => ({ answer: '' }),
    labels: { answer: t.asking.reasons },
    check: ({ answer }) => ({ answer: answer.trim() === '' ? t.asking.missing : undefined }),
    async send({ answer }) {
      onDecide({ status: asking, answer: answer.trim() })
      return 'not sent'
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.asking[asking]}
      about={appeal.nom}
      onClose={onClose}
      keep={t.asking.keep}
      now={t.asking[asking]}
      look={asking === 'upheld' ? 'grave' : 'primary'}
      hint="Ctrl ↵"
    >
      {asking === 'overturned' && (
        <Note tone="info">
          <p>{t.asking.effect[appeal.kind]}</p>
        </Note>
      )}
      <TextArea {...form.field('answer')} hint={t.asking.reasonsHint} rows={6} maxLength={2000} autoFocus />
    </FormDialog>
  )
}

/** A colleague decided meanwhile, which is final. */
export function DecidedMeanwhile({ now, choose }: Conflict<AppealConflict>) {
  const close = () => choose(false)
  return (
    <Dialog title={t.taken} about={now.nom} onClose={close} onSubmit={close}>
      <p>{t.takenNext}</p>
      <Acts>
        <Button look="primary" type="submit" data-first="">
          {t.seen}
        </Button>
      </Acts>
    </Dialog>
  )
}
