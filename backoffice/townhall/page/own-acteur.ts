import { reading } from '../../kit/api/queries.ts'

export const ownActeur = (id: string) => reading('GET /api/v1/me/acteurs/{id}', { params: { id } })
