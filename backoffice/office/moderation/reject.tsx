import { lazy, Suspense } from 'react'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { FieldError, TextArea } from '../../kit/ui/field.tsx'
import { nouns } from '../../kit/words/texts.ts'
import type { Action, ReasonCode } from './actions.ts'
import { keepLastWords, lastWords } from './last-words.ts'
import css from './reject.module.css'
import { t } from './reject-texts.ts'
import { actionNamed, type Publication, subjectKey } from './rules.ts'
import { t as desk } from './texts.ts'

// Without its code the refusal is written by hand.
const Presets = lazy(() =>
  import('./presets.tsx').then(
    ({ Presets }) => ({ default: Presets }),
    () => ({ default: () => null }),
  ),
)

const REASONS = Object.keys(desk.reasons) as ReasonCode[]
const LAST_WORDS_KEY = `${REASONS.length + 1}`

interface Typed {
  readonly reason: ReasonCode | undefined
  readonly words: string
}

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
  const draft = `refusal ${subjectKey(publications, count)}`
  const form = useRecord<undefined, Typed>({
    key: draft,
    record: undefined,
    typedOf: () => ({ reason: undefined, words: '' }),
    labels: { words: t.words },
    check: ({ reason, words }) => ({
      reason: reason ? undefined : t.missing,
      words: reason === 'other' && words.trim() === '' ? t.otherMissing : undefined,
    }),
    async send({ reason, words }) {
      if (!reason) return
      keepLastWords(reason, words, new Date())
      onReject({ kind: 'reject', reason_code: reason, reason: words.trim() || null, draft })
      return 'not sent'
    },
  })
  const { reason } = form.value
  const isOnline = actionNamed('reject', publications) === 'withdraw'
  const choose = (reason: ReasonCode) => form.type({ reason })
  const offered = reason && lastWords(reason, new Date())
  return (
    <FormDialog
      form={form}
      title={titleOf(isOnline, count)}
      about={count > 1 ? undefined : `« ${first?.title} »`}
      onClose={onClose}
      keep={isOnline ? t.keepOnline : t.keep}
      now={isOnline ? desk.do.withdrawNow : desk.do.rejectNow}
      look="grave"
      hint="Ctrl ↵"
    >
      <div
        role="radiogroup"
        aria-labelledby="refusal-reason"
        aria-invalid={form.errors.reason ? true : undefined}
        aria-describedby="no-reason"
        onKeyDown={event => {
          if (event.ctrlKey || event.metaKey || event.altKey) return
          if (event.key === LAST_WORDS_KEY && offered) form.type({ words: offered })
          const chosen = REASONS[Number(event.key) - 1]
          if (!chosen) return
          choose(chosen)
          event.currentTarget.querySelector<HTMLElement>(`[value=${chosen}]`)?.focus()
        }}
      >
        <p id="refusal-reason" className="bold">
          {nouns.reason}
        </p>
        <FieldError id="no-reason">{form.errors.reason}</FieldError>
        <div className={`stack top-8 ${css.options}`}>
          {REASONS.map((one, at) => (
            <label className="flex middle gap-10 round" key={one}>
              <input
                type="radio"
                name="reason"
                value={one}
                checked={one === reason}
                onChange={() => choose(one)}
                data-first={at === 0 ? '' : undefined}
              />
              {desk.reasons[one]}
              <span aria-hidden="true">
                <kbd data-letter="">{at + 1}</kbd>
              </span>
            </label>
          ))}
        </div>
      </div>
      <TextArea
        {...form.field('words')}
        hint={reason === 'other' ? t.wordsNeeded : t.wordsHint}
        optional={reason !== 'other'}
        rows={3}
        maxLength={1000}
      />
      <Suspense>
        {reason && (
          <Presets
            key={reason}
            reason={reason}
            last={offered}
            lastKey={LAST_WORDS_KEY}
            onUse={words => form.type({ words })}
          />
        )}
      </Suspense>
      {isOnline && <p className={`soft fine round ${css.letter}`}>{t.withdrawn}</p>}
      <p className={`soft fine round ${css.letter}`}>{letterTo(publications, count, t.letter)}</p>
    </FormDialog>
  )
}

const titleOf = (isOnline: boolean, count: number): string =>
  count > 1 ? (isOnline ? t.withdrawMany : t.titleMany)(count) : isOnline ? t.withdraw : t.title

/** The sentence that says who is mailed. */
export function letterTo(
  publications: readonly Publication[],
  count: number,
  letter: (to: string) => string,
): string {
  if (count > publications.length) return letter(t.allAuthors)
  const authors = new Map(publications.flatMap(({ author }) => (author ? [[author.id, author]] : [])))
  const [first] = authors.values()
  if (!first) return t.noLetter
  return letter(authors.size > 1 ? t.authors(authors.size) : (first.nom ?? t.author))
}
