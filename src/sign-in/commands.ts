import { withDatabase } from '../foundation/command-line.ts'
import { type CommandInput, say, textOf, textsOf } from '../kernel/commands/command.ts'
import { BY_OPERATOR, recordOne } from '../kernel/records/audit.ts'
import { Refusal } from '../kernel/refusals/refusal.ts'
import { emailIn, roleNamed } from '../people/users/commands.ts'
import { hashPassword } from '../people/users/passwords.ts'
import { createUser, grantRole } from '../people/users/queries.ts'
import { typedPassword } from '../people/users/typed-password.ts'
import { setPassword } from './issuer/accounts.ts'

/** Creates a user vouched for by the operator; with a password they can sign in at once. */
export const create = async ({ config, queues, values }: CommandInput) => {
  const email = emailIn(values)
  const roles = textsOf(values.role).map(roleNamed)
  const nom = textOf(values.nom) ?? null
  const password = await typedPassword(textOf(values.password), nom === null ? [email] : [email, nom])
  const passwordHash = password === undefined ? null : await hashPassword(password)
  await withDatabase(
    { config, queues },
    ({ db }) =>
      db.transaction(async tx => {
        const user = await createUser(tx, { email, nom })
        if (!user)
          throw new Refusal(
            `There is already a user with the address ${email}: name another address, or give that user a role by parvis user grant. ` +
              'A lost password is reset on the sign-in page, by mail.',
          )
        if (passwordHash !== null) await setPassword(tx, user.id, passwordHash)
        for (const role of roles) await grantRole(tx, user.id, role)
        await recordOne(tx, BY_OPERATOR, 'user.created', { id: user.id, after: { roles } })
      }),
    { makes: true },
  )
  say(`Created ${email}.`)
}
