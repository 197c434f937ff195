import { queryOptions } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { CommuneChanges, CommunePlaceChanges } from '../api/contract.ts'
import { client, reading } from '../api/queries.ts'
import type { Reply } from '../api/send.ts'
import { call } from '../api/session.ts'

/** The routes that read and save the parts of a commune: those of the office, or those of its town hall. */

/** The record of a commune, for the office. */
export const recordOf = (id: string) => reading('GET /api/v1/admin/communes/{id}', { params: { id } })

const asked = <T>(queryKey: readonly unknown[], read: (signal: AbortSignal) => Promise<T>) =>
  queryOptions({ queryKey, queryFn: ({ signal }) => read(signal) })
type Asked<T> = ReturnType<typeof asked<T>>

interface CommuneApi {
  elus(id: string): Asked<Reply<'GET /api/v1/admin/communes/{id}/elus'>>
  collectes(id: string): Asked<Reply<'GET /api/v1/admin/communes/{id}/collectes'>>
  infos(id: string): Asked<Reply<'GET /api/v1/admin/communes/{id}/infos'>>
  place(id: string): Asked<Reply<'GET /api/v1/admin/communes/{id}/place'>>
  savePlace(
    id: string,
    body: CommunePlaceChanges,
    version: number,
  ): Promise<Reply<'PATCH /api/v1/admin/communes/{id}/place'>>
  /** The address of its file, for some minutes. */
  file(id: string): Promise<Reply<'POST /api/v1/admin/communes/{id}/file'>>
  save(id: string, body: CommuneChanges): Promise<unknown>
  /** Refetches every reply about the commune. */
  refresh(id: string): Promise<void>
}

/** Invalidates the cached replies about a commune below this address. */
const readAgain = (below: string, id: string) =>
  client.invalidateQueries({
    predicate: ({ queryKey: [route, of] }) => {
      const { id: commune, communeId } = (of as { params?: Record<string, string> } | undefined)?.params ?? {}
      return typeof route === 'string' && route.includes(below) && (communeId ?? commune) === id
    },
  })

export const OFFICE: CommuneApi = {
  elus(id) {
    const route = 'GET /api/v1/admin/communes/{id}/elus'
    return asked([route, { params: { id } }], signal => call(route, { params: { id }, signal }))
  },
  collectes(id) {
    const route = 'GET /api/v1/admin/communes/{id}/collectes'
    return asked([route, { params: { id } }], signal => call(route, { params: { id }, signal }))
  },
  infos(id) {
    const route = 'GET /api/v1/admin/communes/{id}/infos'
    return asked([route, { params: { id } }], signal => call(route, { params: { id }, signal }))
  },
  place(id) {
    const route = 'GET /api/v1/admin/communes/{id}/place'
    return asked([route, { params: { id } }], signal => call(route, { params: { id }, signal }))
  },
  savePlace: (id, body, version) =>
    call('PATCH /api/v1/admin/communes/{id}/place', { params: { id }, body, version }),
  file: id => call('POST /api/v1/admin/communes/{id}/file', { params: { id } }),
  save: (id, body) => call('PATCH /api/v1/admin/communes/{id}', { params: { id }, body }),
  refresh: id => readAgain('/admin/communes/{id}', id),
}

/** Refetches every reply of the office about a commune. */
export const { refresh } = OFFICE

/** For the members of a town hall, by its acteur. */
export function townHallApi(acteurId: string): CommuneApi {
  const params = (communeId: string) => ({ acteurId, communeId })
  return {
    elus(id) {
      const route = 'GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/elus'
      return asked([route, { params: params(id) }], signal => call(route, { params: params(id), signal }))
    },
    collectes(id) {
      const route = 'GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/collectes'
      return asked([route, { params: params(id) }], signal => call(route, { params: params(id), signal }))
    },
    infos(id) {
      const route = 'GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/infos'
      return asked([route, { params: params(id) }], signal => call(route, { params: params(id), signal }))
    },
    place(id) {
      const route = 'GET /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/place'
      return asked([route, { params: params(id) }], signal => call(route, { params: params(id), signal }))
    },
    savePlace: (id, body, version) =>
      call('PATCH /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/place', {
        params: params(id),
        body,
        version,
      }),
    file: id =>
      call('POST /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}/file', { params: params(id) }),
    save: (id, { elus, collectes, infos, versions }) =>
      call('PATCH /api/v1/mairie/acteurs/{acteurId}/communes/{communeId}', {
        params: params(id),
        body: {
          ...(elus && { elus }),
          ...(collectes && { collectes }),
          ...(infos && { infos }),
          ...(versions && { versions }),
        },
      }),
    refresh: id => readAgain('/mairie/acteurs/{acteurId}/communes/{communeId}', id),
  }
}

const Api = createContext(OFFICE)
export const CommuneApiProvider = Api.Provider
export const useCommuneApi = () => useContext(Api)
