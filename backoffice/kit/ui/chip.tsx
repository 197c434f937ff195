import type { ReactNode } from 'react'
import css from './chip.module.css'
import { Icon, type IconName } from './icon.tsx'

export type Tone = 'ok' | 'wait' | 'bad' | 'info' | 'plum' | 'plain'

export function Chip({
  tone,
  icon,
  children,
}: {
  readonly tone: Tone
  readonly icon?: IconName | undefined
  readonly children: ReactNode
}) {
  return (
    <span className={`least medium ${css.chip} ${css[tone]}`}>
      {icon && <Icon name={icon} small />}
      {children}
    </span>
  )
}
