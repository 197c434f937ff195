import { useQuery } from '@tanstack/react-query'
import { fileSize } from '../../kit/words/format.ts'
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
      {t.files.room(fileSize(bytes_left), files_left, fileSize(largest_bytes))}
    </p>
  )
}
