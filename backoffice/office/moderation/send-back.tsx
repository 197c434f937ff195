import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { TextArea } from '../../kit/ui/field.tsx'
import type { Action } from './actions.ts'
import css from './reject.module.css'
import { letterTo } from './reject.tsx'
import { type Publication, subjectKey } from './rules.ts'
import { t } from './send-back-texts.ts'
import { t as desk } from './texts.ts'

/** Sends publications back to their authors, with a comment that says what to change. */
export function SendBack({
  publications,
  count,
  onClose,
  onSendBack,
}: {
  /** Those of this page; `count` may be more. */
  readonly publications: readonly Publication[]
  readonly count: number
  onClose(): void
  onSendBack(action: Extract<Action, { kind: 'send back' }>): void
}) {
  const [first] = publications
  const several = count > 1
  const draft = `sent back ${subjectKey(publications, count)}`
  const form = useRecord<undefined, { readonly words: string }>({
    key: draft,
    record: undefined,
    typedOf: () => ({ words: '' }),
    labels: { words: t.words },
    check: ({ words }) => ({ words: words.trim() ? undefined : t.missing }),
    async send({ words }) {
      onSendBack({ kind: 'send back', reason: words.trim(), draft })
      return 'not sent'
    },
  })
  return (
    <FormDialog
      form={form}
      title={several ? t.titleMany(count) : t.title}
      about={several ? undefined : `« ${first?.title} »`}
      onClose={onClose}
      keep={t.keep}
      now={desk.do.sendBackNow}
      hint="Ctrl ↵"
    >
      <p>{several ? t.aboutMany : t.about}</p>
      <TextArea {...form.field('words')} hint={t.wordsHint} rows={4} maxLength={1000} autoFocus />
      <p className={`soft fine round ${css.letter}`}>{letterTo(publications, count, t.letter)}</p>
    </FormDialog>
  )
}
