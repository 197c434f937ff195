import { namesOf } from '../../../shared/fields/field.ts'
import { isId } from '../../../shared/shapes.ts'
import { MEMBER_PERMISSIONS, type MemberPermission, ROLES, type Role } from '../../../shared/words/access.ts'
import { withDatabase } from '../../foundation/command-line.ts'
import { addresses } from '../../foundation/nodes.ts'
import { type CommandInput, say, textOf, textsOf, type Values } from '../../kernel/commands/command.ts'
import { type Db, sql } from '../../kernel/db/db.ts'
import { BY_OPERATOR, recordOne } from '../../kernel/records/audit.ts'
import { Problem } from '../../kernel/refusals/errors.ts'
import { Refusal } from '../../kernel/refusals/refusal.ts'
import { ownUrl } from '../../kernel/settings/config.ts'
import { secretsFrom } from '../../kernel/settings/secrets.ts'
import { isEmail } from '../../kernel/texts/email-address.ts'
import { embeddedTokens } from '../../kernel/tokens/tokens.ts'
import { changeRole, rolesTrace } from './admin.ts'
import { setMember } from './members.ts'
import { type Account, findUserByEmail, grantRole, revokeRole, subjectForToken } from './queries.ts'

export const grant = (input: CommandInput) =>
  changeRoles(input, 'user.role_granted', (tx, id, role) => grantRole(tx, id, role))
export const revoke = (input: CommandInput) => changeRoles(input, 'user.role_revoked', revokeRole)

function changeRoles({ config, queues, values }: CommandInput, action: string, change: typeof revokeRole) {
  const email = emailIn(values)
  const roles = textsOf(values.role).map(roleNamed)
  // Refused, since nothing would be done.
  if (roles.length === 0) throw new Refusal(oneOfRoles)
  return withDatabase({ config, queues }, async ({ db }) => {
    const user = await userWith(db.pool, email)
    for (const role of roles) {
      const { before, after } = await db
        .transaction(async tx => {
          const changed = await changeRole(tx, user.id, () => change(tx, user.id, role))
          await recordOne(tx, BY_OPERATOR, action, {
            id: user.id,
            before: rolesTrace(changed.before),
            after: rolesTrace(changed.after),
          })
          return changed
        })
        .catch(error => {
          if (error instanceof Problem && error.code === 'last_admin')
            throw new Refusal(`${email} is the last administrator: grant the role to another user first.`)
          throw error
        })
      const same = before.roles.length === after.roles.length
      say(`${email}: ${after.roles.join(', ') || 'no role'}${same ? ' (unchanged)' : ''}.`)
    }
  })
}

const isPermission = (one: string): one is MemberPermission => Object.hasOwn(MEMBER_PERMISSIONS, one)

export function member({ config, queues, values }: CommandInput) {
  const email = emailIn(values)
  const acteurId = textOf(values.acteur) ?? ''
  if (!isId(acteurId)) throw new Refusal('--acteur takes the id of an acteur.')
  const role = textOf(values.role) ?? 'owner'
  if (role !== 'owner' && role !== 'editor') throw new Refusal('--role takes owner or editor.')
  const permissions = textsOf(values.permission)
  if (!permissions.every(isPermission))
    throw new Refusal(`--permission takes ${namesOf(MEMBER_PERMISSIONS).join(' or ')}.`)
  return withDatabase({ config, queues }, async ({ db }) => {
    const user = await userWith(db.pool, email)
    await db.transaction(async tx => {
      if (!(await tx.one(sql`select from acteurs where id = ${acteurId} for key share`)))
        throw new Refusal(`There is no acteur ${acteurId}.`)
      await setMember(tx, { acteurId, userId: user.id, role, permissions })
      const after = { user_id: user.id, role, permissions }
      await recordOne(tx, BY_OPERATOR, 'acteur.member_set', { id: acteurId, after })
    })
    say(`${email} is ${role} of ${acteurId}.`)
  })
}

export function printToken({ config, queues, values }: CommandInput) {
  const email = emailIn(values)
  const seconds = secondsIn(textOf(values.ttl) ?? '')
  return withDatabase({ config, queues }, async ({ db, secret, otherSecrets }) => {
    const user = await userWith(db.pool, email)
    const subject = await db.transaction(tx => subjectForToken(tx, user.id))
    if (subject === undefined)
      throw new Refusal('This user signs in with the outside provider, which alone issues their tokens.')
    const running = await addresses(db)
    const own = config.publicUrl ?? ownUrl(config)
    // Without PUBLIC_URL or PORT, the issuer is the running service: another issuer's token would be refused.
    const publicUrl = config.publicUrl || running.includes(own) ? own : (running[0] ?? own)
    if (!running.includes(publicUrl))
      process.stderr.write(`For ${publicUrl}, where nothing runs now${instead(running)}.\n`)
    const tokens = await embeddedTokens(db.pool, secretsFrom(secret, otherSecrets), () => publicUrl)
    say(await tokens.sign(subject, seconds))
  })
}

const instead = (running: readonly string[]) =>
  running.length === 0 ? '' : `: PUBLIC_URL names it, and the service calls itself ${running.join(', ')}`

async function userWith(db: Db, email: string): Promise<Account> {
  const user = await findUserByEmail(db, email)
  if (!user) throw new Refusal('No user of this service has that address.')
  return user
}

export function emailIn(values: Values): string {
  const email = textOf(values.email)
  if (email !== undefined && isEmail(email)) return email
  throw new Refusal('--email takes one e-mail address.')
}

const oneOfRoles = `--role takes one of: ${namesOf(ROLES).join(', ')}.`

export function roleNamed(name: string): Role {
  const found = namesOf(ROLES).find(one => one === name)
  if (found) return found
  throw new Refusal(oneOfRoles)
}

/** `90s`, `15m`, `1h`; a day at most. */
function secondsIn(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,5})(s|m|h)$/.exec(text) ?? []
  const total = Number(count) * ({ s: 1, m: 60, h: 3600 }[unit] ?? 0)
  if (total > 0 && total <= 24 * 3600) return total
  throw new Refusal('--ttl takes a time such as 15m or 1h, 24h at most.')
}
