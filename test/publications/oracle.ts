import type { Acteur, Decider, State, Status, Target, Who, World } from './world.ts'

/**
 * The specification's rules for every mutation of a publication, written independently of the product: who may, which
 * error code, and the row afterwards. Does no I/O.
 */

export type Ask =
  /** `same`: the body repeats the stored values. */
  | {
      readonly do: 'edit'
      readonly content?: 'new' | 'same'
      readonly pin?: boolean
      /** With `resubmit`. */
      readonly again?: boolean
    }
  | { readonly do: 'delete' }
  | { readonly do: 'moderate'; readonly by: 'member' | 'mairie' | 'admin' | 'bulk'; readonly to: Status }
  | { readonly do: 'valide'; readonly to?: boolean }
  | { readonly do: 'feature'; readonly on: boolean; readonly until?: Date | null }
  | { readonly do: 'delete as administrator' }
  | { readonly do: 'restore' }
  | { readonly do: 'report' }

export type Verdict =
  | { readonly refused: string }
  | {
      readonly status: 200 | 201
      /** The fields that change; `now` is a time during the request. Empty: no trace either. */
      readonly after: Partial<Omit<State, 'publie_le'>> & { readonly publie_le?: 'now' }
      /** The action of the single audit row, if any. */
      readonly trace: string | null
      readonly failed?: 'not_found'
      readonly moderated?: boolean
    }

/** Sent with each `changes_requested`. */
export const COMMENT = 'À quelle heure ?'

const refuse = (refused: string): Verdict => ({ refused })
const OUTSIDE = refuse('403 scope_violation')
const NO_RIGHT = refuse('403 forbidden')
const NOWHERE = refuse('404 not_found')

export function expected(who: Who, ask: Ask, what: Target, world: World): Verdict {
  if (who.suspended) return refuse('403 account_suspended')
  switch (ask.do) {
    case 'edit':
      return edit(who, ask, what)
    case 'delete':
      return mayManage(who, what.acteur) ?? deletion(what)
    case 'moderate':
      return moderation(who, ask, what, world)
    case 'report':
      return isVisible(what.state) ? { status: 201, after: {}, trace: 'publication.reported' } : NOWHERE
    default:
      return who.moderates ? office(ask, what) : refuse('403 admin_required')
  }
}

/**
 * The refusal for callers without these rights: strangers and members of an unavailable acteur are out of scope; other
 * members lack a permission.
 */
function lacks(who: Who, acteur: Acteur, ...needed: ('manage' | 'publish')[]): Verdict | undefined {
  if (who.admin) return undefined
  const rights = who.rights.get(acteur.id)
  if (!rights || isAway(acteur)) return OUTSIDE
  return needed.every(one => rights[one]) ? undefined : NO_RIGHT
}
const mayManage = (who: Who, acteur: Acteur) => lacks(who, acteur, 'manage')

/** Members of an inactive or deleted acteur cannot write. */
const isAway = ({ active, deleted }: Acteur) => !active || deleted
const publishes = (acteur: Acteur) => acteur.can_publish && !isAway(acteur)

const isVisible = ({ valide, moderation_status, publie_le, deleted }: State) =>
  valide &&
  (moderation_status === 'approved' || moderation_status === 'published') &&
  publie_le !== null &&
  publie_le <= new Date() &&
  !deleted

const changed = (state: State, after: Partial<State>) =>
  Object.entries(after).some(([name, value]) => state[name as keyof State] !== value)

function edit(
  who: Who,
  { content, pin, again }: Ask & { do: 'edit' },
  { acteur, state, type }: Target,
): Verdict {
  // A deleted publication is not found, whoever asks.
  if (state.deleted) return NOWHERE
  const needed = [
    ...(content === undefined ? [] : ['manage' as const]),
    ...(pin === undefined ? [] : ['publish' as const]),
  ]
  const refusal = lacks(who, acteur, ...needed)
  if (refusal) return refusal
  const isResubmitted =
    state.moderation_status === 'rejected' || state.moderation_status === 'changes_requested'
  if (again && (content !== 'new' || !isResubmitted)) return refuse('422 validation_failed')
  const pinned = pin === undefined || pin === state.epingle ? {} : { epingle: pin }
  const mayPublish = who.admin || (publishes(acteur) && lacks(who, acteur, 'publish') === undefined)
  // An edit of an approved publication waits for review; one approved without a time waits for the back-office.
  const back = again
    ? { moderation_status: 'pending' as const, moderation_by: 'member' as const, moderation_reason: null }
    : content === 'new' && state.valide && !mayPublish
      ? {
          moderation_status: 'pending' as const,
          valide: false,
          moderation_by: state.publie_le === null ? state.moderation_by : ('member' as const),
        }
      : {}
  const after = { ...pinned, ...back }
  const moved = content === 'new' || changed(state, after)
  const action = type === 'alerte' && content === 'new' ? 'publication.alert' : 'publication.updated'
  return { status: 200, after, trace: moved ? action : null }
}

