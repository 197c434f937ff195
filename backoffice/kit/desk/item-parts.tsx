import type { ReactNode } from 'react'
import css from './item-parts.module.css'

/** The parts of an item below its head. */
export const ItemParts = ({ children }: { readonly children: ReactNode }) => (
  <div className={`stack gap-24 top-16 ${css.parts}`}>{children}</div>
)

/** The text of a person, quoted. Null once it is erased. */
export const Quoted = ({
  words,
  forgotten,
}: {
  readonly words: string | null
  readonly forgotten?: string
}) =>
  words ? (
    <blockquote className="quote" dir="auto">
      {words}
    </blockquote>
  ) : (
    forgotten && <p className="soft second">{forgotten}</p>
  )
