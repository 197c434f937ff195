import { type Db, sql } from '../../../kernel/db/db.ts'
import { invalid } from '../../../kernel/refusals/errors.ts'
import { withoutLinks } from '../../../kernel/texts/plain-names.ts'

/** The variables of prepared answers (`{{nom}}`), and their values in a thread. */
export const VARIABLES = {
  nom: 'the name of the requester',
  sujet: 'the subject of the conversation',
  commune: 'the commune of the requester’s acteur, if there is exactly one',
  agent: 'the name of the colleague who answers',
} as const
type Variable = keyof typeof VARIABLES
const NAMES = Object.keys(VARIABLES) as Variable[]
const isVariable = (name: string): name is Variable => NAMES.some(one => one === name)

const PLACE = /\{\{\s*([^{}]{0,100}?)\s*\}\}/g

/** Refuses unknown variables. */
export function refuseUnknownVariables(body: string): void {
  for (const [, name = ''] of body.matchAll(PLACE))
    if (!isVariable(name)) {
      const list = NAMES.map(one => `{{${one}}}`).join(', ')
      throw invalid(
        'body',
        `{{${name}}} n’est pas connu. Vous pouvez écrire ${list}.`,
        `{{${name}}} is not known. You may write ${list}.`,
      )
    }
}

/** Refuses to send a text with unfilled variables. */
export function refuseUnfilled(body: string): void {
  for (const [place, name = ''] of body.matchAll(PLACE))
    if (isVariable(name))
      throw invalid(
        'body',
        `Il reste ${place} à compléter dans votre réponse.`,
        `${place} is still to be filled in your answer.`,
      )
}

type Values = Readonly<Record<Variable, string | null>>

/** Variables without a value stay, to be filled in by hand. */
export const filled = (body: string, values: Values): string =>
  body.replaceAll(PLACE, (place, name: string) => (isVariable(name) ? (values[name] ?? place) : place))

/** Links are removed from the requester's name and subject: they must not lead anywhere from a mail of the team. */
export async function valuesFor(db: Db, threadId: string, callerId: string): Promise<Values | undefined> {
  const values = await storedValues(db, threadId, callerId)
  return (
    values && {
      ...values,
      nom: values.nom && withoutLinks(values.nom),
      sujet: values.sujet && withoutLinks(values.sujet),
    }
  )
}

const storedValues = (db: Db, threadId: string, callerId: string) =>
  db.one<Values>(sql`
    select t.requester_nom as nom, t.subject as sujet, (select nom from users where id = ${callerId}) as agent,
      (select min(c.nom) from actor_users m join acteurs a on a.id = m.acteur_id join communes c on c.id = a.commune_id
       where m.user_id = t.requester_user_id and a.deleted_at is null having count(distinct c.id) = 1) as commune
    from support_threads t where t.id = ${threadId}`)
