import type { Static } from 'typebox'
import { ActeurType } from '../../../shared/fields/acteurs.ts'
import { withoutGaps } from '../../../shared/registration-numbers.ts'
import { about, Data, Id, List, Nullable, named, Obj, Optional, Text, Word } from '../../../shared/shapes.ts'
import { Type } from '../../../shared/type.ts'
import { type Sql, sql, where } from '../../kernel/db/db.ts'
import { telephoneIn, telephoneOf } from '../../kernel/records/personal-data.ts'
import { domainOf, isPublicMailDomain } from '../../kernel/texts/mail-domains.ts'
import { CommuneInBrief, communeInBrief } from '../../people/access/in-brief.ts'
import { territoryOf } from '../../people/access/permissions.ts'
import { acteurInTerritory } from '../../people/access/territory.ts'
import { signedIn } from '../../people/access/visitors.ts'

/** Existing acteurs that may be the one being entered. */

const MOST = 10
const REASONS = ['siret', 'rna', 'nom', 'email', 'email_domain', 'telephone'] as const
type Reason = (typeof REASONS)[number]

const LookAlike = named(
  'ActeurLookAlike',
  Obj({
    id: Id,
    nom: Text(200),
    type: ActeurType,
    commune: Nullable(CommuneInBrief),
    deleted: Type.Boolean(),
    reasons: List(
      Word(REASONS, {
        siret: 'the same SIRET',
        rna: 'the same RNA',
        nom: 'the same name in the same commune',
        email: 'the same e-mail address',
        email_domain: 'an e-mail address of the same domain',
        telephone: 'the same telephone number',
      }),
    ),
  }),
)
type LookAlike = Static<typeof LookAlike>

export const lookAlikes = signedIn.read({
  summary: 'Existing acteurs that resemble a new one, including deleted ones',
  query: Obj({
    nom: Optional(about('The name; compared within `commune_id`', Text(200, 0))),
    commune_id: Optional(about('The commune of the new acteur', Id)),
    siret: Optional(about('The SIRET as typed, with or without spaces', Text(30, 0))),
    rna: Optional(about('The RNA number as typed, with or without spaces', Text(20, 0))),
    email: Optional(
      about(
        'The e-mail address; its domain is compared too, unless it is a public mail provider',
        Text(254, 0),
      ),
    ),
    telephone: Optional(about('The telephone number, in any spelling', Text(30, 0))),
    except: Optional(about('The id of an acteur to leave out', Id)),
  }),
  reply: Data(List(LookAlike, MOST)),
  async run({ db, query, caller }) {
    const ways = waysTo(query)
    if (ways.length === 0) return { data: [] }
    const found = ways.reduce(
      (all, [reason, condition]) =>
        sql`${all} union all (select p.id, ${reason}::text as reason from acteurs p where ${condition} limit ${MOST})`,
      sql`select null::uuid as id, null::text as reason where false`,
    )
    return {
      data: await db.all<LookAlike>(sql`
        select p.id, p.nom, p.type, p.deleted_at is not null as deleted, alike.reasons,
          ${communeInBrief(sql`p.commune_id`)} as commune
        from (select id, array_agg(distinct reason) as reasons from (${found}) as each
              where id is distinct from ${query.except ?? null}::uuid group by id) as alike
        join acteurs p on p.id = alike.id
        ${where(acteurInTerritory(sql`p.id`, territoryOf(caller, 'claims')))}
        order by cardinality(alike.reasons) desc, p.deleted_at is not null, p.id limit ${MOST}`),
    }
  },
})

interface Asked {
  readonly nom?: string | undefined
  readonly commune_id?: string | undefined
  readonly siret?: string | undefined
  readonly rna?: string | undefined
  readonly email?: string | undefined
  readonly telephone?: string | undefined
}

/** One query per field, so that each uses its own index. */
function waysTo({ nom, commune_id, siret, rna, email, telephone }: Asked): [Reason, Sql][] {
  const digits = telephoneOf(telephone ?? '')
  const domain = email?.includes('@') ? domainOf(email) : ''
  const anybodys = isPublicMailDomain(domain)
  return [
    ...way(siret, 'siret', text => sql`p.siret = ${withoutGaps(text)}`),
    ...way(rna, 'rna', text => sql`p.rna = ${withoutGaps(text)}`),
    ...way(
      commune_id && nom?.trim(),
      'nom',
      text => sql`p.commune_id = ${commune_id ?? null} and p.cle = search_key(${text})`,
    ),
    ...way(
      domain && email,
      anybodys ? 'email' : 'email_domain',
      text => sql`p.email is not null and lower(split_part(p.email, '@', 2)) = ${domain}
        ${anybodys ? sql`and lower(p.email) = lower(${text})` : sql``}`,
    ),
    ...way(
      digits.length >= 10 ? digits : '',
      'telephone',
      text => sql`p.telephone is not null and ${telephoneIn(sql`p.telephone`)} = ${text}`,
    ),
  ]
}

const way = (text: string | undefined, reason: Reason, condition: (text: string) => Sql): [Reason, Sql][] =>
  text ? [[reason, condition(text)]] : []
