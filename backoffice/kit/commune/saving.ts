import { useState } from 'react'
import type { CommuneChanges, CommunePartVersions } from '../api/contract.ts'
import { reading } from '../api/queries.ts'
import { Refused } from '../api/refused.ts'
import { OFFICE, useCommuneApi } from './api.ts'

/** Saves one part of a commune with the version of that part: changes of other parts cause no conflict. */

export const recordOf = (id: string) => reading('GET /api/v1/admin/communes/{id}', { params: { id } })

export type PartName = keyof CommunePartVersions
export function useSaving(id: string, part: PartName) {
  const api = useCommuneApi()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const [said, setSaid] = useState<string>()
  return {
    busy,
    said,
    setSaid,
    /** Shown beside the named fields, or above the form. */
    error: error instanceof Refused && error.details.length > 0 ? undefined : error,
    errorAt: (path: string): string | undefined =>
      error instanceof Refused
        ? error.details.find(detail => detail.path === path || detail.path.startsWith(`${path}.`))?.message
        : undefined,
    forget: () => setError(undefined),
    /** `stale`: version conflict, another person saved this part. */
    async save(
      body: Omit<CommuneChanges, 'versions'>,
      version: number,
      done: string,
    ): Promise<'saved' | 'stale' | 'refused'> {
      setBusy(true)
      setError(undefined)
      setSaid(undefined)
      try {
        await api.save(id, { ...body, versions: { [part]: version } })
        setSaid(done)
        await api.refresh(id)
        return 'saved'
      } catch (caught) {
        if (caught instanceof Refused && caught.status === 412) {
          await api.refresh(id)
          return 'stale'
        }
        setError(caught)
        return 'refused'
      } finally {
        setBusy(false)
      }
    },
  }
}

export type Saving = ReturnType<typeof useSaving>

/** Refetches every reply of the office about a commune. */
export const { refresh } = OFFICE
