import type { PublicationType } from '../../kit/api/contract.ts'
import { FieldError } from '../../kit/ui/field.tsx'
import { t } from './texts.ts'
import css from './write.module.css'

/** The type of the publication. */
export const KindField = ({
  types,
  chosen,
  error,
  onChange,
}: {
  readonly types: readonly Pick<PublicationType, 'id' | 'nom'>[]
  readonly chosen: string | undefined
  readonly error: string | undefined
  readonly onChange: (id: string) => void
}) => (
  <fieldset
    className={css.kinds}
    aria-invalid={error ? true : undefined}
    aria-describedby="kind-error"
    tabIndex={error ? -1 : undefined}
  >
    <legend>{t.kind}</legend>
    <div className="row gap-8">
      {types.map(({ id, nom }) => (
        <label className="flex middle round tile" key={id}>
          <input type="radio" name="kind" checked={id === chosen} onChange={() => onChange(id)} />
          {nom}
        </label>
      ))}
    </div>
    <FieldError id="kind-error">{error}</FieldError>
  </fieldset>
)
