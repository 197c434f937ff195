import type { ReactNode } from 'react'
import { type PresenceOf, useColleagues } from '../presence.ts'
import { bottomBar } from '../ui/bottom-bar.ts'
import buttonCss from '../ui/button.module.css'
import { Button } from '../ui/button.tsx'
import { Face } from '../ui/face.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu } from '../ui/menu.tsx'
import { common } from '../words/texts.ts'
import css from './decision-bar.module.css'
import { KEYS } from './desk-keys.ts'
import { t } from './texts.ts'

/** The result of the last action. */
export interface Notice {
  readonly tone: 'ok' | 'bad'
  readonly text: string
}

/** Below an item: the result of the last action with an undo button, the colleagues who view the item, and the buttons of decisions. */
export const DecisionBar = ({
  notice,
  undo,
  viewed,
  children,
}: {
  readonly notice: Notice | undefined
  /** The undo of `U`. Absent: nothing to undo. */
  readonly undo?: { readonly label: string; readonly run: () => void } | undefined
  /** The open item, of a kind that tells who views it. */
  readonly viewed?: { readonly entity: PresenceOf; readonly id: string | undefined } | undefined
  /** The buttons. */
  readonly children: ReactNode
}) => (
  <div ref={bottomBar} className={`at-foot fits ${css.bar}`}>
    <div className={`row middle soft second ${css.status}`}>
      <span
        role="status"
        className={`flex middle anywhere fits gap-8 ${css.notice} ${notice ? css[notice.tone] : ''}`}
      >
        {notice && <Icon name={notice.tone === 'ok' ? 'check' : 'warn'} />}
        {notice?.text}
      </span>
      {undo && (
        <Button look="link" hint={KEYS.undo} onClick={undo.run}>
          {undo.label}
        </Button>
      )}
      {viewed && <Readers {...viewed} />}
    </div>
    {children && <div className={`row middle gap-10 ${css.decide}`}>{children}</div>}
  </div>
)

/** Names the colleagues who view the same item. It is not a lock. */
function Readers({ entity, id }: { readonly entity: PresenceOf; readonly id: string | undefined }) {
  const others = useColleagues(entity, id)
  const names = others.map(({ nom }) => nom ?? common.nameless)
  if (names.length === 0) return null
  return (
    <span className={`flex middle last gap-8 ${css.readers}`}>
      <Face name={names[0] ?? ''} />
      {names.length === 1 ? t.reads(names[0] ?? '') : t.readMany(names.join(', '))}
    </span>
  )
}

/** The menu of the rarer actions, behind ⋯. */
export const MoreActions = ({ children }: { readonly children: ReactNode }) => (
  <div className={`last ${css.rest}`}>
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
  </div>
)
