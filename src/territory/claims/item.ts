import { Data, Id, Obj } from '../../../shared/shapes.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { found } from '../../kernel/refusals/errors.ts'
import { lastMessages, messagesFrom } from '../../letters/support/conversation.ts'
import { communeInBrief, personInBrief } from '../../people/access/in-brief.ts'
import { territoryOf } from '../../people/access/permissions.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { findForAdmin, shownActeur } from '../acteurs/queries.ts'
import { agreementOf } from './agreement.ts'
import { evidenceOf, type Recorded } from './evidence.ts'
import { officialOf } from './official-address.ts'
import { earlierClaims, findClaim } from './queries.ts'
import { ClaimItem, MOST_ATTEMPTS, MOST_OBJECTIONS, MOST_OWNERS, MOST_SAID } from './shapes.ts'

/** A claim with everything that a decision needs. */
export const byId = signedIn.read({
  summary: 'One claim, compared with the acteur: owners, matching contacts, questions, earlier claims',
  params: Obj({ id: Id }),
  reply: Data(ClaimItem),
  async run({ db, params, config, caller }) {
    const claim = found(await findClaim(db, params.id))
    const territory = territoryOf(caller, 'claims')
    const [acteur, around, earlier, written] = await Promise.all([
      findForAdmin(db, claim.acteur_id, territory),
      aroundClaim(db, claim.id),
      earlierClaims(db, claim.id),
      messagesFrom(db, ownersOf(claim.acteur_id), {
        since: claim.created_at,
        most: MOST_OBJECTIONS,
        territory,
      }),
    ])
    const { commune, owners, thread_id, recorded, silent, ...beside } = found(around)
    const known = found(acteur)
    const agreement = agreementOf(claim, known)
    return {
      data: {
        ...claim,
        ...beside,
        acteur: { ...shownActeur(known, config), commune, owners },
        agreement,
        official: (claim.status === 'pending' && (await officialOf(db, known))) || null,
        evidence: evidenceOf({
          email: claim.email,
          message: claim.message,
          email_verified: beside.email_verified,
          agreement,
          acteur: known,
          register: beside.register ?? undefined,
          recorded,
          silent,
        }),
        conversation: thread_id === null ? [] : await lastMessages(db, thread_id, MOST_SAID),
        // An owner who is also a claimant has a separate conversation about the claim.
        objections: written.filter(one => one.thread_id !== thread_id),
        earlier,
      },
    }
  },
})

type Beside = Pick<
  ClaimItem,
  'claimant' | 'decider' | 'conflicts' | 'email_verified' | 'register' | 'letter' | 'by_code' | 'call'
> &
  Pick<ClaimItem['acteur'], 'commune' | 'owners'> & {
    readonly thread_id: string | null
    readonly recorded: readonly Recorded[]
    readonly silent: number
  }

const ownersOf = (acteurId: string) => sql`
  select lower(u.email) from actor_users m join users u on u.id = m.user_id
  where m.acteur_id = ${acteurId} and m.role = 'owner' and u.email is not null`

const aroundClaim = (db: Db, id: string) =>
  db.one<Beside>(sql`
    select c.thread_id, ${personInBrief(sql`c.claimant_user_id`)} as claimant, ${personInBrief(sql`c.decided_by`)} as decider,
      (select count(*) from audit_log l
       where l.entity = 'claim' and l.entity_id = c.id::text and l.action = 'claim.conflict') as conflicts,
      exists (select from users u where u.id = c.claimant_user_id and u.email = lower(c.email)) as email_verified,
      ${communeInBrief(sql`a.commune_id`)} as commune,
      (select coalesce(json_agg(json_build_object('id', owner.id, 'nom', owner.nom) order by owner.nom, owner.id), '[]')
       from (select u.id, u.nom from actor_users m join users u on u.id = m.user_id
             where m.acteur_id = a.id and m.role = 'owner' order by u.nom, u.id limit ${MOST_OWNERS}) owner) as owners,
      (select json_build_object('telephone', i.telephone, 'email', i.email, 'site_web', i.site_web, 'adresse', i.adresse)
       from commune_infos i
       where i.commune_id = a.commune_id and i.annuaire and not i.retire and not i.modifie) as register,
      (select json_build_object('sent_to', l.sent_to, 'issued_at', l.issued_at, 'expires_at', l.expires_at, 'confirmed_at', l.confirmed_at,
         'attempts_left', case when l.expires_at > now() then ${MOST_ATTEMPTS} - l.attempts else 0 end)
       from claim_letters l where l.claim_id = c.id) as letter,
      exists (select from claim_letters l where l.claim_id = c.id and l.granted_at is not null) as by_code,
      (select json_build_object('number', l.number, 'outcome', l.outcome, 'answered_by', l.answered_by, 'note', l.note,
         'by', ${personInBrief(sql`l.called_by`)}, 'at', l.called_at)
       from claim_calls l where l.claim_id = c.id and l.outcome is not null) as call,
      (select coalesce(json_agg(json_build_object('kind', r.kind, 'at', r.at,
         'by', case when u.id is not null then json_build_object('id', u.id, 'nom', u.nom) end) order by r.at desc), '[]')
       from (select case when siret is not null then 'official_siret' when sent_to is null then 'letter_code' else 'official_code' end as kind, confirmed_at as at, null::uuid as user_id from claim_letters
             where claim_id = c.id and confirmed_at is not null
             union all select 'call_back', called_at, called_by from claim_calls
             where claim_id = c.id and outcome = 'confirmed'
             union all select case when agrees then 'owner_agrees' else 'owner_disagrees' end, answered_at, user_id
             from claim_owner_answers where claim_id = c.id and agrees is not null) r
       left join users u on u.id = r.user_id) as recorded,
      (select count(*) from claim_owner_answers o join actor_users m on m.user_id = o.user_id and m.acteur_id = a.id
       where o.claim_id = c.id and o.agrees is null and m.role = 'owner') as silent
    from claims c join acteurs a on a.id = c.acteur_id where c.id = ${id}`)
