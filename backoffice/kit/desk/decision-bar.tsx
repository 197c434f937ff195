import type { ReactNode } from 'react'
import { type PresenceOf, useColleagues } from '../presence.ts'
import buttonCss from '../ui/button.module.css'
import { Button } from '../ui/button.tsx'
import { Face } from '../ui/face.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { common } from '../words/texts.ts'
import css from './decision-bar.module.css'
import { t } from './texts.ts'

/** The last thing that happened, notice once. */
export interface Notice {
  readonly tone: 'ok' | 'bad'
  readonly text: string
}

/** Two lines that never move: what happened last, with its way back; and what can be decided. */
export const DecisionBar = ({
  notice,
  undo,
  viewed,
  children,
}: {
  readonly notice: Notice | undefined
  /** What `U` does now. */
  readonly undo?: { readonly label: string; readonly run: () => void } | undefined
  /** What is open, so that colleagues who read it are named. */
  readonly viewed: { readonly entity: PresenceOf; readonly id: string | undefined }
  /** The decisions. */
  readonly children: ReactNode
}) => (
  <div className={css.bar}>
    <div className={css.status}>
      <span role="status" className={notice ? `${css.notice} ${css[notice.tone]}` : css.notice}>
        {notice && <Icon name={notice.tone === 'ok' ? 'check' : 'warn'} />}
        {notice?.text}
      </span>
      {undo && (
        <Button look="link" hint="U" onClick={undo.run}>
          {undo.label}
        </Button>
      )}
      <Readers {...viewed} />
    </div>
    {children && <div className={css.decide}>{children}</div>}
  </div>
)

/** A colleague is shown, never locked out. */
function Readers({ entity, id }: { readonly entity: PresenceOf; readonly id: string | undefined }) {
  const others = useColleagues(entity, id)
  const names = others.map(({ nom }) => nom ?? common.somebody)
  if (names.length === 0) return null
  return (
    <span className={css.readers}>
      <Face name={names[0] ?? ''} />
      {names.length === 1 ? t.reads(names[0] ?? '') : t.readMany(names.join(', '))}
    </span>
  )
}

/** What is decided less often, behind ⋯. */
export const MoreActions = ({ children }: { readonly children: ReactNode }) => (
  <span className={css.rest}>
    <Menu
      trigger={props => (
        <button
          type="button"
          className={`${buttonCss.button} ${buttonCss.icon}`}
          aria-label={t.more}
          title={t.more}
          {...props}
        >
          <Icon name="more" />
        </button>
      )}
    >
      {children}
    </Menu>
  </span>
)
