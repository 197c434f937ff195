import type { ReactNode } from 'react'
import { ACTEUR_FIELDS } from '../../../shared/fields/acteurs.ts'
import { having, namesOf, roomOf } from '../../../shared/fields/field.ts'
import { isRna, isSiret, withoutGaps } from '../../../shared/registration-numbers.ts'
import type { ActeurType, AdminActeur } from '../../kit/api/contract.ts'
import { faultsOf, sentOf, type Typed, typedOf } from '../../kit/forms/described.ts'
import { Inputs } from '../../kit/forms/inputs.tsx'
import type { Errors, Fields } from '../../kit/forms/record.ts'
import { Field, Select } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { TYPES } from './address.ts'
import { t } from './texts.ts'

const { nom, siret, rna } = ACTEUR_FIELDS
const TEXTS = { nom, siret, rna }
const DESCRIBED = having(ACTEUR_FIELDS, 'input')

/** The values of the form fields. */
export interface Written extends Typed<typeof DESCRIBED & typeof TEXTS> {
  readonly type: ActeurType
  readonly commune_id: string | undefined
}
export const BLANK: Written = {
  ...typedOf(DESCRIBED, {}),
  nom: '',
  siret: '',
  rna: '',
  type: 'association',
  commune_id: undefined,
}
export const writtenOf = (acteur: AdminActeur): Written => ({
  ...typedOf(DESCRIBED, acteur),
  nom: acteur.nom,
  siret: acteur.siret ?? '',
  rna: acteur.rna ?? '',
  type: acteur.type,
  commune_id: acteur.commune_id ?? undefined,
})

/** The fields of the two parts of the form. */
export const IDENTITY: readonly (keyof Written)[] = ['nom', 'type', 'commune_id', 'siret', 'rna']
export const CONTACTS: readonly (keyof Written)[] = namesOf(DESCRIBED)

/** The errors of the contact fields. */
export const wrongContacts = (value: Written): Errors<Written> => faultsOf(DESCRIBED, value)

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

export function IdentityFields({
  form,
  ofCommune,
}: {
  readonly form: Fields<Written>
  /** Below the commune. */
  readonly ofCommune?: ReactNode
}) {
  const { value, errors, field, type } = form
  const text = (name: keyof typeof TEXTS) => ({
    ...field(name),
    maxLength: roomOf(TEXTS[name]),
    autoComplete: 'off',
  })
  const early = wrongNumbers(value, false)
  return (
    <>
      <Field {...text('nom')} />
      <Select {...field('type')}>
        <Options of={TYPES.map(one => [one, t.type[one]])} />
      </Select>
      <Picker
        kind="communes"
        label={t.field.commune_id}
        error={errors.commune_id}
        value={value.commune_id}
        onChange={commune_id => type({ commune_id })}
      />
      {ofCommune}
      <Field {...text('siret')} error={errors.siret ?? early.siret} optional inputMode="numeric" />
      <Field {...text('rna')} error={errors.rna ?? early.rna} optional />
    </>
  )
}

export const ContactFields = ({ form }: { readonly form: Fields<Written> }) => (
  <Inputs of={DESCRIBED} form={form} />
)

/** The request body: blank fields are null. */
export const sent = (value: Written) => ({
  ...sentOf(DESCRIBED, value),
  nom: value.nom.trim(),
  siret: value.siret.trim() || null,
  rna: value.rna.trim() || null,
  type: value.type,
  ...(value.commune_id && { commune_id: value.commune_id }),
})
