import { client, reading } from '../api/queries.ts'
import { Button } from './button.tsx'
import css from './pick-several.module.css'
import { PICKED, type PickedKind } from './picked.ts'
import { Picker } from './picker.tsx'
import { t } from './texts.ts'

export interface Chosen {
  readonly id: string
  readonly nom: string
}

/** Picks several records by name. Each is listed below with a button that removes it. */
export function PickSeveral({
  kind,
  label,
  none,
  chosen,
  onChange,
}: {
  readonly kind: PickedKind
  readonly label: string
  /** What an empty selection means. */
  readonly none?: string | undefined
  readonly chosen: readonly Chosen[]
  readonly onChange: (chosen: readonly Chosen[]) => void
}) {
  const add = (id: string | undefined) => {
    if (id === undefined || chosen.some(one => one.id === id)) return
    // The picker has just cached the name.
    const line = client.getQueryData(reading(PICKED[kind], { query: { ids: id } }).queryKey)?.data[0]
    onChange([...chosen, { id, nom: line?.nom ?? id }])
  }
  return (
    <div className={`stack gap-6 ${css.several}`}>
      <Picker kind={kind} label={label} optional value={undefined} onChange={add} />
      {chosen.length === 0 ? (
        none && <p className={css.soft}>{none}</p>
      ) : (
        <ul className="row gap-4-16">
          {chosen.map(one => (
            <li className="flex middle anywhere gap-2" key={one.id}>
              <span dir="auto">{one.nom}</span>
              <Button
                look="quiet"
                aria-label={t.several.takeOut(one.nom)}
                onClick={() => onChange(chosen.filter(({ id }) => id !== one.id))}
              >
                {t.picker.clear}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
