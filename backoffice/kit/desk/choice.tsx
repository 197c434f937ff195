import { Options } from '../ui/options.tsx'
import css from './choice.module.css'

/** A small select with an option for all. */
export function Choice<T extends string>({
  label,
  value,
  all,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: T | undefined
  /** The name of the option for all. */
  readonly all: string
  readonly options: readonly (readonly [T, string])[]
  onChange(value: T | undefined): void
}) {
  return (
    <label className={`soft least fits ${css.choice}`}>
      {label}
      <select
        className="block wide round"
        value={value ?? ''}
        // The letters of the keyboard are shortcuts again.
        onKeyDown={event => {
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
        onChange={event => onChange(options.find(([one]) => one === event.currentTarget.value)?.[0])}
      >
        <Options none={all} of={options} />
      </select>
    </label>
  )
}
