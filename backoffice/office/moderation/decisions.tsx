import { DecisionBar, MoreActions, type Notice } from '../../kit/desk/decision-bar.tsx'
import { KEYS } from '../../kit/desk/desk-keys.ts'
import { ITEM_TITLE, isNarrow } from '../../kit/desk/open-item.ts'
import { publicPageOf } from '../../kit/place.ts'
import { Button } from '../../kit/ui/button.tsx'
import { Icon } from '../../kit/ui/icon.tsx'
import { menuGrave } from '../../kit/ui/menu.tsx'
import type { Action } from './actions.ts'
import css from './decisions.module.css'
import type { Asking } from './dialogs.tsx'
import { actionNamed, hasAuthor, hasFiles, type Publication, stateOf } from './rules.ts'
import { t } from './texts.ts'
import type { Outcome } from './use-moderation.ts'

interface Props {
  readonly publication: Publication | undefined
  /** The publications that the decisions apply to, if they are loaded. */
  readonly about: readonly Publication[]
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
      viewed={{ entity: 'publication', id: many > 0 ? undefined : publication?.id }}
    >
      {many > 0 ? <ForMany {...props} /> : publication && <ForOne {...props} publication={publication} />}
    </DecisionBar>
  )
}

function ForMany({ about, many, allPending, onPublish, onAsk, onAct, onChooseNone }: Props) {
  const allFeatured = about.every(one => one.en_avant)
  return (
    <>
      <span className={`bold ${css.many}`}>
        {isNarrow() ? (
          <Button look="link" onClick={toSelected}>
            {t.chosen(many)}
          </Button>
        ) : (
          t.chosen(many)
        )}
      </span>
      <Publish about={about} onPublish={onPublish} />
      <Refuse about={about} onAsk={onAsk} />
      <span className={css.wide}>
        <Button look="quiet" onClick={onChooseNone}>
          {t.chooseNone}
        </Button>
      </span>
      <MoreActions>
        <Ask of={SEND_BACK} onAsk={onAsk} />
        <Ask of={SCHEDULE} onAsk={onAsk} />
        {!allPending && <Hold onAct={onAct} />}
        <Feature byKey={!allFeatured} onAsk={onAsk} />
        <Unfeature byKey={allFeatured} onAct={onAct} />
        <Delete onAct={onAct} />
      </MoreActions>
    </>
  )
}

/** On a narrow screen the selected publications stand below the list. */
const toSelected = () => document.getElementById(ITEM_TITLE)?.scrollIntoView()

const SEND_BACK = { asking: 'send back', icon: 'mail', key: KEYS.askFor, name: t.do.sendBack } as const
const SCHEDULE = { asking: 'schedule', icon: 'clock', key: KEYS.schedule, name: t.do.schedule } as const
const CORRECT = { asking: 'correct', icon: 'pen', key: KEYS.correct, name: t.do.correct } as const
type Question = typeof SEND_BACK | typeof SCHEDULE | typeof CORRECT

