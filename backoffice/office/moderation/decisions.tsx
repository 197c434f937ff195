import { DecisionBar, MoreActions, type Notice } from '../../kit/desk/decision-bar.tsx'
import { isNarrow } from '../../kit/desk/open-item.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { menuGrave } from '../../kit/ui/menu.tsx'
import { actions } from '../../kit/words/texts.ts'
import type { Action } from './actions.ts'
import css from './decisions.module.css'
import type { Asking } from './dialogs.tsx'
import { t as illegal } from './illegal-texts.ts'
import { type Publication, stateOf } from './rules.ts'
import { t } from './texts.ts'
import type { Outcome } from './use-moderation.ts'

interface Props {
  readonly publication: Publication | undefined
  readonly outcome: Outcome | undefined
  readonly notice: Notice | undefined
  readonly undoLabel: string | undefined
  /** The number of selected publications. Above 0, the decisions are about those. */
  readonly many: number
  readonly allPending: boolean
  onUndo(): void
  onChooseNone(): void
  onPublish(): void
  onAsk(what: Asking): void
  onAct(action: Action): void
}

export function Decisions(props: Props) {
  const { publication, notice, undoLabel, many, onUndo } = props
  return (
    <DecisionBar
      notice={notice}
      undo={undoLabel ? { label: undoLabel, run: onUndo } : undefined}
      viewed={{ entity: 'publication', id: publication?.id }}
    >
      {many > 0 ? <ForMany {...props} /> : publication && <ForOne {...props} publication={publication} />}
    </DecisionBar>
  )
}

function ForMany({ many, allPending, onPublish, onAsk, onAct, onChooseNone }: Props) {
  return (
    <>
      <span className={css.many}>{t.chosen(many)}</span>
      <Publish onPublish={onPublish} />
      <Refuse onAsk={onAsk} />
      <span className={css.wide}>
        <Button look="quiet" onClick={onChooseNone}>
          {t.chooseNone}
        </Button>
      </span>
      <MoreActions>
        <button type="button" onClick={() => onAsk('schedule')}>
          <Icon name="clock" /> {t.do.schedule} <kbd>A</kbd>
        </button>
        {!allPending && <Hold onAct={onAct} />}
        <Feature on onAct={onAct} />
        <Feature on={false} onAct={onAct} />
        <Delete onAct={onAct} />
      </MoreActions>
    </>
  )
}

const SCHEDULE = { asking: 'schedule', icon: 'clock', key: 'A', name: t.do.schedule } as const
const CORRECT = { asking: 'correct', icon: 'pen', key: 'E', name: t.do.correct } as const

function ForOne({
  publication,
  outcome,
  onPublish,
  onAsk,
  onAct,
}: Props & { readonly publication: Publication }) {
  const state = stateOf(publication, new Date())
  const busy = outcome?.at === 'sending'
  // A published one is corrected more often than scheduled.
  const beside = state === 'published' ? CORRECT : SCHEDULE
  if (state === 'deleted')
    return (
      <Button look="primary" icon="undo" off={busy} onClick={() => onAct({ kind: 'restore' })}>
        {t.do.restore}
      </Button>
    )
  return (
    <>
      {state !== 'published' && <Publish off={busy} onPublish={onPublish} />}
      {state === 'published' && publication.reports_count > 0 && (
        <Button look="primary" icon="check" hint="P" off={busy} onClick={onPublish}>
          {t.do.keep}
        </Button>
      )}
      {state !== 'rejected' && <Refuse off={busy} onAsk={onAsk} />}
      {!isNarrow() && (
        <Button icon={beside.icon} hint={beside.key} off={busy} onClick={() => onAsk(beside.asking)}>
          {beside.name}
        </Button>
      )}
      <MoreActions>
        {(isNarrow() ? [SCHEDULE, CORRECT] : [beside === CORRECT ? SCHEDULE : CORRECT]).map(
          ({ asking, icon, name, key }) => (
            <button key={key} type="button" onClick={() => onAsk(asking)}>
              <Icon name={icon} /> {name} <kbd>{key}</kbd>
            </button>
          ),
        )}
        {publication.duplicates_count > 0 && (
          <button type="button" onClick={() => onAsk('compare')}>
            <Icon name="compare" /> {t.do.compare} <kbd>D</kbd>
          </button>
        )}
        <button type="button" onClick={() => onAsk('earlier texts')}>
          <Icon name="undo" /> {t.do.earlierTexts}
        </button>
        {state !== 'pending' && <Hold onAct={onAct} />}
        {state !== 'pending' && state !== 'rejected' && <Visible valide={publication.valide} onAct={onAct} />}
        <Feature on={!publication.en_avant} onAct={onAct} />
        <Delete onAct={onAct} />
        {hasFiles(publication) && (
          <button type="button" className={menuGrave} onClick={() => onAsk('illegal')}>
            <Icon name="bin" /> {illegal.withFiles}
          </button>
        )}
      </MoreActions>
    </>
  )
}

const Publish = ({ off, onPublish }: Pick<Props, 'onPublish'> & { readonly off?: boolean }) => (
  <Button look="primary" icon="check" hint="P" off={off} onClick={onPublish}>
    {t.do.publish}
  </Button>
)

const Refuse = ({ off, onAsk }: Pick<Props, 'onAsk'> & { readonly off?: boolean }) => (
  <Button look="bad" icon="cross" hint="R" off={off} onClick={() => onAsk('reject')}>
    {t.do.reject}
  </Button>
)

const hasFiles = ({ images, documents, image_url }: Publication) =>
  images.length > 0 || documents.length > 0 || image_url !== null

type Acting = Pick<Props, 'onAct'>

const Hold = ({ onAct }: Acting) => (
  <button type="button" onClick={() => onAct({ kind: 'hold' })}>
    <Icon name="inbox" /> {t.do.hold}
  </button>
)

const Visible = ({ valide, onAct }: Acting & { readonly valide: boolean }) => (
  <button type="button" onClick={() => onAct({ kind: valide ? 'hide' : 'show' })}>
    <Icon name="eye" /> {valide ? t.do.hide : t.do.show}
  </button>
)

const Feature = ({ on, onAct }: Acting & { readonly on: boolean }) => (
  <button type="button" onClick={() => onAct({ kind: on ? 'feature' : 'unfeature' })}>
    <Icon name="star" /> {on ? t.do.feature : t.do.unfeature} <kbd>F</kbd>
  </button>
)

const Delete = ({ onAct }: Acting) => (
  <button type="button" className={menuGrave} onClick={() => onAct({ kind: 'delete' })}>
    <Icon name="bin" /> {actions.delete} <kbd>{t.do.deleteKey}</kbd>
  </button>
)
