import { useEffect, useRef, useState } from 'react'
import { namesOf } from '../../../shared/fields/field.ts'
import { OWN_SORTS, type OwnSort } from '../../../shared/words/publications.ts'
import { activeFilters, FilterBar } from '../../kit/desk/filter-bar.tsx'
import { Field, Select } from '../../kit/ui/field.tsx'
import { Options } from '../../kit/ui/options.tsx'
import { useSettled } from '../../kit/ui/settled.ts'
import type { OwnAddress } from './address.ts'
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
  readonly sort: OwnSort | undefined
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
      <div className={`stack gap-14 top-16 ${css.finding}`}>
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
            const next = namesOf(OWN_SORTS).find(one => one === event.currentTarget.value)
            onChange({ tri: next === 'created_at_desc' ? undefined : next })
          }}
        >
          <Options of={Object.entries(t.sorts)} />
        </Select>
      </div>
    </FilterBar>
  )
}
