import type { Config } from '../config.ts'
import type { Limit } from '../crowds/limits.ts'
import type { Area } from '../permissions.ts'
import type { AnyIntake, AnyRead, AnyWrite } from './action.ts'

/** Who may come in, before anything is read of what they send. */
export type Access =
  /** `bearer`: somebody signed in is known by their token, nobody has to be. */
  | { readonly kind: 'app'; readonly bearer?: 'welcome' }
  | { readonly kind: 'bearer' }
  /** A member of the acteur in the path, which is the town hall of a commune. */
  | { readonly kind: 'mairie' }
  | { readonly kind: 'admin'; readonly area: Area }
  /** A webhook: neither app nor token. `header` proves who sends, under one of the secrets. */
  | ({ readonly kind: 'signed' } & SignedBy)

export interface SignedBy {
  readonly header: string
  readonly secrets: (config: Config) => readonly string[]
  /** What is sent, for the API page: the bytes are what they are, whatever they call themselves. */
  readonly type: string
  readonly bodyLimit: number
  /** What the action is given of the bytes; throws a refusal when they are no use. */
  readonly read: (bytes: Buffer) => unknown
}

/** A write says which trace it leaves, or why it leaves none. */
export type Posture = {
  readonly limit?: readonly Limit[]
  /**
   * Long work on rows that others may hold: on one node it goes one after the other. Waiting for each other's rows,
   * a handful of them would hold every connection, and everybody else would be told to come back later.
   */
  readonly inTurn?: true
} & ({ readonly audit: string } | { readonly silent: string })

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface Outline {
  readonly method: Method
  readonly path: string
  /** 201 for what creates, 202 for what is queued, 200 for the rest. */
  readonly status: 200 | 201 | 202
  /** Not in the interface as it was asked for: marked so in the API page. */
  readonly extension: boolean
  /** On its way out, as days: answered with `Deprecation` and `Sunset`. */
  readonly retiring?: { readonly since: string; readonly sunset: string }
  /** Shows contact details: who read them is logged. */
  readonly personal?: true
}
export type ReadOutline = Outline & { readonly action: AnyRead }
export type WriteOutline = Outline & { readonly action: AnyWrite; readonly posture: Posture }
export type IntakeOutline = Outline & {
  readonly action: AnyIntake
  readonly posture: { readonly silent: string; readonly limit?: undefined }
}
export type IntakeRow = IntakeOutline & { readonly access: Extract<Access, { kind: 'signed' }> }
export type Row = ((ReadOutline | WriteOutline) & { readonly access: Access }) | IntakeRow

const outline = (method: Method, path: string, status: Outline['status']): Outline => ({
  method,
  path,
  status,
  extension: false,
})

export const get = (path: string, action: AnyRead): ReadOutline => ({ ...outline('GET', path, 200), action })
/** Does something to what is there: 200, where `post` creates. */
export const act = (path: string, action: AnyWrite, posture: Posture): WriteOutline => ({
  ...outline('POST', path, 200),
  action,
  posture,
})
/** Takes in what a webhook brings: behind `signed` alone. */
export const take = (path: string, action: AnyIntake, posture: IntakeOutline['posture']): IntakeOutline => ({
  ...outline('POST', path, 200),
  action,
  posture,
})
/** Asks for work that is done later: 202. */
export const queue = (path: string, action: AnyWrite, posture: Posture): WriteOutline => ({
  ...outline('POST', path, 202),
  action,
  posture,
})
/** Creates something. */
export const post = (path: string, action: AnyWrite, posture: Posture): WriteOutline => ({
  ...outline('POST', path, 201),
  action,
  posture,
})
export const patch = (path: string, action: AnyWrite, posture: Posture): WriteOutline => ({
  ...outline('PATCH', path, 200),
  action,
  posture,
})
export const put = (path: string, action: AnyWrite, posture: Posture): WriteOutline => ({
  ...outline('PUT', path, 200),
  action,
  posture,
})
export const remove = (path: string, action: AnyWrite, posture: Posture): WriteOutline => ({
  ...outline('DELETE', path, 200),
  action,
  posture,
})
export const extension = <T extends Outline>(row: T): T => ({ ...row, extension: true })
/** Shows contact details: the log keeps who read them, and of what. */
export const personal = <T extends Outline>(row: T): T => ({ ...row, personal: true })
/** Announced at least six months before it goes. */
export const retiring = <T extends Outline>(since: string, sunset: string, row: T): T => ({
  ...row,
  retiring: { since, sunset },
})

type Outlines = readonly (ReadOutline | WriteOutline)[]
const PREFIX = '/api/v1'

/** Anybody, through an app that says its name. */
export const app = (rows: Outlines): Row[] => block(PREFIX, { kind: 'app' }, rows)
/** Anybody, and somebody signed in as themselves. */
export const anybody = (rows: Outlines): Row[] => block(PREFIX, { kind: 'app', bearer: 'welcome' }, rows)
/** Somebody signed in. */
export const bearer = (rows: Outlines): Row[] => block(PREFIX, { kind: 'bearer' }, rows)
/** The members of a town hall, for its own communes. */
export const mairie = (rows: Outlines): Row[] => block(`${PREFIX}/mairie`, { kind: 'mairie' }, rows)
/** Webhooks: whoever holds the secret. */
export const signed = (by: SignedBy, rows: readonly (WriteOutline | IntakeOutline)[]): Row[] =>
  rows.map(row => ({ ...row, path: PREFIX + row.path, access: { kind: 'signed', ...by } }))
/** The back-office: administrators, and the operators of this area. */
export const admin = (area: Area, rows: Outlines): Row[] =>
  block(`${PREFIX}/admin`, { kind: 'admin', area }, rows)

const block = (prefix: string, access: Access, rows: Outlines): Row[] =>
  rows.map(row => ({ ...row, path: prefix + row.path, access }))
