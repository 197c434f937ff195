import type { CommuneInBrief } from '../../kit/api/contract.ts'
import { Check } from '../../kit/ui/field.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { t } from './texts.ts'
import css from './write.module.css'

/** The communes of the publication, the own one first. Hidden where there is only one. */
export function Communes({
  of,
  chosen,
  error,
  onChange,
}: {
  readonly of: readonly CommuneInBrief[]
  readonly chosen: readonly string[]
  readonly error: string | undefined
  readonly onChange: (ids: readonly string[]) => void
}) {
  if (of.length < 2) return null
  const toggle = (id: string, on: boolean) =>
    onChange(of.map(one => one.id).filter(one => (one === id ? on : chosen.includes(one))))
  return (
    <fieldset
      className={css.communes}
      aria-invalid={error ? true : undefined}
      tabIndex={error ? -1 : undefined}
    >
      <legend>{t.fields.communes}</legend>
      <div>
        {of.map(({ id, nom }) => (
          <Check
            key={id}
            label={nom}
            checked={chosen.includes(id)}
            onChange={event => toggle(id, event.currentTarget.checked)}
          />
        ))}
      </div>
      {error && (
        <p className="bad second medium">
          <Icon name="warn" small /> {error}
        </p>
      )}
    </fieldset>
  )
}