function ForOne({
  publication,
  about,
  outcome,
  onPublish,
  onAsk,
  onAct,
}: Props & { readonly publication: Publication }) {
  const state = stateOf(publication, new Date())
  const busy = outcome?.at === 'sending'
  const isWritten = hasAuthor(publication)
  // The most frequent of them in this state; the others are in the menu.
  const isCorrected = state === 'published' || state === 'changes_requested'
  const beside = isCorrected ? CORRECT : isWritten ? SEND_BACK : SCHEDULE
  const shown = state === 'published' ? publicPageOf(publication.id) : undefined
  const asked = [...(isWritten ? [SEND_BACK] : []), SCHEDULE, CORRECT]
  if (state === 'deleted')
    return (
      <Button look="primary" icon="undo" off={busy} onClick={() => onAct({ kind: 'restore' })}>
        {t.do.restore}
      </Button>
    )
  return (
    <>
      {(state !== 'published' || publication.reports_count > 0) && (
        <Publish about={about} off={busy} onPublish={onPublish} />
      )}
      {state !== 'rejected' && <Refuse about={about} off={busy} onAsk={onAsk} />}
      {!isNarrow() && (
        <Button icon={beside.icon} hint={beside.key} off={busy} onClick={() => onAsk(beside.asking)}>
          {beside.name}
        </Button>
      )}
      <MoreActions>
        {asked.map(one => (one !== beside || isNarrow()) && <Ask key={one.key} of={one} onAsk={onAsk} />)}
        {publication.duplicates_count > 0 && (
          <button type="button" onClick={() => onAsk('compare')}>
            <Icon name="compare" /> {t.do.compare} <kbd>{KEYS.compare}</kbd>
          </button>
        )}
        {shown && (
          <a href={shown.page} target="_blank" rel="noopener">
            <Icon name="eye" /> {t.do.see}
          </a>
        )}
        <button type="button" onClick={() => onAsk('earlier texts')}>
          <Icon name="undo" /> {t.do.earlierTexts}
        </button>
        {state !== 'pending' && <Hold onAct={onAct} />}
        {isAccepted(publication) && <Visible valide={publication.valide} onAct={onAct} />}
        {publication.en_avant ? <Unfeature byKey onAct={onAct} /> : <Feature byKey onAsk={onAsk} />}
        <Delete onAct={onAct} />
        {hasFiles(publication) && (
          <button type="button" className={menuGrave} onClick={() => onAsk('illegal')}>
            <Icon name="bin" /> {t.do.deleteFiles}
          </button>
        )}
      </MoreActions>
    </>
  )
}

const Publish = ({
  about,
  off,
  onPublish,
}: Pick<Props, 'about' | 'onPublish'> & { readonly off?: boolean }) => (
  <Button look="primary" icon="check" hint={KEYS.publish} off={off} onClick={onPublish}>
    {t.do[actionNamed('publish', about)]}
  </Button>
)

const Refuse = ({ about, off, onAsk }: Pick<Props, 'about' | 'onAsk'> & { readonly off?: boolean }) => (
  <Button look="bad" icon="cross" hint={KEYS.refuse} off={off} onClick={() => onAsk('reject')}>
    {t.do[actionNamed('reject', about)]}
  </Button>
)

const Ask = ({ of, onAsk }: Pick<Props, 'onAsk'> & { readonly of: Question }) => (
  <button type="button" onClick={() => onAsk(of.asking)}>
    <Icon name={of.icon} /> {of.name} <kbd>{of.key}</kbd>
  </button>
)

const isAccepted = ({ moderation_status: status }: Publication) =>
  status === 'approved' || status === 'published'

type Acting = Pick<Props, 'onAct'>

const Hold = ({ onAct }: Acting) => (
  <button type="button" onClick={() => onAct({ kind: 'hold' })}>
    <Icon name="inbox" /> <Explained name={t.do.hold} why={t.why.hold} />
  </button>
)

const Visible = ({ valide, onAct }: Acting & { readonly valide: boolean }) => (
  <button type="button" onClick={() => onAct({ kind: valide ? 'hide' : 'show' })}>
    <Icon name="eye" />{' '}
    {valide ? (
      <Explained name={t.do.hide} why={t.why.hide} />
    ) : (
      <Explained name={t.do.show} why={t.why.show} />
    )}
  </button>
)

interface ByKey {
  /** Whether the key does it now. */
  readonly byKey: boolean
}

const Feature = ({ byKey, onAsk }: Pick<Props, 'onAsk'> & ByKey) => (
  <button type="button" onClick={() => onAsk('feature')}>
    <Icon name="star" /> {t.do.feature} {byKey && <kbd>{KEYS.feature}</kbd>}
  </button>
)

const Unfeature = ({ byKey, onAct }: Acting & ByKey) => (
  <button type="button" onClick={() => onAct({ kind: 'unfeature' })}>
    <Icon name="star" /> {t.do.unfeature} {byKey && <kbd>{KEYS.feature}</kbd>}
  </button>
)

const Explained = ({ name, why }: { readonly name: string; readonly why: string }) => (
  <span>
    {name} <small>{why}</small>
  </span>
)

const Delete = ({ onAct }: Acting) => (
  <button type="button" className={menuGrave} onClick={() => onAct({ kind: 'delete' })}>
    <Icon name="bin" /> <Explained name={t.do.delete} why={t.why.delete} /> <kbd>{t.do.deleteKey}</kbd>
  </button>
)
