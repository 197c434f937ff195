import { type ReactNode, useEffect, useRef } from 'react'
import { Pane } from '../ui/pane.tsx'
import { Failed } from './failed.tsx'
import type { Failures } from './failures.ts'
import { ITEM_TITLE, isNarrow } from './open-item.ts'
import css from './panes.module.css'
import { t } from './texts.ts'

/**
 * A desk: the head, the list on the left, the item on the right. On a narrow screen the open item takes the place of the list, and
 * several selected items stand below it.
 */
export function DeskPanes({
  head,
  failures,
  isOpen,
  isSeveral = false,
  list,
  item,
  itemId,
  onNext,
}: {
  readonly head: ReactNode
  readonly failures: Failures
  /** The address names an item. */
  readonly isOpen: boolean
  readonly isSeveral?: boolean
  readonly list: ReactNode
  readonly item: ReactNode
  /** The id of the open item. */
  readonly itemId: string | undefined
  onNext(): void
}) {
  const shows = isSeveral ? css.several : isOpen ? css.open : ''
  return (
    <div className={`${css.page} ${shows}`}>
      <div className={css.head}>{head}</div>
      <Failed failures={failures} />
      <div className={css.panes}>
        <Pane name={t.panes.list} part="list">
          {list}
        </Pane>
        <Pane name={t.panes.item} part="item" of={itemId} instead={{ label: t.nextItem, run: onNext }}>
          {item}
        </Pane>
      </div>
    </div>
  )
}

export const ListPane = ({
  label,
  tools,
  above,
  children,
  below,
}: {
  readonly label: string
  /** The search and the filters. */
  readonly tools: ReactNode
  readonly above?: ReactNode
  readonly children: ReactNode
  readonly below?: ReactNode
}) => (
  <section className={css.list} aria-label={label}>
    <div className={css.tools}>{tools}</div>
    {above}
    <div className={css.rows}>{children}</div>
    {below}
  </section>
)

/** The item, labelled by its title (`ITEM_TITLE`), above its decision bar. */
export function ItemPane({
  id,
  foot,
  children,
}: {
  readonly id: string | undefined
  readonly foot: ReactNode
  readonly children: ReactNode
}) {
  const scroll = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item begins at its top
  useEffect(() => {
    scroll.current?.scrollTo(0, 0)
    if (isNarrow()) window.scrollTo(0, 0)
  }, [id])
  return (
    <article className={css.item} aria-labelledby={id && ITEM_TITLE}>
      <div className={css.read} ref={scroll}>
        {children}
      </div>
      {foot}
    </article>
  )
}

/** Whether the item failed to render: then no decision is possible. */
export const isItemBroken = (): boolean => document.querySelector('[data-broken=item]') !== null
