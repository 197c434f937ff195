import css from './face.module.css'

/** The initials of a name. */
export function Face({ name }: { readonly name: string }) {
  const letters = name
    .split(/[\s@.]+/)
    .filter(Boolean)
    .slice(0, 2)
    .map(word => [...word][0]?.toUpperCase())
    .join('')
  return (
    <span className={css.face} aria-hidden="true">
      {letters}
    </span>
  )
}

/** Parvis's logo: an arch. */
export function Mark({ size = 30 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <path
        d="M8 26V15a8 8 0 0 1 16 0v11M13 26v-9.500a3 3 0 0 1 6 0V26M5 26h22"
        fill="none"
        stroke="var(--on-accent)"
        strokeWidth="2.2"
        strokeLinecap="round"
      />
    </svg>
  )
}
