import { isRna, isSiret, withoutGaps } from '../../../shared/registration-numbers.ts'
import type { ActeurType } from '../../kit/api/contract.ts'
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

type Errors = Partial<Record<keyof Written, string>>
interface Props {
  readonly value: Written
  readonly errors: Errors
  readonly onChange: (change: Partial<Written>) => void
}

/** The service's own rule, while somebody types: said once the number is as long as it should be. */
export function wrongNumbers({ siret, rna }: Pick<Written, 'siret' | 'rna'>, isDone: boolean): Errors {
  const [typedSiret, typedRna] = [withoutGaps(siret), withoutGaps(rna)]
  return {
    ...(typedSiret && !isSiret(typedSiret) && (isDone || typedSiret.length >= 14) && { siret: t.siretWrong }),
    ...(typedRna && !isRna(typedRna) && (isDone || typedRna.length >= 10) && { rna: t.rnaWrong }),
  }
}

export function IdentityFields({ value, errors, onChange }: Props) {
  const wrong = { ...wrongNumbers(value, false), ...errors }
  return (
    <>
      <Field
        label={t.field.nom}
        value={value.nom}
        maxLength={200}
        autoComplete="off"
        error={wrong.nom}
        onChange={event => onChange({ nom: event.currentTarget.value })}
      />
      <Select
        label={t.field.type}
        value={value.type}
        onChange={event =>
          onChange({ type: TYPES.find(one => one === event.currentTarget.value) ?? 'autre' })
        }
      >
        {TYPES.map(one => (
          <option key={one} value={one}>
            {t.type[one]}
          </option>
        ))}
      </Select>
      <Picker
        kind="communes"
        label={t.field.commune}
        error={wrong.commune_id}
        value={value.commune_id}
        onChange={commune_id => onChange({ commune_id })}
      />
      <Field
        label={t.field.siret}
        optional
        inputMode="numeric"
        autoComplete="off"
        value={value.siret}
        maxLength={30}
        error={wrong.siret}
        onChange={event => onChange({ siret: event.currentTarget.value })}
      />
      <Field
        label={t.field.rna}
        optional
        autoComplete="off"
        value={value.rna}
        maxLength={20}
        error={wrong.rna}
        onChange={event => onChange({ rna: event.currentTarget.value })}
      />
    </>
  )
}

const CONTACTS = [
  ['telephone', 'tel', 30],
  ['email', 'email', 254],
  ['site_web', 'url', 2000],
] as const

export const ContactFields = ({ value, errors, onChange }: Props) => (
  <>
    {CONTACTS.map(([name, type, maxLength]) => (
      <Field
        key={name}
        label={t.field[name]}
        optional
        type={type}
        autoComplete="off"
        maxLength={maxLength}
        value={value[name]}
        error={errors[name]}
        onChange={event => onChange({ [name]: event.currentTarget.value })}
      />
    ))}
    <TextArea
      label={t.field.adresse}
      optional
      rows={2}
      maxLength={500}
      value={value.adresse}
      error={errors.adresse}
      onChange={event => onChange({ adresse: event.currentTarget.value })}
    />
    <TextArea
      label={t.field.horaires}
      optional
      rows={2}
      maxLength={2000}
      value={value.horaires}
      error={errors.horaires}
      onChange={event => onChange({ horaires: event.currentTarget.value })}
    />
    <TextArea
      label={t.field.description}
      optional
      rows={4}
      maxLength={5000}
      value={value.description}
      error={errors.description}
      onChange={event => onChange({ description: event.currentTarget.value })}
    />
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
