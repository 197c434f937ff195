import * as communes from './communes/actions.ts'
import * as communesAdmin from './communes/admin.ts'
import { perHour } from './kernel/limits.ts'
import { act, admin, app, bearer, extension, get, patch, post, remove } from './kernel/route.ts'
import * as publications from './publications/types.ts'
import * as users from './users/admin.ts'
import { me } from './users/me.ts'

/** TABLE 1: what the outside may call. Who may come in is said by the block, the rest by the row. */

const adminMutation = perHour('admin', 3_000, 'user')

export const routes = [
  ...app([
    get('/publications/types', publications.types),
    get('/communes', communes.list),
    get('/communes/:slug', communes.bySlug),
  ]),

  ...bearer([extension(get('/me', me))]),

  ...admin('reserved', [
    get('/users', users.list),
    get('/users/:userId', users.byId),
    patch('/users/:userId', users.update, { audit: 'user.updated', limit: [adminMutation] }),
    act('/users/:userId/roles', users.assignRole, { audit: 'user.role_granted', limit: [adminMutation] }),
    remove('/users/:userId/roles/:role', users.removeRole, {
      audit: 'user.role_revoked',
      limit: [adminMutation],
    }),
  ]),

  ...admin('communes', [
    post('/communes', communesAdmin.create, { audit: 'commune.created', limit: [adminMutation] }),
    patch('/communes/:id', communesAdmin.update, { audit: 'commune.updated', limit: [adminMutation] }),
  ]),
]
