import { useState } from 'react'
import type { CommuneChanges, CommunePartVersions } from '../api/contract.ts'
import { reading } from '../api/queries.ts'
import { Refused } from '../api/refused.ts'
import { OFFICE, useCommuneApi } from './api.ts'

/** One part of a commune is saved with the version that was read of it: what others changed elsewhere refuses nothing. */

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
    /** Beside the fields that it names, or above the form. */
    error: error instanceof Refused && error.details.length > 0 ? undefined : error,
    errorAt: (path: string): string | undefined =>
      error instanceof Refused
        ? error.details.find(detail => detail.path === path || detail.path.startsWith(`${path}.`))?.message
        : undefined,
    forget: () => setError(undefined),
    /** `stale`: somebody else has saved this part since. */
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

/** Everything that the back-office shows of it is read again. */
export const { refresh } = OFFICE
