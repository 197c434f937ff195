/** The effect of each flow, written from docs/signing-in.md and not from the code: the oracle of the cells. */

export type Situation = 'signed up' | 'invited' | 'member' | 'without a role' | 'second factor'
export type Password = 'own' | 'new' | 'changed'
/** The person, or another user without rights. */
export type Who = 'self' | 'other'

export interface State {
  verified: boolean
  password: Password | undefined
  /** The users to whom the password and the outside provider give access. */
  who: Who | undefined
  provider: Who | undefined
  /** Invited, and not signed in yet. */
  expected: boolean
  suspended: boolean
  role: boolean
  gone: 'closed' | 'withdrawn' | undefined
  /** The address was changed. */
  moved: boolean
  factor: boolean
  /** The offered secret of a second factor that is not on yet: the first or a later one. */
  offered: 'first' | 'second' | undefined
  sessions: Map<string, Who>
  /** Links, codes and unfinished sign-ins from before that are still valid. */
  good: Set<'link' | 'invitation' | 'reset' | 'address' | 'half' | 'backup'>
}

const NEVER: State = {
  verified: false,
  password: undefined,
  who: undefined,
  provider: undefined,
  expected: false,
  suspended: false,
  role: false,
  gone: undefined,
  moved: false,
  factor: false,
  offered: undefined,
  sessions: new Map(),
  good: new Set(),
}
const COME: Partial<State> = { verified: true, password: 'own', who: 'self', role: true }
const twoSessions = () =>
  new Map<string, Who>([
    ['telephone', 'self'],
    ['computer', 'self'],
  ])

export const begin = (situation: Situation): State => {
  if (situation === 'signed up') return { ...NEVER, sessions: new Map(), good: new Set(['link', 'reset']) }
  if (situation === 'invited')
    return { ...NEVER, expected: true, role: true, sessions: new Map(), good: new Set(['invitation']) }
  if (situation === 'member')
    return {
      ...NEVER,
      ...COME,
      sessions: twoSessions(),
      offered: 'first',
      good: new Set(['reset', 'address']),
    }
  if (situation === 'without a role')
    return { ...NEVER, ...COME, role: false, sessions: twoSessions(), good: new Set(['reset']) }
  return {
    ...NEVER,
    ...COME,
    sessions: twoSessions(),
    factor: true,
    good: new Set(['reset', 'half', 'backup']),
  }
}

type Rule = (state: State, as: 'A' | 'B') => boolean

function endSessions(state: State, except?: string): void {
  for (const [name, who] of state.sessions) if (who === 'self' && name !== except) state.sessions.delete(name)
}
const forget = (state: State, ...what: ('reset' | 'half' | 'backup')[]) => {
  for (const one of what) state.good.delete(one)
}
const isAt = (state: State, device: string) => state.sessions.has(device) && !state.suspended
const proves = (state: State) => isAt(state, 'computer') && state.password === 'own'
/** The session continues under a new token. */
function replaceSession(state: State, as: string): void {
  state.sessions.delete('computer')
  state.sessions.set(as, 'self')
}
function signedIn(state: State, as: string, who: Who | undefined): boolean {
  if (who === undefined || (who === 'self' && state.suspended)) return false
  state.sessions.set(as, who)
  return true
}

