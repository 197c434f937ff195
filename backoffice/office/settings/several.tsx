import { client, reading } from '../../kit/api/queries.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Picker } from '../../kit/ui/picker.tsx'
import { t } from './apps-texts.ts'
import css from './settings.module.css'

export interface Chosen {
  readonly id: string
  readonly nom: string
}
const ROUTES = {
  communes: 'GET /api/v1/admin/pick/communes',
  acteurs: 'GET /api/v1/admin/pick/acteurs',
} as const

/** Picks several records by name. Each is listed below with a button that removes it. */
export function Several({
  kind,
  label,
  none,
  chosen,
  onChange,
}: {
  readonly kind: keyof typeof ROUTES
  readonly label: string
  /** What an empty selection means. */
  readonly none: string
  readonly chosen: readonly Chosen[]
  readonly onChange: (chosen: readonly Chosen[]) => void
}) {
  const add = (id: string | undefined) => {
    if (id === undefined || chosen.some(one => one.id === id)) return
    // The picker has just cached the name.
    const line = client.getQueryData(reading(ROUTES[kind], { query: { ids: id } }).queryKey)?.data[0]
    onChange([...chosen, { id, nom: line?.nom ?? id }])
  }
  return (
    <div className={css.several}>
      <Picker kind={kind} label={label} optional value={undefined} onChange={add} />
      {chosen.length === 0 ? (
        <p className={css.soft}>{none}</p>
      ) : (
        <ul>
          {chosen.map(one => (
            <li key={one.id}>
              <span dir="auto">{one.nom}</span>
              <Button
                look="quiet"
                aria-label={t.takeOut(one.nom)}
                onClick={() => onChange(chosen.filter(({ id }) => id !== one.id))}
              >
                {t.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
