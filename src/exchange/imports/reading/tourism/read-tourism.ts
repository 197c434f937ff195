import { explain } from '../../explanations.ts'
import type { Read } from '../item.ts'
import { readEach } from '../json-events.ts'
import type { Context } from '../normalize-item.ts'
import { apidaeEvent, apidaeObjects, isApidaeEvent } from './apidae.ts'
import { datatourismeEvent, datatourismeObjects, isDatatourismeEvent } from './datatourisme.ts'

/** What tourist offices export: of hotels, walks and events, the events. */
export function readTourism(document: object, url: string, context: Context): Read | undefined {
  const { now, notes } = context
  const apidae = apidaeObjects(document)
  const all = apidae ?? datatourismeObjects(document)
  if (!all) return undefined
  const events = all.filter(apidae ? isApidaeEvent : isDatatourismeEvent)
  if (events.length < all.length) notes.info(explain('no_events', { count: all.length - events.length }))
  const toItem = apidae ? apidaeEvent : datatourismeEvent
  return readEach(events, object => toItem(object, url, now), null, context)
}
