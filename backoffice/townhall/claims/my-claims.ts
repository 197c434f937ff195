import { reading } from '../../kit/api/queries.ts'

export const myClaims = reading('GET /api/v1/me/claims', {})