/** Each returns whether the flow succeeds. */
export const RULES = {
  // Their link would activate their own password, and nobody follows it.
  'a stranger signs up': () => true,

  'follow the link': state => {
    if (state.verified) return true
    if (state.expected || !state.good.delete('link')) return false
    Object.assign(state, { verified: true, password: 'own', who: 'self' })
    return true
  },

  'be invited': state => {
    if (state.verified || state.expected) return false
    Object.assign(state, { expected: true, role: true })
    state.good.clear()
    return true
  },

  'accept the invitation': state => {
    if (!state.good.delete('invitation')) return false
    // A user with rights who signs in elsewhere is not linked by address alone.
    const who = state.provider === 'self' && state.role ? 'other' : 'self'
    Object.assign(state, { verified: true, password: 'own', who: state.suspended ? undefined : who })
    if (!state.suspended) state.expected = false
    return true
  },

  'have the invitation withdrawn': state => {
    if (!state.expected) return false
    Object.assign(state, { expected: false, role: false, gone: 'withdrawn' })
    state.good.clear()
    return true
  },

  'be invited again': state => {
    if (!state.expected || state.suspended) return false
    state.good.delete('invitation')
    return true
  },

  'sign in': (state, as) => {
    if (state.password !== 'own' || state.moved || state.gone) return false
    if (state.factor) return !state.suspended
    return signedIn(state, as, state.who)
  },

  'come from the provider': (state, as) => {
    if (state.provider === undefined) {
      const isHolder = !state.gone && !state.moved
      if (isHolder && state.suspended) return false
      // A waiting account is theirs; a used one is, if it has no rights.
      const isTheirs = isHolder && (state.who !== 'self' || !state.role)
      state.provider = isTheirs ? 'self' : 'other'
      if (isTheirs) state.expected = false
    }
    return signedIn(state, as, state.provider)
  },

  reset: state => {
    if (!state.good.has('reset')) return false
    forget(state, 'reset', 'half')
    state.good.delete('link')
    endSessions(state)
    Object.assign(state, { verified: true, password: 'new', who: 'self' })
    return true
  },

  'change the password': (state, as) => {
    if (!proves(state)) return false
    forget(state, 'reset', 'half')
    endSessions(state)
    state.sessions.set(as, 'self')
    state.password = 'changed'
    return true
  },

  'ask for another address': state => {
    if (!proves(state)) return false
    state.good.delete('address')
    return true
  },

  'confirm the address': state => {
    if (!isAt(state, 'computer') || !state.good.delete('address')) return false
    forget(state, 'reset', 'half')
    state.moved = true
    return true
  },

  'close the account': state => {
    if (!proves(state)) return false
    endSessions(state)
    state.good.clear()
    const nobody = { password: undefined, who: undefined, role: false, factor: false, offered: undefined }
    Object.assign(state, { ...nobody, gone: 'closed' })
    if (state.provider === 'self') state.provider = undefined
    return true
  },

  'begin a second factor': state => {
    if (!proves(state) || state.factor) return false
    state.offered = 'second'
    return true
  },

  'turn the second factor on': (state, as) => {
    if (!isAt(state, 'computer') || state.factor || state.offered !== 'first') return false
    replaceSession(state, as)
    state.factor = true
    return true
  },

  'turn the second factor off': (state, as) => {
    if (!proves(state)) return false
    replaceSession(state, as)
    forget(state, 'reset', 'half', 'backup')
    state.factor = false
    return true
  },

  'make new codes': state => {
    if (!proves(state) || !state.factor) return false
    forget(state, 'backup')
    return true
  },

  'end a sign-in with a code': (state, as) =>
    state.factor && !state.suspended && state.good.delete('half') && signedIn(state, as, 'self'),

  'end a sign-in with a kept code': (state, as) =>
    state.factor &&
    !state.suspended &&
    state.good.has('backup') &&
    state.good.delete('half') &&
    signedIn(state, as, 'self'),

  'sign out everywhere': state => {
    if (!isAt(state, 'telephone')) return false
    endSessions(state)
    return true
  },

  'sign out elsewhere': state => {
    if (!isAt(state, 'telephone')) return false
    endSessions(state, 'telephone')
    return true
  },

  'be signed out by an administrator': state => {
    if (state.gone === 'withdrawn') return false
    endSessions(state)
    return true
  },

  'be suspended': state => {
    if (state.gone === 'withdrawn') return false
    endSessions(state)
    state.suspended = state.gone === undefined
    return true
  },

  'lose the role': state => {
    if (state.gone === 'withdrawn') return false
    state.role = false
    return true
  },

  'have the second factor reset': state => {
    if (!state.factor) return false
    forget(state, 'reset', 'half', 'backup')
    state.factor = false
    return true
  },
} satisfies Record<string, Rule>

export type Flow = keyof typeof RULES

/** The result of a password sign-in: a session, a session after a code, or nothing. */
export const opened = (state: State, password: Password): string => {
  if (state.password !== password || state.who === undefined || state.gone) return 'nothing'
  if (state.who === 'self' && state.suspended) return 'nothing'
  return state.factor ? 'half' : state.who
}
