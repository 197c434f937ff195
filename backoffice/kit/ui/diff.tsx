import { memo, type ReactNode, useState } from 'react'
import { common } from '../words/texts.ts'
import css from './diff.module.css'
import { differences, type Piece } from './differences.ts'
import { t } from './texts.ts'

/** Unchanged characters shown around a change; a button shows the others. */
const AROUND = 90
/** Shorter ones are shown: a button is longer. */
const LEAST_HIDDEN = 120

/** One text with its deletions and insertions, marked by more than colour. Memoised: a dialog shows twenty of them. */
export const Diff = memo(function Diff({
  before,
  after,
}: {
  readonly before: string
  readonly after: string
}) {
  const pieces = differences(before, after)
  return (
    <p className={`anywhere pre ${css.diff}`} dir="auto">
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name, and never move
        <Marked key={at} piece={piece} isFirst={at === 0} isLast={at === pieces.length - 1} />
      ))}
    </p>
  )
})

/** One of two texts, with the pieces that only it has marked. */
export const OneSide = memo(function OneSide({
  before,
  after,
  side,
}: {
  readonly before: string
  readonly after: string
  readonly side: 'before' | 'after'
}) {
  return (
    <p className={`anywhere pre ${css.diff}`} dir="auto">
      {differences(before, after)
        .filter(piece => piece.in === 'both' || piece.in === side)
        .map((piece, at) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          piece.in === 'both' ? piece.text : <mark key={at}>{piece.text}</mark>,
        )}
    </p>
  )
})

interface Place {
  readonly piece: Piece
  readonly isFirst: boolean
  readonly isLast: boolean
}

function Marked({ piece, ...place }: Place): ReactNode {
  if (piece.in === 'before')
    return (
      <del>
        <span className="unseen">{common.takenOut}</span>
        {piece.text}
      </del>
    )
  if (piece.in === 'after')
    return (
      <ins>
        <span className="unseen">{common.putIn}</span>
        {piece.text}
      </ins>
    )
  return <Unchanged text={piece.text} {...place} />
}

/** A long one keeps what stands around the changes; its button stays, so that the focus does. */
function Unchanged({ text, isFirst, isLast }: Omit<Place, 'piece'> & { readonly text: string }) {
  const [isShown, setShown] = useState(false)
  const head = isFirst ? '' : text.slice(0, AROUND).replace(/\S*$/, '')
  const tail = isLast ? '' : text.slice(-AROUND).replace(/^\S*/, '')
  const hidden = text.slice(head.length, text.length - tail.length)
  if (text.length <= 2 * AROUND || hidden.length < LEAST_HIDDEN) return text
  return (
    <>
      {head}
      <button
        type="button"
        className={css.unchanged}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {t.unchanged(hidden.match(/\S+/g)?.length ?? 0)}
      </button>
      {isShown ? hidden : ' '}
      {tail}
    </>
  )
}
