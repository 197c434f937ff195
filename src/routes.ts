import * as communes from './communes/actions.ts'
import * as communesAdmin from './communes/admin.ts'
import { perHour } from './kernel/limits.ts'
import { admin, app, get, patch, post } from './kernel/route.ts'
import * as publications from './publications/types.ts'

/** TABLE 1: what the outside may call. Who may come in is said by the block, the rest by the row. */

const adminMutation = perHour('admin', 3_000, 'user')

export const routes = [
  ...app([
    get('/publications/types', publications.types),
    get('/communes', communes.list),
    get('/communes/:slug', communes.bySlug),
  ]),

  ...admin('communes', [
    post('/communes', communesAdmin.create, { audit: 'commune.created', limit: [adminMutation] }),
    patch('/communes/:id', communesAdmin.update, { audit: 'commune.updated', limit: [adminMutation] }),
  ]),
]
