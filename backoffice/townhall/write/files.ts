import { useRef, useState } from 'react'
import type { Upload } from '../../kit/api/contract.ts'
import { client, reading } from '../../kit/api/queries.ts'
import { Refused } from '../../kit/api/refused.ts'
import { callWithFile } from '../../kit/api/session.ts'
import { sentenceOf } from '../../kit/ui/message.tsx'

/** Uploads, one after the other: on a phone two at once are slower. */

export interface Going {
  readonly key: string
  readonly file: File
  readonly share: number
  /** Why the upload failed. */
  readonly failure?: string | undefined
  /** A retry may help. */
  readonly again?: boolean | undefined
}

/** The most files of one publication. */
export const MOST_IMAGES = 10
export const MOST_DOCUMENTS = 5

/** How much may still be uploaded for an acteur. */
export const roomOf = (acteur_id: string) => reading('GET /api/v1/uploads/room', { query: { acteur_id } })

export function useFiles(acteurId: string, onArrived: (upload: Upload) => void) {
  const [going, setGoing] = useState<readonly Going[]>([])
  const arrived = useRef(onArrived)
  arrived.current = onArrived
  const stops = useRef(new Map<string, AbortController>())
  const line = useRef(Promise.resolve())
  const change = (key: string, next: Partial<Going> | undefined) =>
    setGoing(all =>
      next
        ? all.map(one => (one.key === key ? { ...one, ...next } : one))
        : all.filter(one => one.key !== key),
    )

  async function carry(key: string, file: File): Promise<void> {
    const stop = new AbortController()
    if (!stops.current.has(key)) return
    stops.current.set(key, stop)
    try {
      const onProgress = (share: number) => change(key, { share })
      const { data } = await callWithFile({ acteurId, file, once: key, onProgress, signal: stop.signal })
      change(key, undefined)
      arrived.current(data)
      void client.invalidateQueries({ queryKey: roomOf(acteurId).queryKey })
    } catch (error) {
      if (stop.signal.aborted) return
      // Network error, rate limit, or a full disk.
      const mayPass = error instanceof Refused && (error.isUnreachable || [429, 507].includes(error.status))
      change(key, { failure: sentenceOf(error), again: mayPass || !(error instanceof Refused) })
    }
  }
  const begin = (key: string, file: File) => {
    stops.current.set(key, new AbortController())
    line.current = line.current.then(() => carry(key, file))
  }
  return {
    acteurId,
    going,
    /** `room`: the number of files that still fit; `full` is set where there were more. */
    send(files: readonly File[], room = files.length, full = '') {
      for (const [at, file] of files.entries()) {
        const key = crypto.randomUUID()
        setGoing(all => [...all, { key, file, share: 0, ...(at >= room && { failure: full }) }])
        if (at < room) begin(key, file)
      }
    },
    again({ key, file }: Going) {
      change(key, { share: 0, failure: undefined })
      begin(key, file)
    },
    drop({ key }: Going) {
      stops.current.get(key)?.abort()
      stops.current.delete(key)
      change(key, undefined)
    },
  }
}