const deletion = ({ state }: Target): Verdict => ({
  status: 200,
  after: state.deleted ? {} : { deleted: true },
  trace: state.deleted ? null : 'publication.deleted',
})

const RESULT: Record<Status, (state: State) => Partial<Omit<State, 'publie_le'>> & { publie_le?: 'now' }> = {
  published: ({ publie_le }) => ({ valide: true, ...(publie_le === null && { publie_le: 'now' as const }) }),
  approved: () => ({ valide: true }),
  rejected: () => ({ valide: false }),
  changes_requested: () => ({ valide: false }),
  pending: () => ({ valide: false }),
}

/** The table of decisions. The last decider is part of the state: nobody overrules the back-office. */
export function decided(state: State, to: Status, by: Decider): Verdict {
  const { publie_le, ...plain } = {
    moderation_status: to,
    moderation_by: by,
    moderation_reason: to === 'changes_requested' ? COMMENT : null,
    ...RESULT[to](state),
  }
  const moved = changed(state, plain) || publie_le !== undefined
  return {
    status: 200,
    after: { ...plain, ...(publie_le && { publie_le }) },
    trace: moved ? 'publication.moderated' : null,
    moderated: true,
  }
}

function moderation(who: Who, { by, to }: Ask & { do: 'moderate' }, what: Target, world: World): Verdict {
  const { acteur, state } = what
  if (by === 'admin' || by === 'bulk') {
    if (!who.moderates) return refuse('403 admin_required')
    if (state.deleted)
      return by === 'bulk' ? { status: 200, after: {}, trace: null, failed: 'not_found' } : NOWHERE
    return decided(state, to, 'backoffice')
  }
  // Only members of the town hall are allowed.
  if (by === 'mairie' && !who.rights.has(world.mairie.id)) return OUTSIDE
  if (state.deleted) return NOWHERE
  if (by === 'member' && who.admin) return decided(state, to, 'backoffice')
  const rights = who.rights.get(by === 'mairie' ? world.mairie.id : acteur.id)
  if (by === 'member' && isAway(acteur)) return OUTSIDE
  if (!rights?.manage || !rights.publish || state.moderation_by === 'backoffice') return OUTSIDE
  if (by === 'mairie' && acteur.id !== world.mairie.id) {
    // Publications of others in its communes can only be held for the back-office.
    return to === 'pending' && what.communes.includes(world.communes.home)
      ? decided(state, 'pending', 'mairie')
      : OUTSIDE
  }
  if (to === 'approved' || to === 'changes_requested' || (to === 'published' && !publishes(acteur)))
    return OUTSIDE
  return state.moderation_by === 'mairie' ? OUTSIDE : decided(state, to, 'member')
}

function office(ask: Ask, what: Target): Verdict {
  const { state } = what
  switch (ask.do) {
    case 'delete as administrator':
      return deletion(what)
    case 'restore':
      return {
        status: 200,
        after: state.deleted ? { deleted: false } : {},
        trace: state.deleted ? 'publication.restored' : null,
      }
    case 'feature':
      return feature(ask, state)
    case 'valide': {
      if (state.deleted) return NOWHERE
      if (ask.to ?? !state.valide) {
        const verdict = decided(state, 'published', 'backoffice')
        return 'trace' in verdict && verdict.trace ? { ...verdict, trace: 'publication.valide_set' } : verdict
      }
      const after = { valide: false, moderation_by: 'backoffice' as const }
      return {
        status: 200,
        after,
        trace: changed(state, after) ? 'publication.valide_set' : null,
        moderated: true,
      }
    }
    default:
      throw new Error(`Not decided in the back-office: ${ask.do}`)
  }
}

function feature({ on, until }: Ask & { do: 'feature' }, state: State): Verdict {
  if (state.deleted) return NOWHERE
  if (on && until && until < new Date()) return refuse('422 validation_failed')
  const after = { en_avant: on, featured_until: on ? (until ?? null) : null }
  const moved =
    after.en_avant !== state.en_avant || after.featured_until?.getTime() !== state.featured_until?.getTime()
  return { status: 200, after, trace: moved ? 'publication.featured' : null }
}
