import { memo, type ReactNode } from 'react'
import { common } from '../words/texts.ts'
import css from './diff.module.css'
import { differences, type Piece } from './differences.ts'

/** So many characters of what stayed are shown around a change; the rest of a long text is left out. */
const AROUND = 90

/**
 * One text with what was taken out and what was put in, marked by more than colour. Compared again when one of the texts is
 * another one: a dialog shows twenty of them.
 */
export const Diff = memo(function Diff({
  before,
  after,
}: {
  readonly before: string
  readonly after: string
}) {
  const pieces = differences(before, after)
  return (
    <p className={css.diff} dir="auto">
      {pieces.map((piece, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have no other name, and never move
        <Marked key={at} piece={piece} isFirst={at === 0} isLast={at === pieces.length - 1} />
      ))}
    </p>
  )
})

/** One side of two texts: what only this one has is marked. */
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
    <p className={css.diff} dir="auto">
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
  return shortened(piece.text, place)
}

function shortened(text: string, { isFirst, isLast }: Omit<Place, 'piece'>): string {
  if (text.length <= 2 * AROUND) return text
  const head = isFirst ? '' : text.slice(0, AROUND).replace(/\S*$/, '')
  const tail = isLast ? '' : text.slice(-AROUND).replace(/^\S*/, '')
  return `${head}…${tail}`
}
