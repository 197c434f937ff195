import { isRna, isSiret, withoutGaps } from '../../../shared/registration-numbers.ts'
import type { ActeurType } from '../../kit/api/contract.ts'
import type { Errors, Fields } from '../../kit/forms/record.ts'
import { Field, Select, TextArea } from '../../kit/ui/field.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { TYPES } from './address.ts'
import { t } from './texts.ts'

/** What people enter about an acteur, as it stands in the fields. */
export interface Written {
  readonly nom: string
  readonly type: ActeurType
  readonly commune_id: string | undefined
  readonly siret: string
  readonly rna: string
  readonly description: string
  readonly adresse: string
  readonly telephone: string
  readonly email: string
  readonly site_web: string
  readonly horaires: string
}
export const BLANK: Written = {
  nom: '',
  type: 'association',
  commune_id: undefined,
  siret: '',
  rna: '',
  description: '',
  adresse: '',
  telephone: '',
  email: '',
  site_web: '',
  horaires: '',
}

export const LABELS = { ...t.field, commune_id: t.field.commune }

/** The service's own rule, while somebody types: said once the number is as long as it should be. */
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

export function IdentityFields({ form }: { readonly form: Fields<Written> }) {
  const { value, errors, field, type } = form
  const early = wrongNumbers(value, false)
  return (
    <>
      <Field {...field('nom')} maxLength={200} autoComplete="off" />
      <Select {...field('type')}>
        {TYPES.map(one => (
          <option key={one} value={one}>
            {t.type[one]}
          </option>
        ))}
      </Select>
      <Picker
        kind="communes"
        label={t.field.commune}
        error={errors.commune_id}
        value={value.commune_id}
        onChange={commune_id => type({ commune_id })}
      />
      <Field
        {...field('siret')}
        error={errors.siret ?? early.siret}
        optional
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
      />
      <Field {...field('rna')} error={errors.rna ?? early.rna} optional autoComplete="off" maxLength={20} />
    </>
  )
}

export const ContactFields = ({ form: { field } }: { readonly form: Fields<Written> }) => (
  <>
    <Field {...field('telephone')} optional type="tel" autoComplete="off" maxLength={30} />
    <Field {...field('email')} optional type="email" autoComplete="off" maxLength={254} />
    <Field {...field('site_web')} optional type="url" autoComplete="off" maxLength={2000} />
    <TextArea {...field('adresse')} optional rows={2} maxLength={500} />
    <TextArea {...field('horaires')} optional rows={2} maxLength={2000} />
    <TextArea {...field('description')} optional rows={4} maxLength={5000} />
  </>
)

/** As the service takes it: what is blank is nothing. */
export const sent = ({ commune_id, nom, type, ...texts }: Written) => ({
  nom: nom.trim(),
  type,
  ...(commune_id && { commune_id }),
  ...(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim() || null])) as Record<
    keyof typeof texts,
    string | null
  >),
})
