import type { ImportItem, ImportMessage } from '../api/contract.ts'
import { Note } from '../ui/message.tsx'
import { adviceFor } from './advice.ts'
import css from './imports.module.css'
import { Items } from './items.tsx'
import { t } from './texts.ts'

interface Outcome {
  readonly error: ImportMessage | null
  readonly counts: Parameters<typeof t.counts>[0]
  readonly items?: readonly ImportItem[]
  readonly names?: Readonly<Record<string, string>>
}

/** What a reading found: in one sentence, then item by item; where it failed, what to do about it. */
export function Seen({ of: { error, counts, items = [], names = {} } }: { readonly of: Outcome }) {
  return (
    <>
      {error && <Why why={error} />}
      {counts.fetched > 0 && <p className={css.sum}>{t.counts(counts)}</p>}
      {!error && counts.fetched === 0 && <p className={css.sum}>{t.trial.nothing}</p>}
      <Items items={items} names={names} />
    </>
  )
}

/** What failed, and what the operator can do about it. */
export function Why({
  title,
  why,
  children,
}: {
  readonly title?: string
  readonly why: ImportMessage
  readonly children?: React.ReactNode
}) {
  return (
    <Note tone="bad">
      {title && <strong>{title}</strong>}
      <p>{why.message}</p>
      <p>{adviceFor(why)}</p>
      {children}
    </Note>
  )
}
