import { Data, Id, Obj } from '../../shared/shapes.ts'
import { findForAdmin, shownActeur } from '../acteurs/queries.ts'
import { type Db, type Sql, sql } from '../kernel/db/db.ts'
import { found } from '../kernel/errors.ts'
import { read } from '../kernel/routes/action.ts'
import { lastMessages, messagesFrom } from '../support/conversation.ts'
import { agreementOf } from './agreement.ts'
import { earlierClaims, findClaim } from './queries.ts'
import { ClaimItem, MOST_OBJECTIONS, MOST_OWNERS, MOST_SAID } from './shapes.ts'

/** A claim with everything that a decision needs. */
export const byId = read({
  summary: 'One claim, compared with the acteur: owners, matching contacts, questions, earlier claims',
  params: Obj({ id: Id }),
  reply: Data(ClaimItem),
  async run({ db, params, config }) {
    const claim = found(await findClaim(db, params.id))
    const [acteur, around, earlier, written] = await Promise.all([
      findForAdmin(db, claim.acteur_id),
      aroundClaim(db, claim.id),
      earlierClaims(db, claim.id),
      messagesFrom(db, ownersOf(claim.acteur_id), { since: claim.created_at, most: MOST_OBJECTIONS }),
    ])
    const { commune, owners, thread_id, ...beside } = found(around)
    const known = found(acteur)
    return {
      data: {
        ...claim,
        ...beside,
        acteur: { ...shownActeur(known, config), commune, owners },
        agreement: agreementOf(claim, known),
        conversation: thread_id === null ? [] : await lastMessages(db, thread_id, MOST_SAID),
        // An owner who is also a claimant has a separate conversation about the claim.
        objections: written.filter(one => one.thread_id !== thread_id),
        earlier,
      },
    }
  },
})

type Beside = Pick<ClaimItem, 'claimant' | 'decider' | 'conflicts' | 'email_verified'> &
  Pick<ClaimItem['acteur'], 'commune' | 'owners'> & { readonly thread_id: string | null }

const person = (id: Sql) =>
  sql`(select json_build_object('id', u.id, 'nom', u.nom) from users u where u.id = ${id})`

const ownersOf = (acteurId: string) => sql`
  select lower(u.email) from actor_users m join users u on u.id = m.user_id
  where m.acteur_id = ${acteurId} and m.role = 'owner' and u.email is not null`

const aroundClaim = (db: Db, id: string) =>
  db.one<Beside>(sql`
    select c.thread_id, ${person(sql`c.claimant_user_id`)} as claimant, ${person(sql`c.decided_by`)} as decider,
      (select count(*) from audit_log l
       where l.entity = 'claim' and l.entity_id = c.id::text and l.action = 'claim.conflict') as conflicts,
      exists (select from users u where u.id = c.claimant_user_id and u.email = lower(c.email)) as email_verified,
      (select json_build_object('id', town.id, 'nom', town.nom, 'departement', town.departement)
       from communes town where town.id = a.commune_id) as commune,
      (select coalesce(json_agg(json_build_object('id', owner.id, 'nom', owner.nom) order by owner.nom, owner.id), '[]')
       from (select u.id, u.nom from actor_users m join users u on u.id = m.user_id
             where m.acteur_id = a.id and m.role = 'owner' order by u.nom, u.id limit ${MOST_OWNERS}) owner) as owners
    from claims c join acteurs a on a.id = c.acteur_id where c.id = ${id}`)
