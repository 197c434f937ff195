import { namesOf } from '../../../shared/fields/field.ts'

/** The kinds of public changes. Those of `LISTS` are lists of a commune, whose id they have. */
export const RECORDS = {
  type: 'a type of publications',
  commune: 'a commune',
  acteur: 'an acteur',
  publication: 'a publication',
} as const
export const LISTS = {
  elus: 'the elected officials of a commune: read `GET /communes/{id}/elus` again',
  collectes: 'its waste collections: `GET /communes/{id}/collectes`',
  infos: 'its contacts: `GET /communes/{id}/infos`',
  defibrillateurs: 'its defibrillators: `GET /communes/{id}/defibrillateurs`',
} as const

export type RecordKind = keyof typeof RECORDS
type ListKind = keyof typeof LISTS
export type ChangeKind = RecordKind | ListKind

/** In the order in which a new mirror is given them: what others refer to comes first. */
export const RECORD_KINDS = namesOf(RECORDS)
export const CHANGE_KINDS: readonly ChangeKind[] = [...RECORD_KINDS, ...namesOf(LISTS)]

/** A change as it is numbered: before and after it the record was public, or not. */
export const CHANGES = ['created', 'changed', 'removed'] as const
export type Change = (typeof CHANGES)[number]
export const isList = (kind: ChangeKind): kind is ListKind => kind in LISTS

/** Numbered with the public ones for webhooks alone; no page of the feed has them. */
export const EVENT_KINDS = ['claim', 'subscription', 'sync'] as const
export type EventKind = (typeof EVENT_KINDS)[number]
export const isEvent = (kind: string): kind is EventKind => EVENT_KINDS.includes(kind as EventKind)
