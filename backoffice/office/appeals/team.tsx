import type { Appeal } from '../../kit/api/contract.ts'
import { reading, readNow } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { type AssignCalls, TeamWork, type WorkProps } from '../../kit/desk/team-work.tsx'

/** An appeal is assigned to those who may read what it contests. */
const callsFor = (kind: Appeal['kind']): AssignCalls => ({
  colleagues: (kind === 'claim'
    ? reading('GET /api/v1/admin/claims/colleagues', {})
    : reading('GET /api/v1/admin/publications/colleagues', {})) as AssignCalls['colleagues'],
  assign: (id, body) => call('PATCH /api/v1/admin/appeals/{id}/assignee', { params: { id }, body }),
  assigneeOf: async id => (await readNow('GET /api/v1/admin/appeals/{id}', { params: { id } })).data.assignee,
  held: ['GET /api/v1/admin/appeals', 'GET /api/v1/admin/appeals/{id}'],
})
const OF_CLAIMS = callsFor('claim')
const OF_PUBLICATIONS = callsFor('publication')

export const WorkOnClaim = (props: WorkProps) => <TeamWork {...props} calls={OF_CLAIMS} />
export const Work = (props: WorkProps) => <TeamWork {...props} calls={OF_PUBLICATIONS} />
