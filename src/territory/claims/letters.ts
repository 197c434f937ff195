import { Data, Id, Nullable, Obj } from '../../../shared/shapes.ts'
import { sql } from '../../kernel/db/db.ts'
import { found, Problem } from '../../kernel/refusals/errors.ts'
import { installationOf } from '../../letters/mail/addresses.ts'
import { myClaimsPage } from '../../letters/mail/links.ts'
import { signedIn } from '../../people/access/visitors.ts'
import { PrintedLetter } from './evidence-shapes.ts'
import { codeOf } from './letter-code.ts'
import { mailLetter } from './mails.ts'
import { findClaim, lockAsked } from './queries.ts'
import { Claim } from './shapes.ts'

/** A letter with a code to the known postal address of the acteur. */

const DAYS_VALID = 30

export const issueLetter = signedIn.write({
  summary: 'Issue a code for a letter to the acteur; the code of an earlier letter is void',
  description:
    'Then print `GET /admin/claims/{id}/letter`. The claimant is told by mail where to enter the code, and the claim does not lapse before the code does.',
  params: Obj({ id: Id }),
  reply: Data(Claim),
  errors: ['claim_already_decided'],
  async run(context) {
    const { tx, params, caller, audit } = context
    const claim = found(await lockAsked(tx, params.id))
    if (claim.status !== 'pending') throw new Problem('claim_already_decided')
    await tx.run(sql`
      insert into claim_letters as l (claim_id, issued_by, expires_at)
      values (${claim.id}, ${caller.id}, now() + ${DAYS_VALID}::int * interval '1 day')
      on conflict (claim_id) do update set id = gen_random_uuid(), attempts = 0, issued_by = excluded.issued_by,
        issued_at = now(), expires_at = excluded.expires_at, confirmed_at = null, sent_to = null, siret = null`)
    await tx.run(sql`
      update claims set expires_at = greatest(expires_at, now() + ${DAYS_VALID}::int * interval '1 day')
      where id = ${claim.id}`)
    if (claim.claimant.email !== null)
      await mailLetter(context, { ...claim.claimant, email: claim.claimant.email }, claim.acteur)
    audit.record({ id: claim.id })
    return { data: found(await findClaim(tx, claim.id)) }
  },
})

export const letter = signedIn.read({
  summary: 'The letter with the code of a claim, to be printed; null without a valid code',
  params: Obj({ id: Id }),
  reply: Data(Nullable(PrintedLetter)),
  async run({ db, params, secrets, config }) {
    const row = await db.one<{
      letter_id: string
      acteur: string
      adresse: string | null
      from_register: boolean
      commune: string | null
      postal_codes: readonly string[] | null
      issued_at: string
      expires_at: string
    }>(sql`
        select l.id as letter_id, a.nom as acteur, l.issued_at, l.expires_at, town.nom as commune, town.codes_postaux as postal_codes,
          coalesce(case when a.type = 'mairie' then i.adresse end, a.adresse) as adresse,
          a.type = 'mairie' and i.adresse is not null as from_register
        from claim_letters l join claims c on c.id = l.claim_id join acteurs a on a.id = c.acteur_id
        left join communes town on town.id = a.commune_id
        left join commune_infos i on i.commune_id = a.commune_id and i.annuaire and not i.retire and not i.modifie
        where l.claim_id = ${params.id} and l.sent_to is null and l.confirmed_at is null and l.expires_at > now()`)
    if (!row) return { data: null }
    const { letter_id, postal_codes, ...shown } = row
    const from = installationOf(config).from.name
    const ville = townLine(row.adresse, row.commune, postal_codes ?? [])
    return { data: { ...shown, ville, code: codeOf(secrets, letter_id), page: myClaimsPage(config), from } }
  },
})

/** A commune with several postcodes leaves its own out: a wrong one delays the letter more than none. */
function townLine(
  address: string | null,
  town: string | null,
  postalCodes: readonly string[],
): string | null {
  if (address === null || town === null || /\b\d{5}\b/.test(address)) return null
  return [...(postalCodes.length === 1 ? postalCodes : []), town].join(' ')
}
