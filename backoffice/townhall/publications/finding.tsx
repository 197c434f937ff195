import { useEffect, useRef, useState } from 'react'
import { activeFilters, FilterBar } from '../../kit/desk/filter-bar.tsx'
import { Field, Select } from '../../kit/ui/field.tsx'
import { useSettled } from '../../kit/ui/settled.ts'
import { type OwnAddress, SORTS, type Sort } from './address.ts'
import css from './publications.module.css'
import { t } from './texts.ts'

/** The search, sent once typing pauses, and the order. Both stand in the address. */
export function Finding({
  label,
  q = '',
  sort = 'created_at_desc',
  onChange,
}: {
  readonly label: string
  readonly q: string | undefined
  readonly sort: Sort | undefined
  readonly onChange: (change: Partial<OwnAddress>) => void
}) {
  const [typed, setTyped] = useState(q)
  const settled = useSettled(typed.trim())
  const sent = useRef(q)
  const change = useRef(onChange)
  change.current = onChange
  useEffect(() => {
    if (settled === sent.current) return
    sent.current = settled
    change.current({ q: settled || undefined })
  }, [settled])
  useEffect(() => {
    // Another view was opened, or all is shown again.
    if (q === sent.current) return
    sent.current = q
    setTyped(q)
  }, [q])
  return (
    <FilterBar address={{ q }} filters={activeFilters({ q })} onChange={onChange}>
      <div className={css.finding}>
        <Field
          label={label}
          type="search"
          value={typed}
          maxLength={200}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <Select
          label={t.sort}
          value={sort}
          onChange={event => {
            const next = SORTS.find(one => one === event.currentTarget.value)
            onChange({ tri: next === 'created_at_desc' ? undefined : next })
          }}
        >
          {SORTS.map(one => (
            <option key={one} value={one}>
              {t.sorts[one]}
            </option>
          ))}
        </Select>
      </div>
    </FilterBar>
  )
}
