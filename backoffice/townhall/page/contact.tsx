import { roomOf } from '../../../shared/fields/field.ts'
import type { OwnActeur } from '../../kit/api/contract.ts'
import { call } from '../../kit/api/session.ts'
import { closingsHint, closingsIn, NO_CLOSING } from '../../kit/forms/closings.ts'
import { FormState, Unsaved } from '../../kit/forms/form-state.tsx'
import { changedFields } from '../../kit/forms/kept.ts'
import { hoursHint } from '../../kit/forms/opening-hours.ts'
import { type Errors, useRecord } from '../../kit/forms/record.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Field, TextArea } from '../../kit/ui/field.tsx'
import { Actions, Section } from '../../kit/ui/section.tsx'
import css from './fiche.module.css'
import { newestActeur, savedActeur } from './own-acteur.ts'
import { Photo } from './photo.tsx'
import { Seen } from './seen.tsx'
import { t } from './texts.ts'
import { changesIn, type FieldName, linkOf, OWN_FIELDS, type Written, writtenOf } from './written.ts'

/** The form of the acteur's own page, and beside it what the public will read. */
export function Contact({ acteur, town }: { readonly acteur: OwnActeur; readonly town: string | undefined }) {
  const form = useRecord<OwnActeur, Written>({
    key: `fiche ${acteur.id}`,
    record: acteur,
    typedOf: writtenOf,
    labels: t.fields,
    check: value => faultsIn(value, changedFields(value, writtenOf(acteur))),
    async send(value, base) {
      const { data } = await call('PATCH /api/v1/me/acteurs/{id}', {
        params: { id: acteur.id },
        body: changesIn(value, changedFields(value, writtenOf(base))),
        version: base.version,
      })
      savedActeur(data)
      return data
    },
    reread: () => newestActeur(acteur.id),
  })
  const seen = <Seen acteur={acteur} value={form.value} isTyped={form.isTyped} town={town} />
  if (!acteur.may.includes('describe')) return seen
  const field = (name: FieldName) => ({
    ...form.field(name),
    maxLength: roomOf(OWN_FIELDS[name]),
    optional: true,
    ...(name in t.hints && { hint: t.hints[name as keyof typeof t.hints] }),
  })
  return (
    <div className={css.beside}>
      <div className={css.forms}>
        <form noValidate onSubmit={form.onSubmit}>
          <Section title={t.contact}>
            <p className={css.soft}>{t.about}</p>
            <Unsaved of={form} />
            <TextArea {...field('description')} rows={5} />
            <TextArea {...field('horaires')} rows={3} hint={hoursHint(form.value.horaires)} />
            <TextArea {...field('fermetures')} rows={3} hint={closingsHint(form.value.fermetures)} />
            <TextArea {...field('adresse')} rows={2} autoComplete="off" />
            <Field {...field('telephone')} type="tel" autoComplete="off" />
            <Field {...field('email')} type="email" autoComplete="off" />
            <Field {...field('site_web')} inputMode="url" autoComplete="off" />
            <FormState of={form} saved={t.saved} />
            <Actions>
              <Button look="primary" type="submit" off={form.busy || !form.isTyped}>
                {form.isTyped ? t.save : t.same}
              </Button>
            </Actions>
            <p className={css.soft}>{t.name(acteur.nom)}</p>
          </Section>
        </form>
        <Photo acteur={acteur} />
      </div>
      {seen}
    </div>
  )
}

const faultsIn = (value: Written, fields: readonly FieldName[]): Errors<Written> => ({
  ...(fields.includes('fermetures') &&
    !closingsIn(value.fermetures, new Date()) && { fermetures: NO_CLOSING }),
  ...(fields.includes('email') &&
    value.email.trim() !== '' &&
    !/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(value.email.trim()) && { email: t.wrong.email }),
  ...(fields.includes('site_web') &&
    value.site_web.trim() !== '' &&
    !/^https?:\/\/[^\s/]+\.[^\s/]{2,}\S*$/.test(linkOf(value.site_web) ?? '') && {
      site_web: t.wrong.site_web,
    }),
})
