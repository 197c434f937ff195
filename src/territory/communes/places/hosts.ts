import type { Static } from 'typebox'
import { about, Data, Id, List, named, Obj, Text, Timestamp } from '../../../../shared/shapes.ts'
import { type Db, sql } from '../../../kernel/db/db.ts'
import { found, invalid } from '../../../kernel/refusals/errors.ts'
import { read, write } from '../../../kernel/routes/action.ts'
import type { Config } from '../../../kernel/settings/config.ts'
import { lockCommune } from '../queries.ts'
import { hostIn, typedHost } from './host-name.ts'

/** Hosts of a commune’s own for its pages, which administrators add once their DNS and TLS lead here. */

const Host = about('A host name: lower case, punycode', Text(253))
const CommuneHost = named('CommuneHost', Obj({ host: Host, created_at: Timestamp }))
type CommuneHost = Static<typeof CommuneHost>
const NewHost = named(
  'NewCommuneHost',
  Obj({
    host: about('A host name without scheme and port; letters beyond ASCII become punycode', Text(253)),
  }),
  { host: 'place.sainte-oeuvre.fr' },
)

const hostsOf = (db: Db, communeId: string) =>
  db.all<CommuneHost>(sql`
    select host, created_at from commune_hosts where commune_id = ${communeId} order by created_at, host`)

export const list = read({
  summary: 'The hosts of a commune’s own; the first one has its pages, the others lead there',
  params: Obj({ id: Id }),
  reply: Data(List(CommuneHost)),
  run: async ({ db, params }) => ({ data: await hostsOf(db, params.id) }),
})

export const add = write({
  summary: 'Give a commune a host of its own for its pages',
  description:
    'Its DNS and TLS must lead to this service first. A few seconds later the pages are there, `/place/{slug}` leads there, and nothing else is answered on that host.',
  params: Obj({ id: Id }),
  body: NewHost,
  reply: Data(List(CommuneHost)),
  errors: ['not_found', 'conflict'],
  conflicts: {
    commune_hosts_taken: {
      code: 'conflict',
      path: 'host',
      fr: 'est déjà l’hôte d’une commune',
      en: 'is the host of a commune already',
    },
  },
  async run({ tx, params, body, config, audit }) {
    const { id } = found(await lockCommune(tx, params.id))
    const host = typedHost(body.host)
    if (host === undefined)
      throw invalid('host', 'n’est pas un nom d’hôte, comme place.commune.fr', 'is no host name')
    if (hostsOfService(config).includes(host))
      throw invalid('host', 'est l’hôte de ce service', 'is the host of this service')
    await tx.run(sql`insert into commune_hosts (host, commune_id) values (${host}, ${id})`)
    audit.record({ id, after: { host } })
    return { data: await hostsOf(tx, id) }
  },
})

export const remove = write({
  summary: 'Take a host from a commune; its pages are at `/place/{slug}` again where it was the last one',
  params: Obj({ id: Id, host: Host }),
  reply: Data(List(CommuneHost)),
  errors: ['not_found'],
  async run({ tx, params: { id, host }, audit }) {
    found(
      await tx.one(sql`
        delete from commune_hosts where commune_id = ${id} and host = ${host} returning host`),
    )
    audit.record({ id, before: { host }, after: { host: null } })
    return { data: await hostsOf(tx, id) }
  },
})

/** Hosts that other parts of the service answer at. */
const hostsOfService = ({ publicUrl, placeUrl, mediaUrl, host }: Config): readonly string[] =>
  [publicUrl, placeUrl, mediaUrl]
    .map(url => hostIn(url === undefined ? undefined : URL.parse(url)?.hostname))
    .concat(hostIn(host), 'localhost')

////////////////////////////////////////////////////////////////////////////// read by the pages

export interface OwnHost {
  readonly host: string
  readonly communeId: string
}

export const allHosts = (db: Db) =>
  db.all<OwnHost>(sql`select host, commune_id as "communeId" from commune_hosts`)
