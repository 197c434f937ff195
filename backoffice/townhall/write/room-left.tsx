import { useQuery } from '@tanstack/react-query'
import { number } from '../../kit/words/format.ts'
import css from './attached.module.css'
import { roomOf } from './files.ts'
import { t } from './texts.ts'

/** The remaining quota for files. Shows nothing without an answer: a refused upload says why. */
export function RoomLeft({ acteurId, here }: { readonly acteurId: string; readonly here?: string }) {
  const { data } = useQuery(roomOf(acteurId))
  if (!data) return null
  const { bytes_left, files_left, largest_bytes } = data.data
  return (
    <p className={css.hint}>
      {here && `${here} `}
      {t.files.room(weight(bytes_left), files_left, weight(largest_bytes))}
    </p>
  )
}

/** 240 ko, 1,8 Mo. */
export function weight(bytes: number): string {
  const mega = bytes / 1_000_000
  return mega < 1
    ? t.files.kilo(number(Math.max(bytes > 0 ? 1 : 0, Math.round(bytes / 1_000))))
    : t.files.mega(number(Math.round(mega * 10) / 10))
}
