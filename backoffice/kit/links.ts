import { linkOptions } from '@tanstack/react-router'

/** The address of one record, by its kind as the API names it. */
export const LINKS = {
  acteurs: (id: string) => linkOptions({ to: '/acteurs/$id', params: { id } }),
  appeals: (id: string) => linkOptions({ to: '/contestations', search: { item: id } }),
  claims: (id: string) => linkOptions({ to: '/demandes', search: { item: id } }),
  publications: (id: string) => linkOptions({ to: '/moderation', search: { item: id } }),
  threads: (id: string) => linkOptions({ to: '/messages', search: { item: id } }),
  communes: (id: string) => linkOptions({ to: '/communes/$id', params: { id } }),
  users: (id: string) => linkOptions({ to: '/utilisateurs/$id', params: { id } }),
  import_sources: (id: string) => linkOptions({ to: '/imports/$id', params: { id } }),
  subscriptions: (id: string) => linkOptions({ to: '/abonnements/$id', params: { id } }),
}
