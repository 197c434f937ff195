import { namesOf } from '../../../shared/fields/field.ts'
import { CALL_OUTCOMES, CALLED_NUMBERS, type CallOutcome } from '../../../shared/words/claims.ts'
import type { ClaimItem, NewClaimCall } from '../../kit/api/contract.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { Field, Select, TextArea } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { labelOf } from '../../kit/words/language.ts'
import { nouns } from '../../kit/words/texts.ts'
import { t } from './call-texts.ts'
import { draftKey } from './drafts.ts'
import { numbersToCall } from './rules.ts'

interface Typed {
  readonly number: NewClaimCall['number']
  readonly outcome: CallOutcome | ''
  readonly answered_by: string
  readonly note: string
}

/** Records a call: which number, who answered, and what they said. Filled in with the call that it replaces. */
export function CallDialog({
  claim,
  onClose,
  onRecord,
}: {
  readonly claim: ClaimItem
  onClose(): void
  onRecord(call: NewClaimCall): void
}) {
  const numbers = numbersToCall(claim)
  const before = claim.call
  const form = useRecord<undefined, Typed>({
    key: draftKey(claim.id, 'call'),
    record: undefined,
    typedOf: () => ({
      number: (numbers.find(({ number }) => number === before?.number) ?? numbers[0])?.number ?? 'page',
      outcome: before?.outcome ?? '',
      answered_by: before?.answered_by ?? '',
      note: before?.note ?? '',
    }),
    labels: { number: t.number, outcome: t.outcome, answered_by: t.answeredBy, note: nouns.note },
    check: ({ outcome, answered_by }) => ({
      outcome: outcome === '' ? t.outcomeMissing : undefined,
      answered_by: outcome !== 'unanswered' && answered_by.trim() === '' ? t.answeredByMissing : undefined,
    }),
    async send({ number, outcome, answered_by, note }) {
      if (outcome !== '')
        onRecord({ number, outcome, answered_by: answered_by.trim() || null, note: note.trim() || null })
      return 'not sent'
    },
  })
  return (
    <FormDialog
      form={form}
      title={before ? t.replace : t.title}
      about={claim.acteur.nom}
      onClose={onClose}
      keep={t.keep}
      now={t.now}
      hint="Ctrl ↵"
    >
      {before && <p>{t.replaces}</p>}
      <Select {...form.field('number')}>
        <Options
          of={numbers.map(({ number, telephone }) => [
            number,
            t.numberOf(labelOf(CALLED_NUMBERS[number]), telephone),
          ])}
        />
      </Select>
      <Select {...form.field('outcome')} hint={t.outcomeHint}>
        <Options none={t.choose} of={namesOf(CALL_OUTCOMES).map(one => [one, labelOf(CALL_OUTCOMES[one])])} />
      </Select>
      {form.value.outcome !== 'unanswered' && (
        <Field {...form.field('answered_by')} hint={t.answeredByHint} maxLength={200} />
      )}
      <TextArea {...form.field('note')} hint={t.noteHint} optional rows={3} maxLength={1000} />
    </FormDialog>
  )
}
