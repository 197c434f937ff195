import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { namesOf, roomOf } from '../../../shared/fields/field.ts'
import { isRna, isSiret, withoutGaps } from '../../../shared/registration-numbers.ts'
import type { ActeurType, AdminActeur } from '../../kit/api/contract.ts'
import { closingsHint, closingsIn, closingsTyped } from '../../kit/forms/closings.ts'
import { hoursHint } from '../../kit/forms/opening-hours.ts'
import type { Errors, Fields } from '../../kit/forms/record.ts'
import { Field, Select, TextArea } from '../../kit/ui/field.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { TYPES } from './address.ts'
import { t } from './texts.ts'

const { slug: _slug, commune_ids: _zone, ...entered } = ACTEUR_FIELDS
const { type: _type, commune_id: _commune, ...texts } = entered
const TEXTS = namesOf(texts)

/** The values of the form fields. */
export type Written = Readonly<Record<(typeof TEXTS)[number], string>> & {
  readonly type: ActeurType
  readonly commune_id: string | undefined
}
const typed = (textOf: (name: (typeof TEXTS)[number]) => string | null) =>
  Object.fromEntries(TEXTS.map(name => [name, textOf(name) ?? ''])) as Record<(typeof TEXTS)[number], string>
export const BLANK: Written = { ...typed(() => ''), type: 'association', commune_id: undefined }
export const writtenOf = (acteur: AdminActeur): Written => ({
  ...typed(name => (name === 'fermetures' ? closingsTyped(acteur.fermetures) : acteur[name])),
  type: acteur.type,
  commune_id: acteur.commune_id ?? undefined,
})

/** The fields of the two parts of the form. */
export const IDENTITY: readonly (keyof Written)[] = ['nom', 'type', 'commune_id', 'siret', 'rna']
export const CONTACTS = namesOf(entered).filter(name => !IDENTITY.includes(name))

/** Checks by the rule of the service. While the user types, only numbers of full length are checked. */
export function wrongNumbers(
  { siret, rna }: Pick<Written, 'siret' | 'rna'>,
  isDone: boolean,
): Errors<Written> {
  const [typedSiret, typedRna] = [withoutGaps(siret), withoutGaps(rna)]
  return {
    ...(typedSiret && !isSiret(typedSiret) && (isDone || typedSiret.length >= 14) && { siret: t.siretWrong }),
    ...(typedRna && !isRna(typedRna) && (isDone || typedRna.length >= 10) && { rna: t.rnaWrong }),
  }
}

/** The props of a text input, with the maximum length of the service. */
const textOf = (form: Fields<Written>) => (name: (typeof TEXTS)[number]) => ({
  ...form.field(name),
  maxLength: roomOf(texts[name]),
})

export function IdentityFields({ form }: { readonly form: Fields<Written> }) {
  const { value, errors, field, type } = form
  const text = textOf(form)
  const early = wrongNumbers(value, false)
  return (
    <>
      <Field {...text('nom')} autoComplete="off" />
      <Select {...field('type')}>
        {TYPES.map(one => (
          <option key={one} value={one}>
            {t.type[one]}
          </option>
        ))}
      </Select>
      <Picker
        kind="communes"
        label={t.field.commune_id}
        error={errors.commune_id}
        value={value.commune_id}
        onChange={commune_id => type({ commune_id })}
      />
      <Field
        {...text('siret')}
        error={errors.siret ?? early.siret}
        optional
        inputMode="numeric"
        autoComplete="off"
      />
      <Field {...text('rna')} error={errors.rna ?? early.rna} optional autoComplete="off" />
    </>
  )
}

export function ContactFields({ form }: { readonly form: Fields<Written> }) {
  const text = textOf(form)
  return (
    <>
      <Field {...text('telephone')} optional type="tel" autoComplete="off" />
      <Field {...text('email')} optional type="email" autoComplete="off" />
      <Field {...text('site_web')} optional type="url" autoComplete="off" />
      <TextArea {...text('adresse')} optional rows={2} />
      <TextArea {...text('horaires')} optional rows={2} hint={hoursHint(form.value.horaires)} />
      <TextArea {...text('fermetures')} optional rows={2} hint={closingsHint(form.value.fermetures)} />
      <TextArea {...text('description')} optional rows={4} />
    </>
  )
}

/** The request body: blank fields are null. */
export const sent = ({ commune_id, nom, type, fermetures, ...texts }: Written) => ({
  nom: nom.trim(),
  type,
  ...(commune_id && { commune_id }),
  fermetures: closingsIn(fermetures, new Date()) ?? [],
  ...(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim() || null])) as Record<
    keyof typeof texts,
    string | null
  >),
})
