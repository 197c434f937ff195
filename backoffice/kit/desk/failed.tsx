import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { common } from '../words/texts.ts'
import css from './failed.module.css'
import type { Failure, Failures } from './failures.ts'
import { ITEM_TITLE } from './open-item.ts'
import { useSecondsLeft } from './seconds-left.ts'
import { t } from './texts.ts'

/** The failed decisions with their reasons, and buttons to retry or to dismiss them. */
export function Failed({ failures: { shown, retryAll, giveUp } }: { readonly failures: Failures }) {
  const left = useSecondsLeft(shown.find(({ retriesAt }) => retriesAt !== undefined)?.retriesAt)
  if (shown.length === 0) return null
  const leave = (work: () => void) => {
    work()
    // The focused button disappears with the list.
    document.getElementById(ITEM_TITLE)?.focus()
  }
  const isRetried = shown.some(({ again }) => again)
  const count = shown.reduce((sum, { names, count }) => sum + (count ?? names.length), 0)
  return (
    <section className={`stack middle second ${css.failed}`} aria-label={t.failed.label}>
      <p className="flex middle gap-8" role="alert">
        <Icon name="warn" /> <b>{t.failed.count(count)}</b>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by the arrows */}
      <ul tabIndex={0} aria-label={t.failed.label}>
        {bySentence(shown).map(([sentence, names]) => (
          <li key={sentence}>
            {names.map((name, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two may have one title, and none moves
              <span key={at}>
                {at > 0 && ', '}« <bdi>{name}</bdi> »
              </span>
            ))}
            <br />
            {sentence}
          </li>
        ))}
      </ul>
      <div className="row middle">
        {left !== undefined && <span>{t.failed.retriesIn(left)}</span>}
        {isRetried && <Button onClick={() => leave(retryAll)}>{common.retry}</Button>}
        <Button look="quiet" onClick={() => leave(giveUp)}>
          {isRetried ? t.failed.giveUp : common.close}
        </Button>
      </div>
    </section>
  )
}

/** Failures grouped by their reason. */
function bySentence(failures: readonly Failure[]): readonly (readonly [string, readonly string[]])[] {
  const found = new Map<string, readonly string[]>()
  for (const { sentence, names } of failures) found.set(sentence, [...(found.get(sentence) ?? []), ...names])
  return [...found]
}
