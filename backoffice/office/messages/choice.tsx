import css from './choice.module.css'

/** One of a few, or all of them: small, since it stands above what it is about. */
export function Choice<T extends string>({
  label,
  value,
  all,
  options,
  onChange,
}: {
  readonly label: string
  readonly value: T | undefined
  /** What none of them is called. */
  readonly all: string
  readonly options: readonly (readonly [T, string])[]
  onChange(value: T | undefined): void
}) {
  return (
    <label className={css.choice}>
      {label}
      <select
        value={value ?? ''}
        onChange={event => onChange(options.find(([one]) => one === event.currentTarget.value)?.[0])}
      >
        <option value="">{all}</option>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
