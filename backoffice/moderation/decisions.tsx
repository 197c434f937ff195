import { useColleagues } from '../shell/presence.ts'
import buttonCss from '../ui/button.module.css'
import { Button } from '../ui/button.tsx'
import { Face } from '../ui/face.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, menuGrave } from '../ui/menu.tsx'
import { common } from '../words/texts.ts'
import type { Action } from './actions.ts'
import css from './decisions.module.css'
import { type Publication, stateOf } from './rules.ts'
import { t } from './texts.ts'
import type { Outcome, Said } from './work.ts'

interface Props {
  readonly publication: Publication | undefined
  readonly outcome: Outcome | undefined
  readonly said: Said | undefined
  readonly canUndo: boolean
  /** How many are chosen: then the decisions are about them. */
  readonly many: number
  onUndo(): void
  onChooseNone(): void
  onPublish(): void
  onReject(): void
  onSchedule(): void
  onHoldMany(): void
  onAction(action: Action): void
}

/** Two lines that never move: what happened last, with its way back; and what can be decided. */
export function Decisions(props: Props) {
  const { publication, said, canUndo, many, onUndo } = props
  return (
    <div className={css.foot}>
      <div className={css.status}>
        <span role="status" className={said ? `${css.said} ${css[said.tone]}` : css.said}>
          {said && <Icon name={said.tone === 'ok' ? 'check' : 'warn'} />}
          {said?.text}
        </span>
        {canUndo && (
          <Button look="link" hint="U" onClick={onUndo}>
            {t.do.undo}
          </Button>
        )}
        <Readers id={publication?.id} />
      </div>
      {many > 0 ? <ForMany {...props} /> : publication && <ForOne {...props} publication={publication} />}
    </div>
  )
}

/** A colleague is shown, never locked out. */
function Readers({ id }: { readonly id: string | undefined }) {
  const others = useColleagues('publication', id)
  const names = others.map(({ nom }) => nom ?? common.somebody)
  if (names.length === 0) return null
  return (
    <span className={css.readers}>
      <Face name={names[0] ?? ''} />
      {names.length === 1 ? t.reads(names[0] ?? '') : t.readMany(names.join(', '))}
    </span>
  )
}

function ForMany({ many, onPublish, onReject, onHoldMany, onChooseNone }: Props) {
  return (
    <div className={css.decide}>
      <span className={css.many}>{t.chosen(many)}</span>
      <Button look="primary" icon="check" hint="P" onClick={onPublish}>
        {t.do.publish}
      </Button>
      <Button look="bad" icon="cross" hint="R" onClick={onReject}>
        {t.do.reject}
      </Button>
      <span className={css.wide}>
        <Button onClick={onHoldMany}>{t.do.hold}</Button>
      </span>
      <span className={css.rest}>
        <Button look="quiet" onClick={onChooseNone}>
          {t.chooseNone}
        </Button>
      </span>
    </div>
  )
}

function ForOne({
  publication,
  outcome,
  onPublish,
  onReject,
  onSchedule,
  onAction,
}: Props & { readonly publication: Publication }) {
  const state = stateOf(publication)
  const busy = outcome?.at === 'on its way'
  if (state === 'deleted')
    return (
      <div className={css.decide}>
        <Button look="primary" icon="undo" off={busy} onClick={() => onAction({ kind: 'restore' })}>
          {t.do.restore}
        </Button>
      </div>
    )
  return (
    <div className={css.decide}>
      {state !== 'published' && (
        <Button look="primary" icon="check" hint="P" off={busy} onClick={onPublish}>
          {t.do.publish}
        </Button>
      )}
      {state !== 'rejected' && (
        <Button look="bad" icon="cross" hint="R" off={busy} onClick={onReject}>
          {t.do.reject}
        </Button>
      )}
      <span className={css.wide}>
        <Button icon="clock" hint="A" off={busy} onClick={onSchedule}>
          {t.do.schedule}
        </Button>
      </span>
      <span className={css.rest}>
        <Menu
          trigger={props => (
            <button
              type="button"
              className={`${buttonCss.button} ${buttonCss.icon}`}
              aria-label={t.do.more}
              title={t.do.more}
              {...props}
            >
              <Icon name="more" />
            </button>
          )}
        >
          <button type="button" onClick={onSchedule}>
            <Icon name="clock" /> {t.do.schedule} <kbd>A</kbd>
          </button>
          {state !== 'pending' && (
            <button type="button" onClick={() => onAction({ kind: 'hold' })}>
              <Icon name="inbox" /> {t.do.hold}
            </button>
          )}
          <button
            type="button"
            onClick={() => onAction({ kind: publication.en_avant ? 'unfeature' : 'feature' })}
          >
            <Icon name="star" /> {publication.en_avant ? t.do.unfeature : t.do.feature} <kbd>F</kbd>
          </button>
          <button type="button" className={menuGrave} onClick={() => onAction({ kind: 'delete' })}>
            <Icon name="bin" /> {t.do.delete} <kbd>{t.do.deleteKey}</kbd>
          </button>
        </Menu>
      </span>
    </div>
  )
}
