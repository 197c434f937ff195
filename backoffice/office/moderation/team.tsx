import { reading, readNow } from '../../kit/api/queries.ts'
import { call } from '../../kit/api/session.ts'
import { type TeamCalls, TeamWork, type WorkProps } from '../../kit/desk/team-work.tsx'

/** The requests about what the team shares about publications. */
export const CALLS: TeamCalls = {
  colleagues: reading('GET /api/v1/admin/publications/colleagues', {}) as TeamCalls['colleagues'],
  assign: (id, body) => call('PATCH /api/v1/admin/publications/{id}/assignee', { params: { id }, body }),
  assigneeOf: async id =>
    (await readNow('GET /api/v1/admin/publications/{id}', { params: { id } })).data.assignee,
  readNotes: (id, page, per_page, signal) =>
    call('GET /api/v1/admin/publications/{id}/notes', { params: { id }, query: { page, per_page }, signal }),
  addNote: (id, body, once) =>
    call('POST /api/v1/admin/publications/{id}/notes', { params: { id }, body, once }),
  removeNote: (id, noteId) =>
    call('DELETE /api/v1/admin/publications/{id}/notes/{noteId}', { params: { id, noteId } }),
  held: ['GET /api/v1/admin/publications', 'GET /api/v1/admin/publications/{id}'],
}

export const Work = (props: WorkProps) => <TeamWork {...props} calls={CALLS} />
