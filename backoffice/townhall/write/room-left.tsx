import { useQuery } from '@tanstack/react-query'
import { fileSize } from '../../kit/words/format.ts'
import css from './attached.module.css'
import { MOST_DOCUMENTS, MOST_IMAGES, roomOf } from './files.ts'
import { t } from './texts.ts'

/** The files of a full publication. */
const MANY = MOST_IMAGES + MOST_DOCUMENTS

/** The remaining quota for files, once a full publication may exceed it. */
export function RoomLeft({ acteurId }: { readonly acteurId: string }) {
  const { data } = useQuery(roomOf(acteurId))
  if (!data) return null
  const { bytes_left, files_left, largest_bytes } = data.data
  if (files_left >= MANY && bytes_left >= MANY * largest_bytes) return null
  return <p className={css.hint}>{t.files.room(fileSize(bytes_left), files_left, fileSize(largest_bytes))}</p>
}
