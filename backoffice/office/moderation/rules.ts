import { lastDay, nextDay } from '../../../shared/event-time.ts'
import { dayOf } from '../../../shared/wall-clock.ts'
import type { AdminPublication } from '../../kit/api/contract.ts'
import { t as team } from '../../kit/desk/team-texts.ts'
import type { Tone } from '../../kit/ui/chip.tsx'
import type { IconName } from '../../kit/ui/icon.tsx'
import { dayDistance } from '../../kit/words/format.ts'
import { t } from './texts.ts'

/** Pure rules of the desk; the clock is an argument. */

export type Publication = AdminPublication

/** An imported publication has no author who could correct it; that of an API key has the owners of its acteur. */
export const hasAuthor = ({ created_by, api_key }: Pick<Publication, 'created_by' | 'api_key'>): boolean =>
  (created_by ?? api_key) !== null

export type State = keyof typeof t.state
/** What citizens see. An approved publication without a time is not shown anywhere: `held`. */
export function stateOf(publication: Publication, now: Date): State {
  const { deleted_at, moderation_status, valide, publie_le } = publication
  if (deleted_at !== null) return 'deleted'
  if (moderation_status !== 'approved' && moderation_status !== 'published') return moderation_status
  if (!valide || publie_le === null) return 'held'
  return isPutOff(publication, now) ? 'approved' : 'published'
}

/** Publishing what is online leaves it there; rejecting it withdraws it. */
export const actionNamed = <K extends string>(
  kind: K,
  publications: readonly Publication[],
): K | 'keep' | 'withdraw' => {
  const now = new Date()
  const isOnline = publications.length > 0 && publications.every(one => stateOf(one, now) === 'published')
  if (!isOnline) return kind
  return kind === 'publish' ? 'keep' : kind === 'reject' ? 'withdraw' : kind
}

export const isRefused = ({ moderation_status }: Publication): boolean => moderation_status === 'rejected'

/** Scheduled for later. Publishing it now needs another time. */
export const isPutOff = ({ publie_le }: Publication, now: Date): boolean =>
  publie_le !== null && new Date(publie_le) > now

export const TONES: Readonly<Record<State, Tone>> = {
  pending: 'wait',
  changes_requested: 'plum',
  approved: 'info',
  held: 'info',
  published: 'ok',
  rejected: 'bad',
  deleted: 'plain',
}

interface Mark {
  readonly tone: Tone
  readonly icon?: IconName
  readonly text: string
}

/** Events this near are marked as urgent. */
const NEAR_DAYS = 7

/** The marks of a row, most urgent first. A row shows two. */
export function marksOf(publication: Publication, now: Date): readonly Mark[] {
  const {
    reports_count,
    date_debut,
    import_source_id,
    en_avant,
    epingle,
    changed_since_approval,
    duplicates_count,
    assignee,
    notes_count,
    annule_le,
    watched = [],
  } = publication
  const event = date_debut === null ? undefined : { ...publication, date_debut }
  const starts = event && dayDistance(nextDay(event, dayOf(now)), dayOf(now))
  const isOver = event !== undefined && lastDay(event) < dayOf(now)
  return [
    ...(reports_count > 0
      ? [{ tone: 'bad', icon: 'flag', text: t.chip.reports(reports_count) } as const]
      : []),
    ...(watched.length > 0
      ? [{ tone: 'wait', icon: 'eye', text: watched.map(({ nom }) => nom).join(', ') } as const]
      : []),
    ...(starts !== undefined && starts >= 0 && starts <= NEAR_DAYS
      ? [{ tone: 'wait', icon: 'clock', text: t.chip.event(starts) } as const]
      : []),
    ...(annule_le ? [{ tone: 'bad', icon: 'cross', text: t.chip.cancelled } as const] : []),
    ...(duplicates_count > 0 ? [{ tone: 'wait', icon: 'twins', text: t.chip.duplicate } as const] : []),
    ...(changed_since_approval ? [{ tone: 'wait', icon: 'pen', text: t.changed } as const] : []),
    ...(stateOf(publication, now) === 'held'
      ? [{ tone: 'info', icon: 'eye', text: t.state.held } as const]
      : []),
    ...(isOver ? [{ tone: 'plain', icon: 'clock', text: t.chip.past } as const] : []),
    ...(assignee ? [{ tone: 'plum', icon: 'person', text: assignee.nom ?? team.unknown } as const] : []),
    ...(notes_count > 0 ? [{ tone: 'plain', icon: 'pen', text: team.notes(notes_count) } as const] : []),
    ...(import_source_id === null ? [] : [{ tone: 'plum', icon: 'feed', text: t.chip.imported } as const]),
    ...(en_avant ? [{ tone: 'info', icon: 'star', text: t.chip.featured } as const] : []),
    ...(epingle ? [{ tone: 'plain', text: t.chip.pinned } as const] : []),
  ]
}

const MARKS_IN_A_ROW = 2

/** The first ones, and always whose it is: a colleague’s work is no secret of the open item. */
export const inRow = (marks: readonly Mark[]): readonly Mark[] =>
  marks.filter(({ icon }, at) => at < MARKS_IN_A_ROW || icon === 'person')

/** All ids from the last selected one to this one. */
export function between(ids: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [a, b] = [ids.indexOf(from ?? to), ids.indexOf(to)]
  return a === -1 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/** The last day before an instant: what is in front until midnight is so for the last time on the day before. */
export const lastDayUntil = (until: string): string => dayOf(new Date(Date.parse(until) - 1))

/** Where a publication is from: its acteur and its communes. */
export const whereFrom = ({ acteur, communes }: Publication): string =>
  [acteur?.nom ?? t.noActeur, t.communes(communes[0]?.nom, communes.length - 1)].join(' · ')

/** Names what a dialog is about, for its draft: words typed for some publications are not there for others. */
export const subjectKey = (publications: readonly Publication[], count: number): string => {
  const ids = publications.map(({ id }) => id).toSorted()
  return count > ids.length ? `${count} with ${ids}` : `${ids}`
}

export const hasFiles = ({ images, documents, image_url }: Publication): boolean =>
  images.length > 0 || documents.length > 0 || image_url !== null
