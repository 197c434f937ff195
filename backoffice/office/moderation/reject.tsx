import { lazy, Suspense } from 'react'
import { draft as drafted, keepDraft } from '../../kit/drafts.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { FieldError, TextArea } from '../../kit/ui/field.tsx'
import { nouns } from '../../kit/words/texts.ts'
import type { Action, ReasonCode } from './actions.ts'
import { t } from './dialogs-texts.ts'
import css from './reject.module.css'
import { actionNamed, type Publication } from './rules.ts'

// Without its code the refusal is written by hand.
const Presets = lazy(() =>
  import('./presets.tsx').then(
    ({ Presets }) => ({ default: Presets }),
    () => ({ default: () => null }),
  ),
)

const REASONS = Object.keys(t.reasons) as ReasonCode[]

interface Typed {
  readonly reason: ReasonCode | undefined
  readonly words: string
}

/** The text that this moderator last sent for each reason, offered again: refusals repeat. */
const LAST = 'refusal words'
const lastWords = (): Partial<Record<ReasonCode, string>> => JSON.parse(drafted(LAST) || '{}')

export function Reject({
  publications,
  count = publications.length,
  onClose,
  onReject,
}: {
  /** Those of this page; `count` may be more. */
  readonly publications: readonly Publication[]
  readonly count?: number
  onClose(): void
  onReject(action: Extract<Action, { kind: 'reject' }>): void
}) {
  const [first] = publications
  const draft = `refusal ${count > 1 ? 'several' : first?.id}`
  const form = useRecord<undefined, Typed>({
    key: draft,
    record: undefined,
    typedOf: () => ({ reason: undefined, words: '' }),
    labels: { words: t.rejecting.words },
    check: ({ reason, words }) => ({
      reason: reason ? undefined : t.rejecting.missing,
      words: reason === 'other' && words.trim() === '' ? t.rejecting.otherMissing : undefined,
    }),
    async send({ reason, words }) {
      if (!reason) return
      keepDraft(LAST, JSON.stringify({ ...lastWords(), [reason]: words }))
      onReject({ kind: 'reject', reason_code: reason, reason: words.trim() || null, draft })
      return 'not sent'
    },
  })
  const { reason, words } = form.value
  const isOnline = actionNamed('reject', publications) === 'withdraw'
  const choose = (next: ReasonCode) => {
    const last = lastWords()
    const isOwn = words !== '' && words !== last[reason ?? next]
    form.type({ reason: next, words: isOwn ? words : (last[next] ?? '') })
  }
  return (
    <FormDialog
      form={form}
      title={titleOf(isOnline, count)}
      about={count > 1 ? undefined : `« ${first?.title} »`}
      onClose={onClose}
      keep={isOnline ? t.rejecting.keepOnline : t.rejecting.keep}
      now={isOnline ? t.do.withdrawNow : t.do.rejectNow}
      look="grave"
      hint="Ctrl ↵"
    >
      <div
        role="radiogroup"
        aria-labelledby="refusal-reason"
        aria-invalid={form.errors.reason ? true : undefined}
        aria-describedby="no-reason"
        onKeyDown={event => {
          const chosen = REASONS[Number(event.key) - 1]
          if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return
          choose(chosen)
          event.currentTarget.querySelector<HTMLElement>(`[value=${chosen}]`)?.focus()
        }}
      >
        <p id="refusal-reason" className={css.legend}>
          {nouns.reason}
        </p>
        <FieldError id="no-reason">{form.errors.reason}</FieldError>
        <div className={css.options}>
          {REASONS.map((one, at) => (
            <label key={one}>
              <input
                type="radio"
                name="reason"
                value={one}
                checked={one === reason}
                onChange={() => choose(one)}
                data-first={at === 0 ? '' : undefined}
              />
              {t.reasons[one]}
              <span aria-hidden="true">
                <kbd data-letter="">{at + 1}</kbd>
              </span>
            </label>
          ))}
        </div>
      </div>
      <TextArea
        {...form.field('words')}
        hint={reason === 'other' ? t.rejecting.wordsNeeded : t.rejecting.wordsHint}
        rows={3}
        maxLength={1000}
      />
      <Suspense>
        {reason && <Presets key={reason} reason={reason} onUse={words => form.type({ words })} />}
      </Suspense>
      {isOnline && <p className={css.letter}>{t.rejecting.withdrawn}</p>}
      <p className={css.letter}>{letterTo(publications, count, t.rejecting.letter)}</p>
    </FormDialog>
  )
}

const titleOf = (isOnline: boolean, count: number): string =>
  count > 1
    ? (isOnline ? t.rejecting.withdrawMany : t.rejecting.titleMany)(count)
    : isOnline
      ? t.rejecting.withdraw
      : t.rejecting.title

/** The sentence that says who is mailed. */
export function letterTo(
  publications: readonly Publication[],
  count: number,
  letter: (to: string) => string,
): string {
  if (count > publications.length) return letter(t.rejecting.allAuthors)
  const authors = new Map(publications.flatMap(({ author }) => (author ? [[author.id, author]] : [])))
  const [first] = authors.values()
  if (!first) return t.rejecting.noLetter
  return letter(authors.size > 1 ? t.rejecting.authors(authors.size) : (first.nom ?? t.rejecting.author))
}
