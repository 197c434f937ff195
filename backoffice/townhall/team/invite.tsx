import { mailAddressOf } from '../../../shared/typed/mail-address.ts'
import type { OwnActeur } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { FormDialog } from '../../kit/forms/form-dialog.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { NoMail, sendsMails } from '../../kit/no-mail.tsx'
import { Field } from '../../kit/ui/field.tsx'
import { type Level, LevelChoice, rightsOf } from './rights.tsx'
import { t } from './texts.ts'

interface Typed {
  readonly email: string
  readonly nom: string
  readonly level: Level
}

/** Invites a person by their address. The mail opens an account where they have none. */
export function Invite({
  acteur,
  onClose,
  onDone,
}: {
  readonly acteur: OwnActeur
  onClose(): void
  onDone(name: string): Promise<void>
}) {
  const form = useRecord<undefined, Typed>({
    key: `team ${acteur.id} invite`,
    record: undefined,
    typedOf: () => ({ email: '', nom: '', level: 'write' }),
    labels: { email: t.email, nom: t.nom },
    check({ email }) {
      if (email.trim() === '') return { email: t.emailMissing }
      return mailAddressOf(email) ? {} : { email: t.emailWrong }
    },
    codes: { conflict: { email: t.already } },
    async send({ email, nom, level }, _, once) {
      const body = { email: mailAddressOf(email) ?? '', nom: nom.trim() || null, ...rightsOf(level) }
      await call('POST /api/v1/me/acteurs/{id}/members', { params: { id: acteur.id }, body, once })
      await onDone(body.nom ?? body.email)
    },
  })
  return (
    <FormDialog form={form} title={t.invite} onClose={onClose} keep={t.notInvite} now={t.send}>
      <NoMail />
      <Field
        {...form.field('email')}
        hint={sendsMails ? t.emailHint : undefined}
        type="email"
        autoComplete="off"
        maxLength={254}
        autoFocus
      />
      <Field {...form.field('nom')} optional autoComplete="off" maxLength={200} />
      <LevelChoice
        value={form.value.level}
        atOnce={acteur.can_publish}
        onChange={level => form.type({ level })}
      />
    </FormDialog>
  )
}
