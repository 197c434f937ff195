import type { ReactNode } from 'react'
import css from './facts.module.css'

export type Fact = readonly [name: string, value: ReactNode]

/** Labels and values side by side; empty values are left out. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const said = facts.filter(
    ([, value]) => value !== null && value !== undefined && value !== '' && value !== false,
  )
  if (said.length === 0) return null
  return (
    <dl className={`row fine ${css.facts}`}>
      {said.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
