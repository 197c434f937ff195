import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { NewImportSource } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import type { SeenColumns } from './columns.tsx'

/** Previews a source with the typed settings: on demand, and again when a column is chosen. */

/** A list of choices is walked through by keys: the source is asked when one stays chosen. */
const SILENCE_MS = 500

export function usePreview({
  sourceId,
  settingsNow,
  onEnd,
}: {
  readonly sourceId?: string
  settingsNow(): NewImportSource
  /** The refusal of the present settings, or the title of what they read. */
  onEnd(error: unknown, title: string | null): void
}) {
  /** The columns of the last file read; kept while the next preview loads. */
  const [columns, setColumns] = useState<{ readonly url: string; readonly seen: SeenColumns }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const newest = useRef<NewImportSource>(undefined)
  useEffect(() => {
    return () => clearTimeout(timer.current)
  }, [])
  const { mutate, data, variables, isPending } = useMutation({
    mutationFn: (body: NewImportSource) =>
      call('POST /api/v1/admin/import-sources/preview', {
        body,
        query: sourceId ? { source_id: sourceId } : {},
      }),
    onSuccess({ data }, { url }) {
      if (data.columns) setColumns({ url, seen: data.columns })
    },
    onSettled(reply, error, asked) {
      // The answer is about the settings that were sent. Settings changed since were not read.
      if (asked === newest.current && reads(asked) === reads(settingsNow()))
        onEnd(error ?? undefined, reply?.data.title ?? null)
    },
  })
  const look = (settings: NewImportSource) => {
    clearTimeout(timer.current)
    newest.current = settings
    mutate(settings)
  }
  return {
    look,
    lookSoon(settings: NewImportSource) {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => look(settings), SILENCE_MS)
    },
    /** The preview of these settings, once loaded. */
    seenOf: (settings: NewImportSource) =>
      variables && reads(variables) === reads(settings) ? data?.data : undefined,
    columnsOf: ({ url }: NewImportSource) => (columns?.url === url ? columns.seen : undefined),
    isPending,
  }
}

/** Without its name, which changes nothing of what was read. */
const reads = ({ nom: _, ...rest }: NewImportSource) => JSON.stringify(rest)
