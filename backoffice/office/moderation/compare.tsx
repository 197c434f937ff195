import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { FACTS } from '../../../shared/fields/publications.ts'
import { t as desk } from '../../kit/desk/texts.ts'
import { Button, IconButton } from '../../kit/ui/button.tsx'
import { Chip } from '../../kit/ui/chip.tsx'
import { Acts, Close, Dialog } from '../../kit/ui/dialog.tsx'
import { OneSide } from '../../kit/ui/diff.tsx'
import { Empty, Loading, Problem } from '../../kit/ui/message.tsx'
import { moment } from '../../kit/words/format.ts'
import { labelOf } from '../../kit/words/language.ts'
import type { Action } from './actions.ts'
import { alikeOf, isInQuestion } from './alike.ts'
import css from './compare.module.css'
import { t } from './dialogs-texts.ts'
import { differencesBetween, type FactTexts, factTexts, useNames } from './facts.ts'
import { isRefused, type Publication, stateOf, TONES } from './rules.ts'

interface Choice {
  readonly name: string
  readonly action: Action
  readonly off: boolean
}

/** Two duplicates side by side, to keep one or both. */
export function Compare({
  publication,
  onClose,
  onAction,
}: {
  readonly publication: Publication
  onClose(): void
  onAction(action: Action): void
}) {
  const { data, error, refetch } = useQuery(alikeOf(publication))
  const others = data?.data.filter(isInQuestion) ?? []
  const [at, setAt] = useState(0)
  const other = others[Math.min(at, others.length - 1)]
  if (!other)
    return (
      <Dialog title={t.comparing.title} onClose={onClose} onSubmit={onClose}>
        {error ? <Problem error={error} retry={() => void refetch()} /> : !data && <Loading />}
        {data && <Empty title={t.comparing.none} />}
        <Close />
      </Dialog>
    )
  // If one is rejected, only the other can be kept.
  const choices: readonly Choice[] = [
    { name: t.comparing.keepThis, action: { kind: 'keep this', other }, off: isRefused(publication) },
    { name: t.comparing.keepOther, action: { kind: 'keep other', other }, off: isRefused(other) },
    { name: t.comparing.keepBoth, action: { kind: 'tell apart', other }, off: false },
  ]
  const open = choices.filter(({ off }) => !off)
  // By default, keeps the one that is published.
  const isOthersTurn =
    stateOf(other, new Date()) === 'published' && stateOf(publication, new Date()) !== 'published'
  const proposed = open.find(({ action }) => isOthersTurn && action.kind === 'keep other') ?? open[0]
  return (
    <Dialog
      wide
      title={t.comparing.title}
      about={isSame(publication, other) ? t.comparing.same : t.comparing.about}
      onClose={onClose}
    >
      {others.length > 1 && (
        <p className="flex middle soft second gap-2">
          <span className="figures">{desk.place(at + 1, others.length)}</span>
          <IconButton icon="back" label={t.comparing.previous} off={at === 0} onClick={() => setAt(at - 1)} />
          <IconButton
            icon="forward"
            label={t.comparing.next}
            off={at === others.length - 1}
            onClick={() => setAt(at + 1)}
          />
        </p>
      )}
      <Columns left={publication} right={other} />
      {open.length < choices.length && <p>{t.comparing.refused}</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: figures are a shorter way to its buttons */}
      <div
        className={css.choices}
        onKeyDown={event => {
          const chosen = choices[Number(event.key) - 1]
          if (chosen && !chosen.off && !event.ctrlKey && !event.metaKey && !event.altKey)
            onAction(chosen.action)
        }}
      >
        <Acts>
          {choices.toReversed().map((choice, place) => (
            <Button
              key={choice.name}
              hint={String(choices.length - place)}
              look={choice === proposed ? 'primary' : 'plain'}
              {...(choice === proposed && { ref: focus, 'data-first': '' })}
              off={choice.off}
              onClick={() => onAction(choice.action)}
            >
              {choice.name}
            </Button>
          ))}
        </Acts>
      </div>
    </Dialog>
  )
}

/** For choices that come later than the dialog. It does not scroll: both texts are read from their beginning. */
const focus = (button: HTMLButtonElement | null) => button?.focus({ preventScroll: true })

/** Identical texts: no word is marked, and a sentence says so. */
const isSame = (one: Publication, other: Publication): boolean =>
  differencesBetween(factTexts(one, String), factTexts(other, String)).length === 0

function Columns({ left, right }: { readonly left: Publication; readonly right: Publication }) {
  const names = useNames([left, right])
  const [before, after] = [factTexts(left, names), factTexts(right, names)]
  return (
    <div className={`stack gap-20 ${css.columns}`}>
      <Column of={left} name={t.comparing.this} before={before} after={after} side="before" />
      <Column of={right} name={t.comparing.other} before={before} after={after} side="after" />
    </div>
  )
}

function Column({
  of,
  name,
  before,
  after,
  side,
}: {
  readonly of: Publication
  readonly name: string
  readonly before: FactTexts
  readonly after: FactTexts
  readonly side: 'before' | 'after'
}) {
  const now = new Date()
  const state = stateOf(of, now)
  const said = side === 'before' ? before : after
  return (
    <section className={css.column} aria-label={name}>
      <h3 className="fine">{name}</h3>
      <p className={`row middle soft second top-6 ${css.crumb}`}>
        <Chip tone={TONES[state]}>{t.state[state]}</Chip>
        <span>{t.proposed(moment(new Date(of.created_at), now))}</span>
        <bdi>{of.author?.nom ?? of.acteur?.nom ?? t.noActeur}</bdi>
      </p>
      <dl className="stack fine gap-8">
        {namesOf(FACTS)
          .filter(field => said[field] !== '')
          .map(field => (
            <div key={field}>
              <dt className="least">{labelOf(FACTS[field])}</dt>
              <dd>
                <OneSide before={before[field]} after={after[field]} side={side} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
