import type { ReactNode } from 'react'
import { mailAddressOf } from '../../../shared/typed/mail-address.ts'
import type { AdminActeur } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { FormHead, FormState } from '../../kit/forms/form-state.tsx'
import { useRecord } from '../../kit/forms/record.ts'
import { NoMail, sendsMails } from '../../kit/no-mail.tsx'
import { Button } from '../../kit/ui/button.tsx'
import { Field, FieldRow } from '../../kit/ui/field.tsx'
import { t as acteurs } from '../acteurs/texts.ts'
import css from './first-commune.module.css'
import { t } from './texts.ts'

/** Invites the person who will keep the pages of the commune: an owner of its town hall. */
export function InviteSecretary({
  mairie,
  otherwise,
  onInvited,
}: {
  readonly mairie: AdminActeur
  readonly otherwise: ReactNode
  onInvited(): Promise<void>
}) {
  const form = useRecord<undefined, { readonly email: string; readonly nom: string }>({
    key: `first secretary ${mairie.id}`,
    record: undefined,
    typedOf: () => ({ email: '', nom: '' }),
    labels: acteurs.members,
    check: ({ email }) => ({
      email: mailAddressOf(email) ? undefined : t.emailWrong,
    }),
    async send({ email, nom }) {
      const body = { email: mailAddressOf(email) ?? '', nom: nom.trim() || null, role: 'owner' as const }
      await call('POST /api/v1/admin/acteurs/{id}/members', { params: { id: mairie.id }, body })
      await onInvited()
    },
  })
  return (
    <form className={`stack gap-14 top-8 ${css.form}`} noValidate onSubmit={form.onSubmit}>
      <p className={css.soft}>{t.secretaryAbout(sendsMails)}</p>
      <NoMail />
      <FormHead of={form} />
      <FieldRow>
        <Field {...form.field('email')} type="email" autoComplete="off" maxLength={254} />
        <Field {...form.field('nom')} optional autoComplete="off" maxLength={200} dir="auto" />
      </FieldRow>
      <FormState of={form} />
      <div className={`row middle ${css.acts}`}>
        <Button look="primary" type="submit" off={form.busy}>
          {t.next}
        </Button>
        {otherwise}
      </div>
    </form>
  )
}
