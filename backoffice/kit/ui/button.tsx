import type { ComponentProps, ReactNode } from 'react'
import css from './button.module.css'
import { Icon, type IconName } from './icon.tsx'

type Look = 'plain' | 'primary' | 'bad' | 'grave' | 'quiet' | 'link'

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'disabled'> {
  readonly look?: Look
  readonly icon?: IconName
  /** The keyboard shortcut, shown beside the label. */
  readonly hint?: string | undefined
  /** `aria-disabled`: keeps the focus, and does nothing. */
  readonly off?: boolean | undefined
  readonly wide?: boolean
  readonly children: ReactNode
}

/** Also for links that look like a button. */
export const classOf = (look: Look = 'plain', wide = false) =>
  [css.button, look === 'plain' ? '' : css[look], wide ? 'wide' : ''].filter(Boolean).join(' ')

export function Button({ look, icon, hint, off, wide, children, onClick, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf(look, wide)}
      aria-disabled={off || undefined}
      aria-keyshortcuts={hint}
      onClick={event => {
        if (off) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon && <Icon name={icon} />}
      {children}
      {hint && (
        <span aria-hidden="true">
          <kbd data-letter={hint.length === 1 ? '' : undefined}>{hint}</kbd>
        </span>
      )}
    </button>
  )
}

/** Paging buttons: a press is never ignored as a double click. */
const ARROWS: readonly IconName[] = ['up', 'down', 'back', 'forward']

/** Only for arrows and “⋯”: every other button has a word. */
export function IconButton({
  icon,
  label,
  off,
  onClick,
  ...rest
}: Omit<Props, 'children' | 'icon' | 'look'> & { readonly icon: IconName; readonly label: string }) {
  return (
    <button
      type="button"
      {...rest}
      className={`${css.button} ${css.quiet} ${css.icon}`}
      aria-label={label}
      title={label}
      data-goes-on={ARROWS.includes(icon) ? '' : undefined}
      aria-disabled={off || undefined}
      onClick={event => {
        if (off) event.preventDefault()
        else onClick?.(event)
      }}
    >
      <Icon name={icon} />
    </button>
  )
}
