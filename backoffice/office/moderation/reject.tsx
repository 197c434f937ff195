import { useState } from 'react'
import { Button } from '../../kit/ui/button.tsx'
import { Acts, Dialog } from '../../kit/ui/dialog.tsx'
import { TextArea } from '../../kit/ui/field.tsx'
import type { Action, ReasonCode } from './actions.ts'
import { t } from './dialogs-texts.ts'
import { Presets } from './presets.tsx'
import css from './reject.module.css'
import type { Publication } from './rules.ts'

const REASONS = Object.keys(t.reasons) as ReasonCode[]

/** The words to the author are kept for each reason while the page is open: the same are often said again. */
const written = new Map<ReasonCode, string>()

export function Reject({
  publications,
  count = publications.length,
  onClose,
  onReject,
}: {
  /** Those that are shown of them. */
  readonly publications: readonly Publication[]
  readonly count?: number
  onClose(): void
  onReject(action: Extract<Action, { kind: 'reject' }>): void
}) {
  const [reason, setReason] = useState<ReasonCode>()
  const [words, setWords] = useState('')
  const [missing, setMissing] = useState(false)
  const [first] = publications
  const choose = (next: ReasonCode) => {
    setReason(next)
    setMissing(false)
    if (words === '' || words === written.get(reason ?? next)) setWords(written.get(next) ?? '')
  }
  const submit = () => {
    if (!reason) return setMissing(true)
    written.set(reason, words)
    onReject({ kind: 'reject', reason_code: reason, reason: words.trim() || null })
  }
  return (
    <Dialog
      title={count > 1 ? t.rejecting.titleMany(count) : t.rejecting.title}
      about={count > 1 ? undefined : `« ${first?.title} »`}
      onClose={onClose}
      onSubmit={submit}
    >
      <fieldset
        onKeyDown={event => {
          const chosen = REASONS[Number(event.key) - 1]
          if (!chosen || event.ctrlKey || event.metaKey || event.altKey) return
          choose(chosen)
          event.currentTarget.querySelector<HTMLElement>(`[value=${chosen}]`)?.focus()
        }}
      >
        <legend className={css.legend}>{t.rejecting.motive}</legend>
        <div className={css.options}>
          {REASONS.map((one, at) => (
            <label key={one}>
              <input
                type="radio"
                name="reason"
                value={one}
                checked={one === reason}
                onChange={() => choose(one)}
                autoFocus={at === 0}
              />
              {t.reasons[one]}
              <span aria-hidden="true">
                <kbd data-letter="">{at + 1}</kbd>
              </span>
            </label>
          ))}
        </div>
        <p className={css.error} role="alert">
          {missing && t.rejecting.missing}
        </p>
      </fieldset>
      <TextArea
        label={t.rejecting.words}
        hint={t.rejecting.wordsHint}
        rows={3}
        maxLength={1000}
        value={words}
        onChange={event => setWords(event.currentTarget.value)}
      />
      {reason && <Presets key={reason} reason={reason} onUse={setWords} />}
      <p className={css.letter}>
        {count > publications.length ? t.rejecting.letter(t.rejecting.allAuthors) : letterTo(publications)}
      </p>
      <Acts>
        <Button onClick={onClose}>{t.rejecting.keep}</Button>
        <Button look="grave" type="submit" hint="Ctrl ↵">
          {t.do.rejectNow}
        </Button>
      </Acts>
    </Dialog>
  )
}

function letterTo(publications: readonly Publication[]): string {
  const authors = new Map(publications.flatMap(({ author }) => (author ? [[author.id, author]] : [])))
  const [first] = authors.values()
  if (!first) return t.rejecting.noLetter
  return t.rejecting.letter(
    authors.size > 1 ? t.rejecting.authors(authors.size) : (first.nom ?? t.rejecting.author),
  )
}
